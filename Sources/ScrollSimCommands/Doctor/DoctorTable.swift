import ScrollCore
import ScrollDoctor
import ScrollPages
import ScrollReports
import ScrollSimulation

/// What was tried, as tables: for people those that matter, for programs all.
struct DoctorTable {
  let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// Levers, then ideals, best first.
  var whole: Table {
    var table = Table([.left("list")] + Self.columns)
    for (list, whatIfs) in [("levers", diagnosis.levers), ("ideals", diagnosis.ideals)] {
      for whatIf in whatIfs { table.append([list] + cells(whatIf)) }
    }
    return table
  }

  /// What makes a difference that matters.
  func table(of whatIfs: [WhatIf]) -> Table {
    var table = Table(Self.columns)
    for whatIf in whatIfs { table.append(cells(whatIf)) }
    return table
  }

  private static let columns: [Table.Column] = [
    .left("what").keeping(.key), .right("saves s").keeping(.key), .right("stall s").keeping(.key),
    .command("option"), .prose("note"),
  ]

  private func cells(_ whatIf: WhatIf) -> [String] {
    let isDead = whatIf.report.death != nil
    return [
      whatIf.trial.text, isDead ? "-" : SecondsText.text(whatIf.savedSeconds),
      isDead ? "-" : SecondsText.text(whatIf.stallSeconds), option(whatIf), note(whatIf),
    ]
  }

  /// The options that make its run, in place of those of the run that is looked into.
  private func option(_ whatIf: WhatIf) -> String {
    whatIf.trial.canBeTyped ? whatIf.trial.changed.options(unlike: diagnosis.run) : "-"
  }

  private func note(_ whatIf: WhatIf) -> String {
    let best =
      whatIf.lever == .policy
      ? "the best of \(Words.count(diagnosis.triedPolicies, "policy", "policies"))" : nil
    let room = whatIf.shortage.map {
      "too small: room for \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
    return [whatIf.report.death?.text, room, RunScore(whatIf.report).excessText, best]
      .compactMap { $0 }.joined(separator: "; ")
  }

  /// The parts of the stall, largest first, in two groups that each add up to it.
  var causes: Table {
    var table = Table([.right("s"), .right("share"), .left("cause")])
    let stall = diagnosis.report.stalls.seconds
    for parts in [diagnosis.causes.waitParts, diagnosis.causes.absenceParts] {
      let shown = parts.filter { abs($0.seconds) >= stall / 1000 }
        .sorted { $0.seconds > $1.seconds }
      for part in shown {
        table.append([
          SecondsText.text(part.seconds), NumberText.percent(part.seconds / stall), part.words,
        ])
      }
    }
    return table
  }
}
