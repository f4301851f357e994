import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The worst of a run for people: all stall seconds by cause, the worst chain of events, and what
/// to change.
struct WorstText {
  private let answer: ExplainAnswer
  private let diagnosis: Diagnosis

  init(_ answer: ExplainAnswer, _ diagnosis: Diagnosis) {
    self.answer = answer
    self.diagnosis = diagnosis
  }

  /// Writes everything.
  /// - Parameter width: of a terminal; nil for as much as the tables take.
  /// - Returns: lines, with a line break at the end.
  func text(fitting width: Int?) -> String {
    func wrapped(_ text: String) -> String { Terminal.wrapped(text, to: width) + "\n" }
    func rows(_ table: Table) -> String { table.text(fitting: width, style: .standardOutput) }
    let (stalls, tables) = (diagnosis.report.stalls, DoctorTable(diagnosis))
    var parts: [String] = []
    if let death = answer.death { parts.append(wrapped("the app was \(death.text)")) }
    if stalls.seconds > 0 {
      parts.append(
        wrapped(
          "\(SecondsText.text(stalls.seconds)) of "
            + "\(SecondsText.text(diagnosis.report.duration.seconds)) s stall"))
      parts.append(DoctorCauses(diagnosis: diagnosis).text(fitting: width))
    }
    let worst = answer.explanations.isEmpty ? "" : rows(answer.table)
    parts.append(wrapped(answer.summary ?? "The worst") + worst)
    let levers = Array(diagnosis.bestLevers.prefix(3))
    if levers.isEmpty {
      parts.append(wrapped("What to change: \(diagnosis.withoutLever)"))
    } else {
      parts.append(wrapped("What to change") + rows(tables.table(of: levers)))
    }
    return parts.joined(separator: "\n")
  }
}

extension Diagnosis {
  /// Why there is no lever to pull.
  fileprivate var withoutLever: String {
    isCalm ? "nothing that matters is missing on screen" : "nothing that was tried helps"
  }
}
