import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// What was measured on a device, laid beside the one run that is asked for.
struct RunMeasured {
  private let path: String
  private let file: MeasuredFile
  /// The figures of the file, where it has figures.
  private let figures: [(figure: Figure, value: Double)]

  /// Reads the file.
  /// - Throws: `CommandError` for one that cannot be used.
  init(_ path: String) throws(CommandError) {
    self.path = path
    do {
      file = try MeasuredFile.load(path)
      figures = try Self.figures(of: file, path)
    } catch {
      throw CommandError(error)
    }
  }

  /// Makes the run and prints the comparison.
  func print(_ asked: RunRequest, _ job: SweepJob, _ output: FormatOption) throws {
    let log: RunLog? = figures.isEmpty ? RunLog() : nil
    let run = log.map { job.made(0, log: $0) } ?? job.made(0)
    try log?.requireWhole(of: asked.path)
    let comparison = comparison(run, log)
    switch output.format {
    case .csv: try Output.printData(comparison.table(isRounded: false).csv())
    case .json: try Output.print(JSONDocument.text(document(asked, run, comparison)))
    case .markdown: try Output.print(comparison.table(isRounded: true).markdown())
    case .table:
      let text = comparison.table(isRounded: true).text(
        fitting: output.width, style: .standardOutput)
      let notes = (comparison.sentences + [Self.caution]).map {
        Terminal.wrapped("note: \($0)", to: output.width)
      }
      let caption = Terminal.wrapped(
        "\(asked.caption)\n\(CheckTable.name(run.row)), beside \(path)", to: output.width)
      try Output.print("\(caption)\n\n\(text)\n\(notes.joined(separator: "\n"))\n")
    }
  }

  private static let caution =
    "a prediction is of this trace, this device's profile and this loader; expected the same scroll "
    + "to have been measured"

  private func comparison(_ run: MadeRun, _ log: RunLog?) -> MeasuredComparison {
    switch (file, log) {
    case (.late(let moments), let log?):
      LateFrames(log, measured: moments.map { ($0.time, $0.value) }).comparison
    case (.blank(let moments), let log?):
      BlankTimes(log, measured: moments.map { ($0.time, $0.value) }).comparison
    default:
      MeasuredComparison(
        figures.map { figure, value in
          MeasuredComparison.Line(
            figure, predicted: figure.value(of: run.report).number ?? .nan, measured: value)
        })
    }
  }

  /// The figures by their names, in their own units.
  private static func figures(
    of file: MeasuredFile, _ path: String
  ) throws(TraceError) -> [(figure: Figure, value: Double)] {
    guard case .figures(let measured) = file else { return [] }
    let known = FigureCatalog.ofReports.filter { $0.unit != .word }
    let names = known.map(\.name)
    var figures: [(figure: Figure, value: Double)] = []
    for line in measured {
      func wrong(_ field: String, _ found: String, _ expected: String) -> TraceError {
        TraceError(
          file: path, line: line.line, subject: .field(field), found: .text(ClippedText(found)),
          expected: expected)
      }
      guard let name = NameMatch.find(line.name, in: names),
        let figure = known.first(where: { $0.name == name })
      else {
        let near = NameMatch.suggestion(for: line.name, among: names)
        throw wrong(
          "name", line.name,
          near.map { "a figure, perhaps \($0)" } ?? "a figure of `run`, as hitchRatio")
      }
      guard let unit = MeasuredUnit(line.unit, of: figure) else {
        let units = MeasuredUnit.names(of: figure).filter { !$0.isEmpty }
        throw wrong("unit", line.unit, "for \(name) one of \(units.joined(separator: ", "))")
      }
      figures.append((figure, unit.value(line.value)))
    }
    return figures
  }

  private struct Document: Encodable {
    struct Line: Encodable {
      let name: String, unit: String
      @FiniteOrNull var predicted: Double?
      let measured: Double
    }

    let run: RunDocument.Head
    @OrNull var policy: String?
    let budget: String
    let measured: String
    let figures: [Line]
    let sentences: [String]
  }

  private func document(
    _ asked: RunRequest, _ run: MadeRun, _ comparison: MeasuredComparison
  ) -> Document {
    Document(
      run: RunDocument.Head(asked), policy: run.row.run.label, budget: run.row.run.budgetText,
      measured: path,
      figures: comparison.lines.map {
        Document.Line(
          name: $0.name, unit: $0.unit, predicted: $0.predicted, measured: $0.measured)
      }, sentences: comparison.sentences)
  }
}
