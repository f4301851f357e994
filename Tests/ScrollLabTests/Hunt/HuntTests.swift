import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation
import ScrollSweeps
import ScrollTraces
import Testing
import scrollsim_lab

/// Small hunts.
struct HuntTests {
  private static let cases: [(policy: String, loader: String, metric: HuntSetup.Metric)] = [
    ("lru", "cached", .stall), ("mru", "cached", .stall), ("fifo", "kingfisher", .misses),
  ]

  @Test(arguments: cases.indices)
  func `a found session is worse and repeats as a trace with the same figures`(place: Int) throws {
    let (policy, loader, metric) = Self.cases[place]
    // Kingfisher fetches nothing ahead.
    let setup = try HuntSetups.setup(policy, metric: metric, loader: loader, room: .drawn)
    let answer = try #require(Hunt(setup, seed: 3, runs: 1200, jobs: 2).run { _ in })
    #expect(answer.trial.regret > 0)
    #expect(answer.strokes.count <= setup.mostStrokes)
    #expect(try #require(answer.screens) >= 3)
    #expect(answer.trace.catalog.images.count <= 2000)
    ThumbLimits.check(answer.trace.catalog.images, "\(policy)")
    let read = try TraceFile.parse(TraceFile.bytes(of: answer.trace), file: "worst.scroll")
    guard case .gestures(let script) = read.movement else {
      Issue.record("the trace has no gestures")
      return
    }
    ThumbLimits.check(script.gestures, "\(policy)")
    let prepared = PreparedScenario(
      Scenario(
        read, device: setup.device, network: setup.network,
        loader: setup.loader.entry.loader(setup.loader.settings),
        prefetcher: setup.prefetcher.entry.prefetcher(setup.prefetcher.settings)))
    func figure(_ policy: String) throws -> Double {
      let report = prepared.run(
        try PolicyCatalog.builtIn.choose(policy), budget: answer.budget)
      #expect(report.death == nil)
      switch metric {
      case .stall: return report.stalls.seconds
      case .misses: return Double(report.requests.count - report.requests.hits)
      }
    }
    let opponent = try #require(answer.opponent)
    #expect(try figure(policy) == answer.trial.policy)
    #expect(try figure(opponent) == answer.trial.other)
    // Nobody that was asked does better.
    for other in ["lru", "mru", "fifo", "arc", "lirs", "distance"] where other != policy {
      guard setup.opponents.contains(where: { $0.text == other }) else { continue }
      let choice = try PolicyCatalog.builtIn.choose(other)
      let budget = try #require(answer.budget)
      guard prepared.shortage(of: choice, budget: budget) == nil else { continue }
      #expect(try figure(other) >= answer.trial.other, "\(other)")
    }
  }

  @Test func `the number of threads does not change the outcome`() throws {
    let setup = try HuntSetups.setup("lru")
    let answers = try [1, 3].map { jobs in
      try #require(Hunt(setup, seed: 5, runs: 600, jobs: jobs).run { _ in })
    }
    #expect(answers[0].trace.digest == answers[1].trace.digest)
    #expect(answers[0].trial == answers[1].trial)
    #expect(answers[0].opponent == answers[1].opponent)
    #expect(answers[0].picture == answers[1].picture)
    #expect(answers[0].runs == answers[1].runs)
  }

  @Test(arguments: HuntSetup.Metric.allCases)
  func `a hunt against a bound compares with the bound`(metric: HuntSetup.Metric) throws {
    let setup = try HuntSetups.setup(
      "lru", against: .bound, metric: metric, prefetch: "none", mostStrokes: 8)
    let answer = try #require(Hunt(setup, seed: 2, runs: 600, jobs: 2).run { _ in })
    #expect(answer.opponent == nil)
    #expect(answer.trial.regret > 0 && answer.trial.other >= 0)
  }

  @Test func `a shrunken session keeps nine tenths of the loss`() throws {
    let setup = try HuntSetups.setup("lru", mostStrokes: 20)
    let answer = try #require(Hunt(setup, seed: 9, runs: 1500, jobs: 2).run { _ in })
    #expect(answer.strokes.count <= answer.found.strokes)
    #expect(answer.trial.policy > 0)
    // The opponent that is named in the end may be a better one still, which adds to it.
    #expect(answer.trial.regret >= 0.9 * answer.found.trial.regret)
  }
}
