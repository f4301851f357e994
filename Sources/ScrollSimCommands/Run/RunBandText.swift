import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The error bands of the figures of runs, which follow from the errors of the device's figures, as
/// text for people.
struct RunBandText {
  /// The indices of the figures in the table.
  ///
  /// JSON has all figures.
  private static let shown = DrawnRuns.figures.indices.filter {
    !["blankSeconds", "p50Milliseconds"].contains(DrawnRuns.figures[$0].name)
  }

  private let runs: [CompletedRun]
  private let bands: RunBands

  /// The bands as a document for programs.
  var document: RunBandDocument { RunBandDocument(bands, runs) }

  /// Creates the bands of runs.
  /// - Parameters:
  ///   - runs: The runs, in display order.
  ///   - plan: The plan of the runs.
  init(_ runs: [CompletedRun], of plan: SweepPlan) {
    self.runs = runs
    bands = RunBands(
      ParallelMap.run(Array(0..<ScenarioDraw.count), progress: "draw") {
        DrawnRuns($0, of: plan)
      }, lookingAt: runs.first?.row.position ?? 0)
  }

  /// A table with one row for each run.
  ///
  /// A figure has only the digits that its band supports.
  var table: Table {
    let figures = Self.shown.map { place in
      Column<CompletedRun>(.right(DrawnRuns.figures[place].header)) { cell(place, $0) }
    }
    return Table(
      [
        Column(.left("policy")) { $0.row.run.label ?? "-" },
        Column(.right("budget").keeping(.key)) { $0.budgetText },
      ] + figures + [
        Column(.right("best in")) {
          "\(NumberText.fixed(100 * share($0), decimals: 0)) %"
        }
      ], of: runs)
  }

  /// Returns a figure and its band, such as `1.4 (1.1 to 1.9)`.
  ///
  /// The upper end is `killed` if the app is killed in more draws than the band leaves out above
  /// it.
  private func cell(_ place: Int, _ run: CompletedRun) -> String {
    let figure = DrawnRuns.figures[place]
    let band = bands.bands[run.row.position][place]
    let scale = figure.unit == .ratio ? 100.0 : 1
    let decimals = FigureBand([scale * band.low, scale * band.high]).decimals(
      atMost: figure.decimals)
    func text(_ number: Double) -> String { figure.cell(number, decimals: decimals) }
    if figure.name == "hitRate", run.row.run.policy == nil { return "-" }
    let isKilled = bands.killedIn[run.row.position] > 0 && figure.better == .less
    if isKilled, !band.low.isFinite { return "killed" }
    let value = figure.value(of: run.report).number ?? .infinity
    guard band.width > 0 else { return text(value) }
    let high = isKilled && !band.high.isFinite ? "killed" : text(band.high)
    return "\(text(value)) (\(text(band.low)) to \(high))"
  }

  private func share(_ run: CompletedRun) -> Double {
    Double(bands.bestIn[run.row.position]) / Double(bands.draws)
  }

  /// The sentences that explain the bands.
  ///
  /// They state the number of draws in which the first run is among the best, the kills, and the
  /// main causes of the bands.
  var sentences: [String] {
    var sentences = [meaning]
    if let order { sentences.append(order) }
    let killed = runs.filter { bands.killedIn[$0.row.position] > 0 }.map {
      "\(bands.killedIn[$0.row.position]) draws"
        + (runs.count > 1 ? " with \(Self.name($0))" : "")
    }
    if !killed.isEmpty { sentences.append("The app is killed in \(Phrase.list(killed)).") }
    if let first = runs.first {
      let whose = runs.count > 1 ? "the stall of \(Self.name(first))" : "the stall"
      sentences += bands.causes.prefix(3).enumerated().map { index, cause in
        NumberText.fixed(100 * cause.share, decimals: 0) + " % "
          + (index == 0 ? "of the variance of \(whose) " : "")
          + "comes from errors of \(cause.text)."
      }
    }
    return sentences
  }

  private var meaning: String {
    let lie =
      "In parentheses: the range of \(NumberText.fixed(100 * FigureBand.share, decimals: 0)) "
      + "% of \(bands.draws) draws"
    guard bands.figures > 0 else {
      return lie
        + ". No device figure that these runs use has an error. The draws differ only by "
        + "chance: decode times, network, randomized policies."
    }
    let assumed = NumberText.fixed(100 * ProfileDraw.assumedError, decimals: 0)
    return lie
      + ". Each draw varies the figures of device and network within their errors. An estimate "
      + "without a stated error counts as \(assumed) % off."
  }

  private static func name(_ run: CompletedRun) -> String {
    "\(run.row.run.label ?? "-") \(run.budgetText)"
  }

  /// A sentence about the number of draws in which no other run is visibly better than the first;
  /// `nil` for a single run.
  private var order: String? {
    guard runs.count > 1, let first = runs.first else { return nil }
    let sure = runs.filter { share($0) >= FigureBand.share }
    let start =
      "In \(bands.bestIn[first.row.position]) of \(bands.draws) draws no other run is visibly "
      + "better than \(Self.name(first))"
    if share(first) < FigureBand.share {
      return start + ". These errors are too large to tell which run is best."
    }
    return sure.count == 1
      ? start + "."
      : start
        + ". The same holds for \(sure.count == 2 ? Self.name(sure[1]) : "\(sure.count - 1) others") "
        + "in nearly all draws, so there is no visible difference."
  }
}

/// The bands of runs as JSON.
///
/// An end is null if the event never happens or the app is killed.
struct RunBandDocument: Encodable {
  struct Interval: Encodable {
    @FiniteOrNull var low: Double?
    @FiniteOrNull var high: Double?
  }
  struct Run: Encodable {
    let policy: String
    @OrNull var budgetBytes: Int?
    /// The number of draws in which no other run is visibly better.
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

  init(_ bands: RunBands, _ runs: [CompletedRun]) {
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

extension CompletedRun {
  /// The budget as text, with the quantity that the cache counts.
  var budgetText: String {
    row.run.budgetBytes.map { row.scenario.text(ofBudget: ByteCount($0)) } ?? row.run.budgetText
  }
}
