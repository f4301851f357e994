import ScrollCaching
import ScrollCore
import ScrollSimulation

/// The names of scenarios in a table, with only the columns that differ between them.
///
/// If several traces have the same file name, the names are paths. The layout is omitted if each
/// trace has only one.
package struct ScenarioNames: Sendable {
  private static let names = [
    "trace", "layout", "device", "network", "loader", "prefetcher", "start",
  ]

  private let scenes: [ScenarioRecord]
  private let texts: [[String]]
  private let varied: [Int]

  /// Creates the names.
  /// - Parameters:
  ///   - scenes: the scenarios, in the order of the sweep.
  ///   - always: the columns to include even if they do not differ.
  package init(_ scenes: [ScenarioRecord], always: Set<String> = []) {
    self.scenes = scenes
    let paths = Set(scenes.map(\.trace.path))
    let isAmbiguous = Set(scenes.map(\.trace.name)).count < paths.count
    let loaders = ShortSettings(scenes.map(\.loader))
    let prefetchers = ShortSettings(scenes.map(\.prefetcher))
    let texts = scenes.map { scene in
      [
        isAmbiguous ? scene.trace.path : scene.trace.name, scene.layout, scene.device.name,
        scene.network.name, loaders.text(scene.loader), prefetchers.text(scene.prefetcher),
        scene.start,
      ]
    }
    self.texts = texts
    let isOwnLayout = Set(texts.map { $0[0] }).count == Set(texts.map { $0[...1] }).count
    varied = Self.names.indices.filter { index in
      always.contains(Self.names[index])
        || Set(texts.map { $0[index] }).count > 1 && !(index == 1 && isOwnLayout)
    }
  }

  /// The columns in which scenarios differ.
  package var columns: [String] { varied.map { Self.names[$0] } }

  /// Returns the values of those columns for a scenario, which is given by its index.
  package func cells(_ scene: Int) -> [String] { varied.map { texts[scene][$0] } }

  /// Returns a short name: `photo-grid, iphone-5`, or the trace's name if nothing differs.
  package func title(_ scene: Int) -> String {
    varied.isEmpty ? texts[scene][0] : cells(scene).joined(separator: ", ")
  }

  /// The columns that all scenarios share, `network wifi, loader cached`; empty if there are none.
  package var shared: String {
    guard let first = texts.first else { return "" }
    return Self.names.indices
      .filter { index in
        !varied.contains(index) && texts.allSatisfy { $0[index] == first[index] }
          && !(index == Self.names.count - 1 && first[index] == "\(SessionStart.cold)")
      }
      .map { "\(Self.names[$0]) \(first[$0])" }.joined(separator: ", ")
  }

  /// The kinds of the traces, and the number of estimated figures of each device.
  package var sources: String {
    let traces = Set(scenes.map { "\($0.trace.path) (\($0.trace.kind))" })
    let devices = Set(
      scenes.map { scene in
        let device = scene.device
        return "\(device.name) (\(device.estimates) of its \(device.figures) figures are estimates)"
      })
    return (traces.sorted() + devices.sorted()).joined(separator: ", ")
  }
}

/// Short names of loaders, prefetchers or policies, without the settings that all of them share.
///
/// The store has every setting: `ring:ahead=2:behind=1:cancelOnReversal=false`. A setting is
/// omitted if it is the same wherever its loader, prefetcher or policy occurs: next to
/// `ring:ahead=4:behind=1:cancelOnReversal=false` the short name is `ring:ahead=2`. If a name
/// occurs only with the same settings, the settings at their defaults are omitted.
package struct ShortSettings: Sendable {
  private var shared: [String: Set<String>] = [:]

  /// Creates short names.
  /// - Parameter values: the values that appear together.
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
      // A single value keeps its changed settings.
      shared[name] = isAlone ? settings.intersection(Self.defaults[name] ?? []) : settings
    }
  }

  /// The defaults like `behind=1`, by the names of the entries that have them.
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

  /// Returns the value with the settings that may differ.
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
