import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// Tests that the random scenarios, on which both simulations agree, cover everything.
struct RandomTraitTests {
  static let scenarios: [RandomScenario] =
    (0..<10_000 as Range<UInt64>).map { RandomScenario(seed: $0) }
    + [Loader.Serving.exact, .atLeast, .any].flatMap { serves in
      (30_000..<30_100 as Range<UInt64>).map { RandomScenario(seed: $0, serves: serves) }
    }

  @Test func `every trait occurs in some scenarios and is missing in others`() {
    for index in Mirror(reflecting: Self.scenarios[0].traits).children.indices {
      var drawn: [String: Int] = [:]
      var name = ""
      for scenario in Self.scenarios {
        let trait = Mirror(reflecting: scenario.traits).children[index]
        name = trait.label ?? ""
        drawn["\(trait.value)", default: 0] += 1
      }
      #expect(drawn.values.min() ?? 0 > 100 && drawn.count == 2, "\(name): \(drawn)")
    }
  }

  /// Counts the values of every setting of every loader in the catalog.
  @Test func `every setting of a loader has several values`() throws {
    let loaders = Self.scenarios.map { Mirror(reflecting: $0.scenario.loader).children }
    // Prefetchers are drawn apart from loaders.
    for index in loaders[0].indices where loaders[0][index].label != "prefetcher" {
      var values: [String: Int] = [:]
      for loader in loaders { values["\(loader[index].value)", default: 0] += 1 }
      let common = values.values.filter { $0 >= 5 }.reduce(0, +)
      let most = values.values.max() ?? 0
      #expect(
        values.count > 1 && Self.scenarios.count - most >= 20 && common > 0,
        "\(loaders[0][index].label ?? ""): \(values.prefix(5))")
    }
  }

  @Test func `every choice of a loader occurs`() {
    let loaders = Self.scenarios.map(\.scenario.loader)
    func made<Value: Hashable & CaseIterable>(_ choice: (Loader) -> Value) -> Bool {
      Value.allCases.allSatisfy { value in loaders.count { choice($0) == value } >= 10 }
    }
    #expect(made(\.origin) && made(\.download) && made(\.read) && made(\.decodeOn))
    #expect(made(\.decode) && made(\.order) && made(\.variants) && made(\.holds))
    #expect(made(\.cost) && made(\.key) && made(\.purgeable) && made(\.hitDelivery))
    #expect(made(\.cellPreparation) && made(\.serves))
    let disks = loaders.filter { $0.diskCache }
    for sweep in Loader.DiskSweep.allCases {
      #expect(disks.count { $0.diskSweep == sweep } >= 10)
    }
    #expect(disks.count { $0.diskLimit > 0 } >= 10 && disks.count { $0.diskAge > 0 } >= 10)
    #expect(disks.count { $0.diskTrim < 1 } >= 10)
  }

  @Test func `every prefetcher plans items`() {
    let drawn = Self.scenarios.map { scenario in
      "\(scenario.scenario.prefetcher)".prefix { $0 != ":" }
    }
    for kind in Catalog<PrefetcherDescriptor>.builtIn.entries.map(\.name) {
      #expect(drawn.count { $0 == kind } >= 20, "\(kind)")
    }
  }

  @Test func `every counted event occurs`() throws {
    var sums: [String: Int] = [:]
    for drawn in Self.scenarios {
      let report = PreparedScenario(drawn.scenario).run(
        try drawn.model(), isSpatial: drawn.isSpatial)
      for figure in Figures(report).values {
        let happens = figure.value != 0 && figure.value != .infinity
        sums[figure.name, default: 0] += happens && figure.value != -1 ? 1 : 0
      }
    }
    let rare = sums.filter {
      $0.value < (Self.rare.contains($0.key) ? 1 : 10) && !Self.never.contains($0.key)
    }
    #expect(rare.isEmpty, "\(rare)")
    let common = sums.filter { $0.value >= 10 && Self.never.contains($0.key) }
    #expect(common.isEmpty, "happens after all: \(common.keys)")
  }

  /// Cases that are rare: an image from swap is seldom shown again.
  static let rare: Set<String> = ["paged in"]
  /// Cases that no random scenario produces.
  ///
  /// No drawn policy evicts images because they left a range, and too little comes back from swap
  /// to make a frame late.
  static let never: Set<String> = [
    "removed \(RemovalReason.leftRange.rawValue)", "late paging",
  ]
}
