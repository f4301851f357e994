import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import Testing

/// Runs that are copied in the middle and continue on their own.
struct ForkTests {
  @Test func `a copied run and its original both report like the run from the start`() throws {
    var tried = Set<String>()
    for seed in UInt64(0)..<1200 {
      let drawn = try ForkedCase(seed)
      tried.formUnion(drawn.names)
      expectEqualReports(drawn, seed)
    }
    #expect(ForkedCase.allNames.subtracting(tried).isEmpty)
  }

  @Test(arguments: [Loader.Serving.exact, .atLeast, .any])
  func `a copied run with several sizes of images reports like the run from the start`(
    serves: Loader.Serving
  ) throws {
    var haveSizes = 0
    for seed in UInt64(0)..<300 {
      var drawn = try ForkedCase(seed)
      RandomLoader.keepSizes(&drawn.scenario.loader, by: serves, seed: seed)
      guard drawn.prepared.renditionCount > 1 else { continue }
      haveSizes += 1
      expectEqualReports(drawn, seed)
    }
    #expect(haveSizes > 30)
  }

  private func expectEqualReports(_ drawn: ForkedCase, _ seed: UInt64) {
    let whole = drawn.prepared.run(drawn.policy, budget: drawn.budget, seed: seed)
    var random = SeededRandom(seed: seed)
    let run = drawn.run()
    run.advance(to: drawn.time(&random))
    let copy = run.copy()
    // In turns, each to moments of its own; a state that they share would show.
    for _ in 0..<3 {
      run.advance(to: drawn.time(&random))
      copy.advance(to: drawn.time(&random))
    }
    let grandchild = copy.copy()
    for each in [grandchild, run, copy] {
      each.finish()
      #expect(each.report() == whole, "seed \(seed): \(drawn)")
    }
  }

  @Test func `a change in a copy has the effect of the change in the run itself`() throws {
    for seed in UInt64(0)..<300 {
      let drawn = try ForkedCase(seed)
      let whole = drawn.prepared.run(drawn.policy, budget: drawn.budget, seed: seed)
      var random = SeededRandom(seed: seed)
      let (time, change) = (drawn.time(&random), drawn.change(&random))
      let run = drawn.run()
      run.advance(to: time)
      let copy = run.copy()
      copy.change(change)
      let changed = drawn.run()
      changed.advance(to: time)
      changed.change(change)
      for each in [run, copy, changed] { each.finish() }
      #expect(run.report() == whole, "seed \(seed): \(change) of \(drawn)")
      #expect(copy.report() == changed.report(), "seed \(seed): \(change) of \(drawn)")
      #expect(copy.report().brokenLaws == [], "seed \(seed): \(change) of \(drawn)")
    }
  }

  @Test(arguments: ["lru", "fifo", "sieve", "lfu", "distance", "nuke-clock", "yy-memory"])
  func `a limit or a network that changes at the launch is that of the whole run`(
    policy: String
  ) throws {
    var differing = 0
    for seed in UInt64(0)..<60 {
      var drawn = try ForkedCase(seed)
      drawn.policy = try PolicyCatalog.builtIn.choose(policy)
      // Preloading at the launch comes before any change.
      guard drawn.scenario.loader.preload == 0, drawn.scenario.start == .cold,
        drawn.scenario.loader.cache
      else { continue }
      var other = drawn
      if seed % 2 == 0 {
        other.budget = drawn.budget.map { ByteCount($0.bytes / 3) }
      } else {
        // Some prefetchers know the load times on the first network.
        drawn.scenario.prefetcher = .none
        other.scenario.prefetcher = .none
        other.scenario.network = ForkedCase.network(bandwidth: 300_000, milliseconds: 90)
        other.scenario.network.connections = drawn.scenario.network.connections
      }
      let whole = other.prepared.run(other.policy, budget: other.budget, seed: seed)
      let run = drawn.run()
      run.change(seed % 2 == 0 ? .budget(other.budget) : .network(other.scenario.network))
      run.finish()
      #expect(run.report() == whole, "seed \(seed): \(drawn)")
      let usual = drawn.prepared.run(drawn.policy, budget: drawn.budget, seed: seed)
      differing += usual == whole ? 0 : 1
    }
    #expect(differing > 5)
  }

  @Test func `a prefetcher that changes at the launch is that of the whole run`() throws {
    var differing = 0
    for seed in UInt64(0)..<120 {
      let drawn = try ForkedCase(seed)
      guard drawn.scenario.loader.preload == 0, drawn.scenario.start == .cold,
        drawn.scenario.loader.cache
      else { continue }
      var other = drawn
      other.scenario.prefetcher = ForkedCase.prefetcher(Int(seed) + 7)
      let whole = other.prepared.run(drawn.policy, budget: drawn.budget, seed: seed)
      let run = drawn.run()
      run.change(.prefetcher(other.scenario.prefetcher))
      run.finish()
      #expect(run.report() == whole, "seed \(seed): \(drawn)")
      let usual = drawn.prepared.run(drawn.policy, budget: drawn.budget, seed: seed)
      differing += usual == whole ? 0 : 1
    }
    #expect(differing > 20)
  }

