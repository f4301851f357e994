import ScrollCore
import ScrollPages
import ScrollSweeps

/// The verdict on one run for a terminal: how good it was, what would help, the longest waits.
struct VerdictText {
  private static let (mostLevers, mostWaits) = (3, 3)
  private static let widest = 100

  private let diagnosis: Diagnosis
  private let waits: [String]

  /// - Parameters:
  ///   - diagnosis: of the run.
  ///   - waits: its longest, a sentence each, the worst first.
  init(_ diagnosis: Diagnosis, waits: [String]) {
    self.diagnosis = diagnosis
    self.waits = waits
  }

  /// Writes it.
  /// - Parameters:
  ///   - tableWidth: of a terminal; nil for as much as the tables take.
  ///   - style: whether bands have colors.
  /// - Returns: lines, with a line break at the end.
  func text(fitting tableWidth: Int?, style: TerminalStyle) -> String {
    let width = min(tableWidth ?? Self.widest, Self.widest)
    let verdict = RunVerdict(diagnosis)
    var parts = [
      TextLines.wrapped(verdict.headline.visible, to: width)
        + TextLines.wrapped(verdict.sentence.visible, to: width)
    ]
    let levers = Array(diagnosis.bestLevers.prefix(Self.mostLevers))
    if !levers.isEmpty {
      parts.append(
        "What to change\n"
          + DoctorTable(diagnosis).table(of: levers).text(fitting: tableWidth, style: style))
    }
    if !waits.isEmpty {
      parts.append(
        "The longest waits\n"
          + waits.prefix(Self.mostWaits).map { TextLines.wrapped($0.visible, to: width) }.joined())
    }
    return parts.joined(separator: "\n")
  }
}
