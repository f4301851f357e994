import Foundation
import ScrollResults

extension SweepReport {
  /// That loaders take the same images from different places, where they do.
  package var origins: String? {
    var found: [(loader: String, origin: String)] = []
    for scene in scenes where !found.contains(where: { $0.loader == scene.loader }) {
      found.append((scene.loader, Self.origin(of: scene)))
    }
    guard Set(found.map(\.origin)).count > 1 else { return nil }
    let places = found.prefix(6).map { "\($0.loader) \($0.origin)" }.joined(separator: ", ")
    return "Loaders take their images from different places (\(places)), so that their figures "
      + "do not compare ways of loading alone."
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
