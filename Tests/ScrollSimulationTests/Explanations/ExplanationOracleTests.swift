import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests that the sums over stories equal the figures of the report.
struct ExplanationOracleTests {
  private static func told(_ seed: UInt64) throws -> (RunReport, StallExplainer, RandomScenario) {
    let drawn = RandomScenario(seed: seed)
    let prepared = PreparedScenario(drawn.scenario)
    let log = RunLog()
    let report = prepared.lawfulRun(
      try drawn.model(), isSpatial: drawn.isSpatial, log: log, told: drawn)
    return (report, StallExplainer(log, of: prepared), drawn)
  }

  private static func appearances(_ explainer: StallExplainer, _ drawn: RandomScenario)
    -> [AppearanceExplanation]
  {
    (0..<drawn.scenario.placement.count).flatMap { (try? explainer.item($0)) ?? [] }
  }

  private static let seeds: Range<UInt64> = 40_000..<40_400

  @Test func `appearances and their reasons add up to the report`() throws {
    for seed in Self.seeds {
      let (report, explainer, drawn) = try Self.told(seed)
      let explanations = Self.appearances(explainer, drawn)
      func count(_ outcome: AppearanceExplanation.Outcome) -> Int {
        explanations.count { $0.outcome == outcome }
      }
      let reasons = AbsenceReason.allCases.map { reason in
        explanations.count { $0.reason == reason && $0.outcome != .unfinished }
      }
      let waits = explanations.filter { $0.outcome != .unfinished }.reduce(0) {
        $0 + $1.waits.total
      }
      try #require(
        explanations.count == report.stalls.appearances && count(.late) == report.stalls.late
          && count(.neverShown) == report.stalls.neverShown
          && count(.unfinished) == report.stalls.unfinished
          && reasons == report.stalls.absences && waits == report.stalls.waits.total,
        "seed \(seed)\n\(drawn)\n\(report.stalls)")
    }
  }

  @Test func `frames add up to the report`() throws {
    for seed in Self.seeds {
      let (report, explainer, drawn) = try Self.told(seed)
      try #require(explainer.frameCount == report.frames, "seed \(seed)")
      let frames = try (0..<explainer.frameCount).map { try explainer.frame($0) }
      let late = frames.filter { $0.delay > .zero }
      try #require(
        late.count == report.hitches.count
          && late.reduce(SimTime.zero) { $0 + $1.delay } == report.hitches.time
          && late.map(\.delay).max() ?? .zero == report.hitches.worst,
        "seed \(seed)\n\(drawn)\n\(report.hitches)")
      try #require(
        frames.count { $0.presented != nil && $0.blank > 0 } == report.stalls.framesWithBlank,
        "seed \(seed)")
    }
  }

  @Test func `blank, soft and wrong shares of the viewport list exactly their items`()
    throws
  {
    for seed in Self.seeds {
      let (_, explainer, drawn) = try Self.told(seed)
      for number in 0..<explainer.frameCount {
        let frame = try explainer.frame(number)
        // A frame that was never on screen showed nothing.
        guard frame.presented != nil else { continue }
        for (share, word) in [
          (frame.blank, "blank"), (frame.soft, "soft"), (frame.wrong, "wrong"),
        ] where share > 0 {
          let link = frame.explanation.links.first {
            $0.text.contains(" of the viewport \(word) (item")
          }
          try #require(link != nil, "seed \(seed), frame \(number)\n\(frame)\n\(drawn)")
        }
      }
    }
  }

  @Test func `the times of a chain ascend within the run`() throws {
    for seed in Self.seeds {
      let (report, explainer, drawn) = try Self.told(seed)
      for explanation in Self.appearances(explainer, drawn) {
        let times = explanation.explanation.links.map(\.time)
        try #require(times == times.sorted(), "seed \(seed)\n\(explanation)")
        try #require(
          times.allSatisfy { (.zero...report.duration).contains($0) },
          "seed \(seed)\n\(explanation)\n\(drawn)")
        try #require(
          explanation.outcome == .atOnce || explanation.explanation.links.isEmpty == false,
          "seed \(seed)\n\(explanation)")
      }
    }
  }

  @Test func `equal runs give equal explanations`() throws {
    for seed in Self.seeds.prefix(50) {
      let (first, second) = (try Self.told(seed), try Self.told(seed))
      try #require(
        Self.appearances(first.1, first.2) == Self.appearances(second.1, second.2),
        "seed \(seed)")
    }
  }
}
