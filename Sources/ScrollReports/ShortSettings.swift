/// Loaders, prefetchers or policies beside each other, without the settings in which all agree.
///
/// The store has every setting: `ring:ahead=2:behind=1:cancelOnReversal=false`. Where all values of
/// one name have the same for a setting, it tells them from nothing: beside `ring:ahead=4:behind=1:
/// cancelOnReversal=false` it is `ring:ahead=2`.
struct ShortSettings: Sendable {
  private var shared: [String: Set<String>] = [:]

  /// - Parameter values: those that stand beside each other.
  /// - Complexity: O(*n*) in their length.
  init(_ values: some Sequence<String>) {
    var known: [String: Set<String>] = [:]
    var different: [String: Set<String>] = [:]
    for value in values {
      let parts = Self.parts(value)
      different[parts.name, default: []].insert(value)
      known[parts.name] = known[parts.name]?.intersection(parts.settings) ?? Set(parts.settings)
    }
    // A single value keeps its settings: they are what there is to say of it.
    shared = known.filter { (different[$0.key]?.count ?? 0) > 1 }
  }

  /// The value with the settings in which it may differ.
  func text(_ value: String) -> String {
    let parts = Self.parts(value)
    guard let shared = shared[parts.name], !shared.isEmpty else { return value }
    return ([parts.name] + parts.settings.filter { !shared.contains($0) }).joined(separator: ":")
  }

  private static func parts(_ value: String) -> (name: String, settings: [String]) {
    let parts = value.split(separator: ":").map(String.init)
    return (parts.first ?? value, Array(parts.dropFirst()))
  }
}
