package import ScrollPages
import ScrollResults

extension SweepReport {
  /// The report for a terminal or a file of plain text: the answer, the ranking with a bar for
  /// each policy, and the certainty of their differences.
  ///
  /// - Parameters:
  ///   - width: columns of the terminal; bars take what tables leave, if that is enough.
  ///   - tableWidth: columns that tables may take; nil for all that they need.
  ///   - style: whether headings are bold.
  /// - Returns: lines that end with a line break.
  package func text(
    width: Int, fitting tableWidth: Int? = nil, style: TerminalStyle = .plain
  ) -> String {
    var text = [title, question].map { TextLines.wrapped($0, to: tableWidth ?? .max) }.joined()
    text += "\n"
    for sentence in answer { text += TextLines.wrapped(sentence.visible, to: min(width, 100)) }
    guard runCount > 0 else { return text }
    if let effects {
      text += "\n" + style.bold("What moves the stalls") + "\n"
      text += effectsPicture(effects).table.text(fitting: tableWidth, style: style)
    }
    if let advice = recommendationsExhibit, let table = advice.table {
      text += "\n" + style.bold(advice.heading) + "\n"
      text += table.text(fitting: tableWidth, style: style)
      for note in advice.notes.dropFirst() {
        text += TextLines.wrapped(note.visible, to: min(width, 100))
      }
    }
    let standings = ranking()
    text += "\n" + style.bold("Ranking") + "\n"
    let bars = TerminalBars(standings.map { $0.livingStalls ?? .infinity }, header: "stalls")
    let ranked = rankingTable(standings)
    // A bar would be of the mean over devices.
    text += (splitsRanking ? ranked : bars.beside(ranked, width: width))
      .text(fitting: tableWidth, style: style)
    if let comparison = comparisonExhibit, let table = comparison.table {
      text += "\n" + style.bold(comparison.heading) + "\n"
      text += table.text(fitting: tableWidth, style: style)
    }
    if let table = frontTable {
      text += "\n" + style.bold("Memory against stalls: what no other choice beats") + "\n"
      text += table.text(fitting: tableWidth, style: style)
    }
    for exhibit in populationExhibits {
      text += "\n" + style.bold(exhibit.heading.visible) + "\n"
      for note in exhibit.notes { text += TextLines.wrapped(note.visible, to: min(width, 100)) }
      text += exhibit.table.map { $0.text(fitting: tableWidth, style: style) } ?? ""
    }
    text +=
      "\n"
      + [names.shared, names.sources].filter { !$0.isEmpty }
      .map { TextLines.wrapped($0.visible, to: min(width, 100)) }.joined()
    return text
  }

  /// The title of the sweep, for people.
  ///
  /// Without one, the policies and traces.
  package var title: String {
    guard sweep.title.isEmpty else { return sweep.title.visible }
    let traces = Set(scenes.map(\.trace.name)).sorted()
    guard !traces.isEmpty else { return "Sweep \(sweep.key)" }
    let what = policies.count > 3 ? "\(policies.count) policies" : policies.joined(separator: ", ")
    return
      "\(what) on \(traces.count > 3 ? "\(traces.count) traces" : traces.joined(separator: ", "))"
      .visible
  }
}
