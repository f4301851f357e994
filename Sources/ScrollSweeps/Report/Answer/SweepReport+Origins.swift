import Foundation
import ScrollCore

extension SweepReport {
  /// That loaders take the same images from different places, where they do.
  package var origins: String? { Self.origins(of: scenes) }

  /// The same of some scenes.
  package static func origins(of scenes: [ScenarioRecord]) -> String? {
    var known: Set<String> = []
    var loaders: [(origin: String, names: [String])] = []
    for scene in scenes where known.insert(scene.loader).inserted {
      let origin = origin(of: scene)
      let place = loaders.firstIndex { $0.origin == origin } ?? loaders.count
      if place == loaders.count { loaders.append((origin, [])) }
      loaders[place].names.append(scene.loader)
    }
    guard loaders.count > 1 else { return nil }
    let places = loaders.map { "\(Words.list($0.names, atMost: 6)) \($0.origin)" }
    return "Loaders take their images from different places (\(places.joined(separator: "; "))), "
      + "so that their figures do not compare ways of loading alone."
  }

  private static func origin(of scene: ScenarioRecord) -> String {
    let settings = try? JSONDecoder().decode(
      [String: String].self, from: Data(scene.loaderSettings.utf8))
    switch settings?["origin"] {
    case "bundle": return "from the bundle"
    case "network": return "from the network"
    default: return "as in the catalog"
    }
  }
}
