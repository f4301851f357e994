package import ScrollPages

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
      text += "\n" + Self.heading(comparison.heading, tableWidth, style)
      text += table.text(fitting: tableWidth, style: style)
    }
    if let table = frontTable {
      text += "\n" + style.bold("Memory against stalls") + "\n"
      text += table.text(fitting: tableWidth, style: style)
    }
    for exhibit in populationExhibits {
      text += "\n" + Self.heading(exhibit.heading, tableWidth, style)
      for note in exhibit.notes { text += TextLines.wrapped(note.visible, to: min(width, 100)) }
      text += exhibit.table.map { $0.text(fitting: tableWidth, style: style) } ?? ""
    }
    text +=
      "\n"
      + [names.shared, names.sources].filter { !$0.isEmpty }
      .map { TextLines.wrapped($0.visible, to: min(width, 100)) }.joined()
    return text
  }

  /// A heading in as many lines as the terminal makes of it.
  private static func heading(_ text: String, _ width: Int?, _ style: TerminalStyle) -> String {
    TextLines.lines(text.visible, to: width ?? .max).map { style.bold($0) + "\n" }.joined()
  }

  /// The title of the sweep, for people.
  ///
  /// Without one, the policies and traces.
  package var title: String {
    guard sweep.title.isEmpty else { return sweep.title.visible }
    let traces = Set(scenes.map(\.trace.name)).sorted()
    guard !traces.isEmpty else { return "Sweep \(sweep.key)" }
    let policies = policies.filter { $0 != Self.noCache }
    let what =
      policies.count > 3
      ? "\(policies.count) policies"
      : policies.isEmpty ? Self.noCache : policies.joined(separator: ", ")
    return
      "\(what) on \(traces.count > 3 ? "\(traces.count) traces" : traces.joined(separator: ", "))"
      .visible
  }
}
