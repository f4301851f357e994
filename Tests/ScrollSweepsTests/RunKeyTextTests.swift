import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the texts whose digests are the keys of stored runs.
///
/// A text that changes makes every stored run of its kind again: a new setting is declared `later`,
/// which leaves it out where it has its default. `printf %s TEXT | sha256sum` computes the digests.
@Suite struct RunKeyTextTests {
  private static let loader = """
    loader cached
      origin=catalogue
      download=background
      connections=0
      rateLimit=0
      rateBurst=1
      retry=true
      backOff=1.0
      diskCache=false
      diskLimit=0
      diskTrim=1.0
      diskAge=0.0
      diskSweep=when-storing
      diskInterval=60.0
      pngReencode=false
      read=background
      decodeOn=background
      decodeAtOnce=false
      decode=redraw-full-size
      lanes=0
      priorities=true
      order=fifo
      tiles=false
      tileSide=0
      pageCache=0
      variants=none
      lowScale=0.5
      cache=true
      holds=decoded
      cost=bytes
      key=image
      fileNames=1000
      timeStamps=false
      liveObjects=false
      pinDisplayed=false
      purgeable=system
      purgeGroup=0
      interfaceAssets=0
      coalescing=true
      cancelOnLeave=false
      prefetchTouches=true
      prefetchLimit=0
      preload=0
      recycledCellCheck=true
      clearOnReuse=true
      hitDelivery=at-once
      cellPreparation=on-appearing
      reloadRow=false
      fadeDuration=0.0
    """

  /// Returns the key of a run of the feed on an iPhone 13 Pro over Wi-Fi.
  private static func key(
    layout: String = "list:spacing=12", loader: String = loader,
    prefetcher: String = "neighbours:k=1", policy: String, budget: Int, seed: Int = 0
  ) -> ContentKey {
    let scenario = ContentKey(
      of: """
        trace f7b6c7577b1701c689e86430a05f23aa19c8937f78e197ef04dc2001fce3dc22
        layout \(layout)
        device e4c3f9a2ab06ab6f4da8f7f81144ad3e
        network bc443edb9762564680b27187b309c777
        \(loader)
        prefetcher \(prefetcher)
        """)
    return ContentKey(
      of: """
        scenario \(scenario)
        model \(ModelVersion.current)
        policy \(policy)
        budget \(budget)
        seed \(seed)
        """)
  }

  @Test func `the text of a key spells out the original settings`() throws {
    #expect(
      try Specs.plan("  policy: lru", "  budget: 64MiB").runs[0].key
        == Self.key(policy: "lru\n  countLimit=0", budget: 67_108_864))
  }

  @Test func `changed settings have fixed places and canonical numbers`() throws {
    let plan = try Specs.plan(
      "  layout: grid:columns=2", "  loader: cached:lanes=2:backOff=3", "  prefetch: ring:ahead=2",
      "  policy: distance:lead=2e0", "  budget: 1MB", "  seed: 7")
    let loader = Self.loader.replacing("backOff=1.0", with: "backOff=3.0")
      .replacing("lanes=0", with: "lanes=2")
    #expect(
      plan.runs[0].key
        == Self.key(
          layout: "grid:columns=2", loader: loader,
          prefetcher: "ring:ahead=2:behind=1:cancelOnReversal=false",
          policy: "distance\n  lead=2.0\n  countLimit=0", budget: 1_000_000, seed: 7))
  }

  @Test func `the key of a loader without a cache contains no policy and no budget`() throws {
    let plan = try Specs.plan("  loader: cached:cache=false", "  policy: lru", "  budget: 64MiB")
    #expect(
      plan.runs[0].key
        == Self.key(
          loader: Self.loader.replacing("cache=true", with: "cache=false"), prefetcher: "none",
          policy: "-", budget: 0))
  }

  @Test(arguments: [
    ("patient", "patient\n  first=1\n  countLimit=0"),
    ("patient:second=2", "patient\n  first=1\n  countLimit=0"),
    ("patient:second=5", "patient\n  first=1\n  second=5\n  countLimit=0"),
    ("patient:first=3:second=5", "patient\n  first=3\n  second=5\n  countLimit=0"),
  ])
  func `a later setting is in a key only if it differs from its default`(
    typed: String, text: String
  ) throws {
    let policies = PolicyCatalog.builtIn.adding(
      PolicyDescriptor(
        "patient", "A policy that had one setting at first.",
        settings: [
          Setting("first", .integer(0...9), standard: "1", "There from the start."),
          Setting("second", .integer(0...9), standard: "2", "Added after runs were stored.").later,
        ]
      ) { LRUPolicy(imageCount: $0.imageCount) })
    let spec = "axes: {trace: \(Specs.trace), policy: \"\(typed)\", budget: 64MiB}"
    let plan = try SweepPlan(
      SweepSpec.parse(spec, file: "\(Specs.root)/spec.yml"),
      catalogs: SweepCatalogs(policies: policies))
    let digest = PolicyBehavior.digest(of: plan.policies[0])
    #expect(
      plan.runs[0].key == Self.key(policy: "\(text)\n  behavior \(digest)", budget: 67_108_864))
  }

  @Test(arguments: [
    ("patient", "patient:first=1"),
    ("patient:second=0.50", "patient:first=1"),
    ("patient:second=2", "patient:first=1:second=2"),
    ("patient:first=3:second=2e0", "patient:first=3:second=2"),
  ])
  func `a later setting of a prefetcher is in a key only if it differs from its default`(
    typed: String, text: String
  ) throws {
    let prefetchers = Catalog<PrefetcherDescriptor>.builtIn.adding(
      PrefetcherDescriptor(
        "patient", "A prefetcher that had one setting at first.",
        settings: [
          Setting("first", .integer(0...9), standard: "1", "There from the start."),
          Setting("second", .number(0...9), standard: "0.5", "Added after runs were stored.")
            .later,
        ], facts: PrefetcherDescriptor.Facts(withdraws: false)
      ) { _ in Patience() })
    let spec =
      "axes: {trace: \(Specs.trace), policy: lru, budget: 64MiB, prefetch: \"\(typed)\"}"
    let plan = try SweepPlan(
      SweepSpec.parse(spec, file: "\(Specs.root)/spec.yml"),
      catalogs: SweepCatalogs(prefetchers: prefetchers))
    #expect(
      plan.runs[0].key
        == Self.key(prefetcher: text, policy: "lru\n  countLimit=0", budget: 67_108_864))
  }

  /// A rule that requests nothing.
  private struct Patience: PrefetchRule {
    mutating func plan(
      _ context: PrefetchContext, entered: Span<ItemID>, with planner: inout PrefetchPlanner
    ) {}
  }

  @Test func `a later knob of loaders is a later setting with the default of its preset`() {
    let knob = LoaderSetting.flag("retry", "A failed download is tried again.") { $1(&$0.retry) }
    #expect(!knob.setting(of: .cached).isLater)
    let setting = knob.later.setting(of: .cached)
    #expect(setting.isLater)
    #expect(setting.standard == "true")
  }
}

extension String {
  fileprivate func replacing(_ part: String, with other: String) -> String {
    split(separator: part, omittingEmptySubsequences: false).joined(separator: other)
  }
}
