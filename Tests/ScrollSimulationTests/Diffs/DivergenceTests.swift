import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the first difference of two runs: in their logs, and in both caches after every call.
struct DivergenceTests {
  static let seeds: Range<UInt64> = 60_000..<60_600
  static let cached = Loader.cached.with(\.prefetcher, .none)

  @Test func `caches hold the same images until the divergence and differ after it`() throws {
    var parted = 0
    for seed in Self.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let (a, b) = (pair.histories.a, pair.histories.b)
      let place = zip(a.changes, b.changes).prefix { $0 == $1 }.count
      let next = [a, b].compactMap { $0.changes.dropFirst(place).first }
      let call = next.map(\.call).min()
      let found = pair.diff.residentsAtDivergence
      try #require((call == nil) == (found == nil), "seed \(seed)\n\(pair)")
      try #require((call == nil) == (pair.diff.divergence == nil), "seed \(seed)\n\(pair)")
      guard let call, let found else { continue }
      try #require(
        found.a == a.residents(after: call) && found.b == b.residents(after: call),
        "seed \(seed)\n\(found)\n\(a.residents(after: call))\n\(b.residents(after: call))\n\(pair)")
      try #require(found.a != found.b, "seed \(seed)")
      parted += 1
    }
    #expect(parted > 100, "only \(parted) of these pairs part")
  }

  @Test func `a divergence lists the contents of both caches`() throws {
    for seed in Self.seeds {
      guard let pair = try DrawnDiff(seed: seed), let divergence = pair.diff.divergence,
        let residents = pair.diff.residentsAtDivergence
      else { continue }
      try #require(
        divergence.a.holding.images == residents.a.count
          && divergence.b.holding.images == residents.b.count
          && divergence.overlap == Set(residents.a).intersection(residents.b).count,
        "seed \(seed)\n\(divergence)\n\(pair)")
    }
  }

  @Test func `a run does not diverge from itself`() throws {
    for seed in Self.seeds.prefix(100) {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      let diff = RunDiff(pair.a, pair.a, of: pair.prepared)
      try #require(diff.divergence == nil && diff.stretches.isEmpty, "seed \(seed)\n\(pair)")
      #expect(diff.sentences.count == (pair.a.report.death == nil ? 1 : 2))
      #expect(diff.difference == RunDiff.Figures())
    }
  }

  @Test func `swapped runs give a swapped divergence`() throws {
    for seed in Self.seeds {
      guard let pair = try DrawnDiff(seed: seed) else { continue }
      var expected = pair.diff.divergence
      if let divergence = expected {
        expected?.a = divergence.b
        expected?.b = divergence.a
      }
      try #require(pair.swapped.divergence == expected, "seed \(seed)\n\(pair)")
    }
  }

  @Test func `LRU evicts the oldest use where FIFO evicts the oldest arrival`() throws {
    // 0 and 1 are stored at 20 and 60, 0 is used again at 80, and 2 comes at 140 into room for
    // two.
    let strip = Strip(path: "0...1...0...2.....", loader: Self.cached, room: 2)
    let divergence = try #require(try strip.diff("lru", "fifo").divergence)
    #expect(divergence.time == .ms(140))
    #expect(divergence.frame == 14)
    #expect(divergence.offset == 200)
    #expect(divergence.offered?.name == "item 2")
    #expect(divergence.a.evicted.map(\.image.name) == ["item 1"])
    #expect(divergence.b.evicted.map(\.image.name) == ["item 0"])
    #expect(divergence.a.evicted.map(\.image.distance) == [0])
    #expect(divergence.b.evicted.map(\.image.distance) == [-100])
    #expect(divergence.a.evicted.map(\.image.lastAsked) == [.ms(40)])
    #expect(divergence.b.evicted.map(\.image.lastAsked) == [.ms(80)])
    #expect(divergence.overlap == 1)
  }

  @Test func `a cache that refuses diverges from a cache that stores`() throws {
    var strip = Strip(path: "0...1...0...2.....", loader: Self.cached, room: 1)
    strip.large = ([1], 8)
    let prepared = PreparedScenario(strip.scenario)
    // 2048 bytes fit into room for two only.
    let diff = try prepared.diff(("lru", 1024), ("lru", 2048))
    let divergence = try #require(diff.divergence)
    #expect(divergence.offered?.name == "item 1")
    #expect(!divergence.a.keepsOffered && divergence.b.keepsOffered)
    #expect(divergence.a.evicted.isEmpty)
    #expect(divergence.b.evicted.map(\.image.name) == ["item 0"])
  }
}

extension Strip {
  /// Compares two policies.
  func diff(_ a: String, _ b: String) throws -> RunDiff {
    try PreparedScenario(scenario).diff((a, room * 1024), (b, room * 1024))
  }
}

extension PreparedScenario {
  /// Compares two policies with their budgets.
  func diff(_ a: (String, Int), _ b: (String, Int)) throws -> RunDiff {
    func run(_ policy: String, _ budget: Int) throws -> RunDiff.Run {
      let log = RunLog()
      let report = lawfulRun(
        try PolicyCatalog.builtIn.choose(policy), budget: ByteCount(budget), log: log)
      return RunDiff.Run(name: policy, log: log, report: report)
    }
    return RunDiff(try run(a.0, a.1), try run(b.0, b.1), of: self)
  }
}
