import ScrollCaching
import ScrollCore
import ScrollSimulation

/// Loaders, prefetchers or policies beside each other, without the settings in which all agree.
///
/// The store has every setting: `ring:ahead=2:behind=1:cancelOnReversal=false`. Where all values of
/// one name have the same for a setting, it tells them from nothing: beside `ring:ahead=4:behind=1:
/// cancelOnReversal=false` it is `ring:ahead=2`. A single one is what it is without its defaults.
package struct ShortSettings: Sendable {
  private var shared: [String: Set<String>] = [:]

  /// Names for some values.
  /// - Parameter values: those that stand beside each other.
  /// - Complexity: O(*n*) in their length.
  package init(_ values: some Sequence<String>) {
    var known: [String: Set<String>] = [:]
    var different: [String: Set<String>] = [:]
    for value in values {
      let parts = Self.parts(value)
      different[parts.name, default: []].insert(value)
      known[parts.name] = known[parts.name]?.intersection(parts.settings) ?? Set(parts.settings)
    }
    for (name, settings) in known {
      let isAlone = different[name]?.count == 1
      // What a single value was given is what there is to say of it.
      shared[name] = isAlone ? settings.intersection(Self.defaults[name] ?? []) : settings
    }
  }

  /// `behind=1` and the like, by the names of what has them.
  private static let defaults: [String: Set<String>] = {
    var defaults: [String: Set<String>] = [:]
    func add(_ name: String, _ settings: [Setting]) {
      defaults[name] = Set(settings.map { "\($0.name)=\($0.standard)" })
    }
    for entry in Catalog<LoaderDescriptor>.builtIn.entries { add(entry.name, entry.settings) }
    for entry in Catalog<PrefetcherDescriptor>.builtIn.entries { add(entry.name, entry.settings) }
    for entry in PolicyCatalog.builtIn.entries { add(entry.name, entry.settings) }
    return defaults
  }()

  /// The value with the settings in which it may differ.
  package func text(_ value: String) -> String {
    let parts = Self.parts(value)
    guard let shared = shared[parts.name], !shared.isEmpty else { return value }
    return ([parts.name] + parts.settings.filter { !shared.contains($0) }).joined(separator: ":")
  }

  private static func parts(_ value: String) -> (name: String, settings: [String]) {
    let parts = value.split(separator: ":").map(String.init)
    return (parts.first ?? value, Array(parts.dropFirst()))
  }
}
