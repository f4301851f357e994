import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollReports
import ScrollResults
import ScrollSimulation
import ScrollSweeps

/// What the errors of a device's figures leave of the figures of runs, for people and in JSON.
struct RunBandText {
  /// Places of the figures that the table has; JSON has all.
  private static let shown = DrawnRuns.figures.indices.filter {
    !["blankSeconds", "p50Milliseconds"].contains(DrawnRuns.figures[$0].name)
  }

  private let runs: [MadeRun]
  private let bands: RunBands

  /// - Parameters:
  ///   - runs: in the order in which they are shown.
  ///   - plan: that they are of.
  init(_ runs: [MadeRun], of plan: SweepPlan) {
    self.runs = runs
    bands = RunBands(
      ParallelMap.run(Array(0..<ScenarioDraw.count), progress: "draw") {
        DrawnRuns($0, of: plan)
      })
  }

  /// One row for each run, every figure with no more digits than its band supports.
  var table: Table {
    var table = Table(
      [.left("policy"), .right("budget").keeping(.key)]
        + Self.shown.map { .right(DrawnRuns.figures[$0].header) } + [.right("best in")])
    for run in runs {
      let record = run.row.run
      table.append(
        [record.label ?? "-", Self.budget(run)]
          + Self.shown.map { cell($0, run) }
          + ["\(NumberText.fixed(100 * share(run), decimals: 0)) %"])
    }
    return table
  }

  /// What a figure is, and between what: `1.4 (1.1 to 1.9)`.
  private func cell(_ place: Int, _ run: MadeRun) -> String {
    let figure = DrawnRuns.figures[place]
    let band = bands.bands[run.row.position][place]
    let scale = figure.unit == .ratio ? 100.0 : 1
    let decimals = FigureBand([scale * band.low, scale * band.high]).decimals(
      atMost: figure.decimals)
    func text(_ number: Double) -> String { figure.cell(number, decimals: decimals) }
    let value = figure.value(of: run.report).number ?? .infinity
    guard band.width > 0 else { return text(value) }
    return "\(text(value)) (\(text(band.low)) to \(text(band.high)))"
  }

  private static func budget(_ run: MadeRun) -> String {
    run.row.run.budgetBytes.map { run.row.scenario.text(ofBudget: ByteCount($0)) }
      ?? run.row.run.budgetText
  }

  private func share(_ run: MadeRun) -> Double {
    Double(bands.bestIn[run.row.position]) / Double(bands.draws)
  }

  /// What the band is, whether the first of several stays the first, and what most of it comes from.
  var sentences: [String] {
    let percent = NumberText.fixed(100 * FigureBand.share, decimals: 0)
    let assumed = NumberText.fixed(100 * ProfileDraw.assumedError, decimals: 0)
    var sentences = [
      "In parentheses: where \(percent) % of \(bands.draws) draws lie, in which the figures of device "
        + "and network are off by their stated errors; an estimate without one counts as \(assumed) % "
        + "off."
    ]
    if runs.count > 1, let first = runs.first {
      let name = "\(first.row.run.label ?? "-") \(Self.budget(first))"
      let flips = share(first) < FigureBand.share
      sentences.append(
        "\(name) is the best in \(bands.bestIn[first.row.position]) of \(bands.draws) draws"
          + (flips
            ? ": which is best is not known to within these errors." : "."))
    }
    let causes = bands.causes.prefix(3).map {
      "\($0.text) \(NumberText.fixed(100 * $0.share, decimals: 0)) %"
    }
    if !causes.isEmpty {
      sentences.append("What moves its stall over the draws: \(causes.joined(separator: ", ")).")
    }
    return sentences
  }

  /// The same for programs.
  var document: Document { Document(bands, runs) }

  struct Document: Encodable {
    struct Interval: Encodable {
      @OrNull var low: Double?
      @OrNull var high: Double?
    }
    struct Run: Encodable {
      let policy: String
      @OrNull var budgetBytes: Int?
      let bestInDraws: Int
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
        func finite(_ number: Double) -> Double? { number.isFinite ? number : nil }
        return Run(
          policy: run.row.run.label ?? "-", budgetBytes: run.row.run.budgetBytes,
          bestInDraws: bands.bestIn[run.row.position],
          figures: Dictionary(
            uniqueKeysWithValues: DrawnRuns.figures.indices.map {
              (
                DrawnRuns.figures[$0].name,
                Interval(low: finite(of[$0].low), high: finite(of[$0].high))
              )
            }))
      }
      causes = bands.causes.map { Cause(figures: $0.figures, share: $0.share) }
    }
  }
}