  @Test func `a lower limit evicts at once`() throws {
    var strip = Strip(path: "0....1....2....3....4....5....6....7....8....9....")
    strip.loader = .cached
    let run = LiveRun(
      PreparedScenario(strip.scenario), try PolicyCatalog.builtIn.choose("lru"), budget: nil,
      seed: 0, log: nil, isRepeatable: true)
    run.advance(to: .ms(400))
    let full = run.report().cache.residentBytes
    let limit = ByteCount(full.bytes / 2)
    run.change(.budget(limit))
    #expect(full > .zero)
    #expect(run.report().cache.residentBytes <= limit)
  }
}

/// A drawn run with entries of the catalogs, each of which some seed has.
private struct ForkedCase: CustomStringConvertible {
  private let seed: UInt64
  var scenario: Scenario
  var policy: Choice<PolicyDescriptor>
  var budget: ByteCount?
  private let loader: String

  private static let policies = PolicyCatalog.builtIn.entries.filter { !$0.facts.needsFuture }
  private static let loaders = Catalog<LoaderDescriptor>.builtIn.entries
  private static let prefetchers = Catalog<PrefetcherDescriptor>.builtIn.entries

  init(_ seed: UInt64) throws {
    let drawn = try SwarmCase(seed: seed)
    self.seed = seed
    (scenario, budget) = (drawn.scenario, drawn.budget)
    let named = Self.policies[Int(seed) % Self.policies.count]
    policy =
      named.name == "score" ? drawn.policy : try PolicyCatalog.builtIn.choose(named.name)
    let entry = Self.loaders[Int(seed / 3) % Self.loaders.count]
    let loader = entry.loader(SettingValues(standardsOf: entry.settings))
    if seed % 3 > 0, loader.objection(to: scenario.images) == nil,
      loader.objection(to: scenario.images, on: scenario.device) == nil
    {
      scenario.loader = loader
      self.loader = entry.name
    } else {
      self.loader = "drawn"
    }
    if seed % 4 > 0 { scenario.prefetcher = Self.prefetcher(Int(seed / 4)) }
    if seed % 5 == 0, policy.needForBudget == nil { budget = nil }
  }

  static func prefetcher(_ number: Int) -> Prefetcher {
    prefetchers[number % prefetchers.count].standard
  }

  static func network(bandwidth: Int64, milliseconds: Int) -> NetworkProfile {
    NetworkProfile(
      name: "other", summary: "Another network.", latency: .ms(Double(milliseconds)),
      roundTrip: .ms(Double(milliseconds)), bandwidth: bandwidth)
  }

  var names: Set<String> {
    [
      "policy \(policy.entry.name)", "loader \(loader)",
      "prefetcher \(scenario.prefetcher.descriptor.name)",
    ]
  }

  static var allNames: Set<String> {
    Set(
      policies.map { "policy \($0.name)" } + loaders.map { "loader \($0.name)" }
        + prefetchers.map { "prefetcher \($0.name)" }
    ).subtracting(["policy score"])
  }

  var prepared: PreparedScenario { PreparedScenario(scenario) }

  func run() -> LiveRun {
    LiveRun(prepared, policy, budget: budget, seed: seed, log: nil, isRepeatable: true)
  }

  /// Returns a time of the run, between two frames or at one.
  func time(_ random: inout SeededRandom) -> SimTime {
    let motion = prepared.scenario.motion
    let (begin, end) = (motion.times[0].nanoseconds, motion.duration.nanoseconds)
    return SimTime(nanoseconds: begin + Int64(random.below(Int(end - begin) + 1)))
  }

  func change(_ random: inout SeededRandom) -> RunChange {
    guard scenario.loader.cache, random.chance(0.7) else {
      return .network(
        Self.network(
          bandwidth: Int64(50_000 + random.below(2_000_000)), milliseconds: random.below(200)))
    }
    if random.chance(0.4) {
      return .prefetcher(Self.prefetcher(random.below(Self.prefetchers.count)))
    }
    return .budget(ByteCount(20_000 + random.below(2_000_000)))
  }

  var description: String {
    "policy \(policy.text), budget \(budget.map { "\($0)" } ?? "none"), loader \(loader), prefetch "
      + "\(scenario.prefetcher), start \(scenario.start)"
  }
}
