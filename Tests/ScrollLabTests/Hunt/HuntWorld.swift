import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces
import scrollsim_lab

/// The scenarios and genomes of the hunt's tests.
enum HuntWorld {
  /// The folder of the package.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  static func scene(
    _ policy: String, against: HuntScene.Opponent = .best,
    metric: HuntScene.Metric = .stall, loader: String = "cached", prefetch: String? = nil,
    room: HuntScene.Room = .drawn, mostStrokes: Int = 12
  ) throws -> HuntScene {
    let loader = try Catalog<LoaderDescriptor>.builtIn.choose(loader)
    let own = loader.entry.loader(loader.settings).prefetcher
    return HuntScene(
      policy: try PolicyCatalog.builtIn.choose(policy), against: against, metric: metric,
      device: try DeviceCatalog.builtIn.choose("iphone-5").entry,
      network: try NetworkCatalog.builtIn.choose("wifi").entry, loader: loader,
      prefetcher: try Catalog<PrefetcherDescriptor>.builtIn.choose(prefetch ?? "\(own)"),
      room: room, mostStrokes: mostStrokes, title: "A test", provenance: "made for a test")
  }

  /// Returns a genome and the genomes that some changes make of it.
  static func genomes(seed: UInt64, in scene: HuntScene, changes: Int = 20) -> [HuntGenome] {
    var draws = HuntDraws(seed: seed)
    var genomes = [HuntGenome.drawn(in: scene, &draws)]
    for _ in 0..<changes {
      let last = genomes[genomes.count - 1]
      let changed = last.changed(in: scene, &draws)
      let other = HuntGenome.drawn(in: scene, &draws)
      genomes.append(changed)
      genomes.append(changed.crossed(with: other, in: scene, &draws))
    }
    return genomes
  }
}
