import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollTraces
import scrollsim_lab

/// The scenarios and genomes of the hunt's tests.
enum HuntSetups {
  /// The folder of the package.
  static let root = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    .dropLast(4).joined(separator: "/")

  static func setup(
    _ policy: String, against: HuntSetup.Opponent = .best,
    metric: HuntSetup.Metric = .stall, loader: String = "cached", prefetch: String? = nil,
    room: HuntSetup.HuntBudget = .drawn, mostStrokes: Int = 12
  ) throws -> HuntSetup {
    let loader = try Catalog<LoaderDescriptor>.builtIn.choose(loader)
    let own = loader.entry.loader(loader.settings).prefetcher
    return HuntSetup(
      policy: try PolicyCatalog.builtIn.choose(policy), against: against, metric: metric,
      device: try DeviceCatalog.builtIn.choose("iphone-5").entry,
      network: try NetworkCatalog.builtIn.choose("wifi").entry, loader: loader,
      prefetcher: try Catalog<PrefetcherDescriptor>.builtIn.choose(prefetch ?? "\(own)"),
      room: room, mostStrokes: mostStrokes, title: "A test", provenance: "made for a test")
  }

  /// Returns a genome and the genomes that some changes make of it.
  static func genomes(seed: UInt64, in setup: HuntSetup, changes: Int = 20) -> [HuntGenome] {
    var draws = HuntDraws(seed: seed)
    var genomes = [HuntGenome.drawn(in: setup, &draws)]
    for _ in 0..<changes {
      let last = genomes[genomes.count - 1]
      let changed = last.changed(in: setup, &draws)
      let other = HuntGenome.drawn(in: setup, &draws)
      genomes.append(changed)
      genomes.append(changed.crossed(with: other, in: setup, &draws))
    }
    return genomes
  }
}
