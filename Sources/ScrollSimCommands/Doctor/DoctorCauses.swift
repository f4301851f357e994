import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Where the stall of a run goes, for people: two tables, each of which adds up to it.
struct DoctorCauses {
  let diagnosis: Diagnosis

  /// The two tables with their headings, for a terminal of so many columns.
  func text(fitting width: Int?) -> String {
    [
      ("by what images waited for", diagnosis.causes.waitParts),
      ("by why they were absent", diagnosis.causes.absenceParts),
    ].map { heading, parts in
      "Where the stall goes, \(heading)\n"
        + table(parts).text(fitting: width, style: .standardOutput)
    }.joined(separator: "\n")
  }

  /// The parts of the stall, largest first.
  private func table(_ parts: [StallCauses.Part]) -> Table {
    var table = Table([.right("s"), .right("share"), .left("cause")])
    let stall = diagnosis.report.stalls.seconds
    let shown = parts.filter { abs($0.seconds) >= stall / 1000 }.sorted { $0.seconds > $1.seconds }
    for (part, seconds) in zip(shown, SecondsText.column(shown.map(\.seconds))) {
      table.append([seconds, NumberText.percent(part.seconds / stall), part.words])
    }
    return table
  }
}
