import ScrollSimCommands
import ScrollTraces

/// What `identify` finds, for scripts.
struct IdentifyDocument: Encodable {
  struct Model: Encodable {
    let model: String
    /// Counted from 1; missing in one that draws.
    let `class`: Int?
    let draws: Bool
    /// The natural logarithm.
    let logLikelihood: Double
    let isUpperBound: Bool
    let remark: String?
  }

  struct Contradicted: Encodable {
    let model: String, log: String
    let line: Int
    let found: String, instead: String
  }

  let logs: [String]
  let operations: Int
  let models: Int
  let survivors: [Model]
  let contradicted: [Contradicted]
  /// Models of one class were not told apart by so many operations.
  let operationsTried: Int
  /// Lines of a log that a probe can fill in; they make so many classes differ.
  let next: [String]
  let classesTold: Int

  init(_ report: IdentifyReport) {
    logs = report.logs.map(\.name)
    operations = report.logs.reduce(0) { $0 + $1.entries.count }
    models = report.findings.count
    survivors = report.survivors.map { index in
      let finding = report.findings[index]
      let remark = finding.remark(naming: true)
      return Model(
        model: finding.candidate.text,
        class: report.classes.firstIndex { $0.contains(index) }.map { $0 + 1 },
        draws: report.drawing.contains(index), logLikelihood: finding.logLikelihood,
        isUpperBound: finding.undecidedFrom != nil, remark: remark.isEmpty ? nil : remark)
    }
    contradicted = report.contradicted.compactMap { index in
      report.findings[index].contradiction.map {
        Contradicted(
          model: report.findings[index].candidate.text, log: $0.log, line: $0.what.line,
          found: $0.what.found, instead: $0.what.instead)
      }
    }
    operationsTried = report.operationsTried
    next = report.proposal.operations.isEmpty ? [] : report.proposedLines
    classesTold = report.proposal.classes
  }
}
