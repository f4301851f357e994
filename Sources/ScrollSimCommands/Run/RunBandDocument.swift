import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The bands of runs as JSON.
///
/// An end is null where it is infinite: never, or killed.
struct RunBandDocument: Encodable {
  struct Interval: Encodable {
    @FiniteOrNull var low: Double?
    @FiniteOrNull var high: Double?
  }
  struct Run: Encodable {
    let policy: String
    @OrNull var budgetBytes: Int?
    /// Nothing is better by as much as matters.
    let bestInDraws: Int
    let killedInDraws: Int
    let figures: [String: Interval]
  }
  struct Cause: Encodable {
    let figures: [String]
    let share: Double
  }
  let draws: Int
  let share: Double
  let assumedError: Double
  let runs: [Run]
  let causes: [Cause]

  init(_ bands: RunBands, _ runs: [MadeRun]) {
    draws = bands.draws
    share = FigureBand.share
    assumedError = ProfileDraw.assumedError
    self.runs = runs.map { run in
      let of = bands.bands[run.row.position]
      return Run(
        policy: run.row.run.label ?? "-", budgetBytes: run.row.run.budgetBytes,
        bestInDraws: bands.bestIn[run.row.position],
        killedInDraws: bands.killedIn[run.row.position],
        figures: Dictionary(
          uniqueKeysWithValues: DrawnRuns.figures.indices.map {
            (
              DrawnRuns.figures[$0].name,
              Interval(low: of[$0].low, high: of[$0].high)
            )
          }))
    }
    causes = bands.causes.map { Cause(figures: $0.figures, share: $0.share) }
  }
}
