import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A diagnosis for people: the sentence, then where the stall goes, then what was tried.
struct DoctorText {
  private let diagnosis: Diagnosis
  private let band: DiagnosisBand?

  init(_ diagnosis: Diagnosis, _ band: DiagnosisBand?) {
    self.diagnosis = diagnosis
    self.band = band
  }

  /// Everything, with a line break at the end, on a terminal of so many columns; nil for as many
  /// as the tables take.
  func text(fitting width: Int?) -> String {
    var parts = [
      Terminal.wrapped(diagnosis.sentence, to: width) + "\n",
      "The run: \(diagnosis.run.commandLine)\n",
    ]
    let tables = DoctorTable(diagnosis)
    if diagnosis.report.stalls.seconds > 0, !diagnosis.isCalm {
      parts.append(DoctorCauses(diagnosis: diagnosis).text(fitting: width))
    }
    for (title, whatIfs) in [
      ("Levers", diagnosis.levers), ("Ideals, to see what is short", diagnosis.ideals),
    ] where !whatIfs.isEmpty {
      parts.append(list(title, whatIfs, tables, width))
    }
    if let bound = diagnosis.boundSentence {
      parts.append(Terminal.wrapped(bound, to: width) + "\n")
    }
    if let sentence = band.flatMap({ diagnosis.sentence(of: $0) }) {
      parts.append(Terminal.wrapped(sentence, to: width) + "\n")
    }
    if let best = diagnosis.bestLever {
      parts.append("To see it: \(best.trial.changed.commandLine)\n")
    }
    return parts.joined(separator: "\n")
  }

  /// What makes a difference in a table, the rest by name.
  private func list(
    _ title: String, _ whatIfs: [WhatIf], _ tables: DoctorTable, _ width: Int?
  ) -> String {
    let isKilled = diagnosis.report.death != nil
    let shown = whatIfs.filter { isKilled || $0.isMaterial || $0.report.death != nil }
    let rest = whatIfs.filter { !isKilled && !$0.isMaterial && $0.report.death == nil }
      .map(\.trial.text)
    var text = "\(title)\n"
    if !shown.isEmpty {
      text += tables.table(of: shown).text(fitting: width, style: .standardOutput)
    }
    if !rest.isEmpty {
      text +=
        Terminal.wrapped(
          "No practical difference: \(rest.joined(separator: "; "))", to: width) + "\n"
    }
    return text
  }
}
