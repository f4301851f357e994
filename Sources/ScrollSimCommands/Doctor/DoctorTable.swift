import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The tried changes as tables.
///
/// People see the changes that make a visible difference, programs all of them.
struct DoctorTable {
  let diagnosis: Diagnosis

  init(_ diagnosis: Diagnosis) { self.diagnosis = diagnosis }

  /// A table of levers, then ideals, best first.
  var whole: Table {
    var table = Table([.left("list")] + Self.columns)
    let lists =
      diagnosis.levers.map { _ in "levers" } + diagnosis.ideals.map { _ in "ideals" }
    for (list, cells) in zip(["run"] + lists, rows(diagnosis.levers + diagnosis.ideals)) {
      table.append([list] + cells)
    }
    return table
  }

  /// Returns a table of the current run, then the tried changes.
  func table(of whatIfs: [WhatIf]) -> Table {
    var table = Table(Self.columns)
    for cells in rows(whatIfs) { table.append(cells) }
    return table
  }

  private static let columns: [Table.Column] = [
    .left("what").keeping(.key), .right("saves s").keeping(.key), .right("stall s").keeping(.key),
    .right("hitch ms/s"), .right("peak MiB"), .right("fetched MiB"), .command("option"),
    .prose("note"),
  ]

  /// Returns the row of the current run, which is the baseline, and the rows of the tried changes.
  private func rows(_ whatIfs: [WhatIf]) -> [[String]] {
    let report = diagnosis.report
    let saved = Self.column(whatIfs.map(\.savedSeconds))
    let stalls = Self.column(
      [report.death == nil ? report.stalls.seconds : nil]
        + whatIfs.map { $0.report.death == nil ? $0.stallSeconds : nil })
    let keep = diagnosis.bestLever == nil ? ChoiceRule.keep : ""
    let now = ["unchanged", "-", stalls[0]] + bill(report) + ["-", report.death?.text ?? keep]
    return [now]
      + whatIfs.indices.map { index in
        let whatIf = whatIfs[index]
        return [whatIf.trial.text, saved[index], stalls[index + 1]] + bill(whatIf.report)
          + [option(whatIf), note(whatIf)]
      }
  }

  /// Returns seconds with the same number of decimals in every row, and `-` for `nil`.
  private static func column(_ seconds: [Double?]) -> [String] {
    var texts = SecondsText.column(seconds.compactMap { $0 }).makeIterator()
    return seconds.map { $0 == nil ? "-" : texts.next() ?? "-" }
  }

  /// Returns the hitches, the peak of the app's memory, and the bytes of the fetched images.
  private func bill(_ report: RunReport) -> [String] {
    [report.death == nil ? NumberText.fixed(report.hitches.timeRatio, decimals: 2) : "-"]
      + [report.memory.peakFootprint, diagnosis.run.fetched(report)].map {
        NumberText.fixed($0.mebibytes, decimals: 1)
      }
  }

  /// Returns the options in which the changed run differs from the examined run, or `-`.
  private func option(_ whatIf: WhatIf) -> String {
    whatIf.trial.canBeTyped ? whatIf.trial.changed.options(unlike: diagnosis.run) : "-"
  }

  private func note(_ whatIf: WhatIf) -> String {
    let best =
      whatIf.lever == .policy
      ? "the best of \(Phrase.count(diagnosis.triedPolicies, "policy", "policies"))" : nil
    let cost = whatIf.effects.gainsAnything ? whatIf.effects.costText : nil
    let isNew = whatIf.warning != diagnosis.warning
    let warning = isNew ? whatIf.warning.map { "warning: \($0.sentence.dropLast())" } : nil
    return [whatIf.objection, whatIf.trial.price?.words, cost, best, warning].compactMap { $0 }
      .joined(separator: "; ")
  }
}

extension WhatIf {
  /// The kill and the excess of the changed run, as text; `nil` if there is none.
  var objection: String? {
    let parts = [report.death?.text, RunScore(report).excessText].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The reason why the change does not help; `nil` if it does.
  var uselessness: String? {
    guard !helps else { return nil }
    if !faults.isEmpty { return objection }
    return isVisible ? "costs more than it saves" : "no visible difference"
  }
}
