package import ScrollCore
package import ScrollSimulation

/// Two runs of one scenario that differ in their caches only: where they diverge, and the result.
///
///     let diff = RunDiff(
///       RunDiff.Run(name: "lru", log: one, report: first),
///       RunDiff.Run(name: "distance", log: other, report: second), of: prepared)
///     print(diff.sentences)
///
/// Swapping the runs swaps the sides of everything in it.
package final class RunDiff {
  /// Which of the two.
  package enum Side: Sendable, CaseIterable {
    case a, b

    package var other: Side { self == .a ? .b : .a }
  }

  /// One of the two runs.
  package struct Run {
    /// Its name in sentences and drawings.
    package var name: String
    package var log: RunLog
    package var report: RunReport
    /// For how many images its budget had room and how many its policy needs to be what its name
    /// says, where these are more.
    package var shortage: (room: Double, needed: Int)?

    /// A run that is over, with what it reported.
    package init(
      name: String, log: RunLog, report: RunReport, shortage: (room: Double, needed: Int)? = nil
    ) {
      self.name = name
      self.log = log
      self.report = report
      self.shortage = shortage
    }
  }

  let names: (a: String, b: String)
  let a: LogIndex, b: LogIndex
  let shares: (a: StallShares, b: StallShares)
  let deaths: (a: RunReport.Death?, b: RunReport.Death?)
  let scores: (a: RunScore, b: RunScore)
  let shortages: (a: (room: Double, needed: Int)?, b: (room: Double, needed: Int)?)
  let search: DivergenceSearch?

  /// The first thing that one cache did and the other did not; nil if there is none.
  package private(set) var divergence: Divergence?
  /// Where one stalls more than the other, the greatest difference first.
  ///
  /// Every appearance that differs is in one of them: their differences add up to that of the
  /// runs, exactly in what is counted, and but for rounding in screen-seconds of blank and wrong
  /// area. What late frames keep from the user belongs to none.
  package let stretches: [Stretch]
  /// Of the whole runs, from their reports.
  package let figures: (a: Figures, b: Figures)

  /// Compares two runs.
  /// - Parameters:
  ///   - a: one run.
  ///   - b: another one.
  ///   - prepared: what both have run, with the same seed.
  /// - Complexity: O(entries of both logs + *n* log *n* in the appearances).
  package init(_ a: Run, _ b: Run, of prepared: PreparedScenario) {
    names = (a.name, b.name)
    self.a = LogIndex(a.log, of: prepared)
    self.b = LogIndex(b.log, of: prepared)
    shares = (StallShares(self.a), StallShares(self.b))
    deaths = (a.report.death, b.report.death)
    scores = (RunScore(a.report), RunScore(b.report))
    shortages = (a.shortage, b.shortage)
    figures = (Figures(a.report), Figures(b.report))
    stretches = StretchSearch(self.a, shares.a, self.b, shares.b).stretches
    search = DivergenceSearch(
      CacheStep.all(in: a.log.entries, keyCount: prepared.keyCount),
      CacheStep.all(in: b.log.entries, keyCount: prepared.keyCount),
      lengths: (a.log.entries.count, b.log.entries.count))
    divergence = search.map(tell)
  }

  var scenario: Scenario { a.prepared.scenario }
  var keys: ItemPlacement { a.prepared.keyPlacement }
  var keyCount: Int { keys.imageCount }

  /// The name of a side.
  package func name(_ side: Side) -> String { side == .a ? names.a : names.b }

  /// When and why the device killed the app, if it did.
  package func death(_ side: Side) -> RunReport.Death? { side == .a ? deaths.a : deaths.b }

  /// `a` less `b`, of the whole runs.
  package var difference: Figures { figures.a - figures.b }

  /// The images in both caches after the divergence; nil if there is none.
  package var residentsAtDivergence: (a: [ImageID], b: [ImageID])? {
    guard let search else { return nil }
    func residents(_ record: LogIndex, _ bound: Int) -> [ImageID] {
      ResidentSet(of: record.log, before: bound, keyCount: keyCount).keys.map { ImageID($0) }
    }
    return (residents(a, search.bounds.a), residents(b, search.bounds.b))
  }
}
