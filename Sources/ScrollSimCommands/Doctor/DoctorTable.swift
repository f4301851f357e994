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
    table.append(["run"] + now)
    for (list, whatIfs) in [("levers", diagnosis.levers), ("ideals", diagnosis.ideals)] {
      for whatIf in whatIfs { table.append([list] + cells(whatIf)) }
    }
    return table
  }

  /// The run as it is, then what was tried.
  func table(of whatIfs: [WhatIf]) -> Table {
    var table = Table(Self.columns)
    table.append(now)
    for whatIf in whatIfs { table.append(cells(whatIf)) }
    return table
  }

  private static let columns: [Table.Column] = [
    .left("what").keeping(.key), .right("saves s").keeping(.key), .right("stall s").keeping(.key),
    .right("fetched MiB"), .right("peak MiB"), .command("option"), .prose("note"),
  ]

  /// What everything is held against.
  private var now: [String] {
    let report = diagnosis.report
    return ["as it is", "-", report.death == nil ? SecondsText.text(report.stalls.seconds) : "-"]
      + bill(report) + ["-", report.death?.text ?? ""]
  }

  /// The bytes that images came in, and the most memory that the app had.
  private func bill(_ report: RunReport) -> [String] {
    [diagnosis.run.fetched(report), report.memory.peakFootprint].map {
      NumberText.fixed($0.mebibytes, decimals: 1)
    }
  }

  private func cells(_ whatIf: WhatIf) -> [String] {
    let isDead = whatIf.report.death != nil
    return [
      whatIf.trial.text, whatIf.savedSeconds.map(SecondsText.text) ?? "-",
      isDead ? "-" : SecondsText.text(whatIf.stallSeconds),
    ] + bill(whatIf.report) + [option(whatIf), note(whatIf)]
  }

  /// The options that make its run, in place of those of the run that is looked into.
  private func option(_ whatIf: WhatIf) -> String {
    whatIf.trial.canBeTyped ? whatIf.trial.changed.options(unlike: diagnosis.run) : "-"
  }

  private func note(_ whatIf: WhatIf) -> String {
    let best =
      whatIf.lever == .policy
      ? "the best of \(Words.count(diagnosis.triedPolicies, "policy", "policies"))" : nil
    return [whatIf.objection, whatIf.trial.price?.words, best].compactMap { $0 }
      .joined(separator: "; ")
  }
}
