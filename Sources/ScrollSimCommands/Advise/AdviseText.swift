import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// An advice as text of at most 14 lines and 80 columns.
struct AdviseText {
  private static let width = 80
  private static let lines = 14

  private let advice: AdviseDocument

  init(_ advice: AdviseDocument) { self.advice = advice }

  /// The whole text, with a line break at the end.
  ///
  /// If it has too many lines, the properties without a visible difference are left out.
  var text: String {
    let whole = lines([advice.warning, idle, certainty, ChoiceRule.line])
    let fitting =
      whole.count > Self.lines ? lines([advice.warning, certainty, ChoiceRule.line]) : whole
    return fitting.map { "\($0)\n" }.joined()
  }

  /// Returns all lines, with the given sentences after the changes.
  private func lines(_ sentences: [String?]) -> [String] {
    let above = ([advice.read, advice.sentence].compactMap { $0 }.flatMap(Self.folded)) + figures
    let below = sentences.compactMap { $0 }.flatMap(Self.folded) + commands
    return above + changes(atMost: Self.lines - above.count - below.count) + below
  }

  private static func folded(_ text: String) -> [String] {
    Terminal.wrapped(text, to: width).split(separator: "\n").map(String.init)
  }

  /// The figures of the present and the advised settings.
  private var figures: [String] {
    var lines = [
      "\(advice.figureText).", Self.line(["", "blank s", "hitch ms/s", "peak MiB", "killed"]),
    ]
    let rows = [("you have", advice.now), ("advised", advice.advised)]
    for (name, setting) in advice.keepsAll ? Array(rows.prefix(1)) : rows {
      let figures = setting.figures
      let killed = figures.killedSessions
      lines.append(
        Self.line([
          name, AdviseCell(figures.blankSeconds).text, AdviseCell(figures.hitchRatio).text,
          AdviseCell(figures.footprintPeakBytes, unit: 1 << 20).text,
          killed == 0 ? "no" : "\(killed) of \(setting.runs.count)",
        ]))
    }
    return lines
  }

  private static func line(_ cells: [String]) -> String {
    var line = ""
    for (cell, place) in zip(cells, [0, 9, 30, 53, 74]) {
      line += String(repeating: " ", count: max(line.isEmpty ? 0 : 1, place - line.count)) + cell
    }
    return line
  }

  /// Returns the changes with their effects, the most valuable first.
  ///
  /// A last line names the changes for which there is no space.
  private func changes(atMost most: Int) -> [String] {
    let lines = advice.changes.enumerated().map { place, change in
      let isAlone = !change.needsOthers && !change.differences.isEmpty
      let effects = isAlone ? change.differences : change.differencesWithOthers
      let brings = effects.isEmpty ? "no visible difference" : effects.joined(separator: ", ")
      return "\(place + 1). \(change.text) (\(isAlone ? "alone" : "with the others"): \(brings))"
    }
    var shown = lines.count
    while shown > 1 {
      let folded = lines.prefix(shown).flatMap(Self.folded)
      if folded.count + (shown < lines.count ? 1 : 0) <= most { break }
      shown -= 1
    }
    let rest = advice.changes.dropFirst(shown).map(\.text)
    let numbers = "\(shown + 1)" + (rest.count > 1 ? "-\(lines.count)" : "")
    return lines.prefix(shown).flatMap(Self.folded)
      + (rest.isEmpty
        ? [] : ["\(numbers). \(Self.list(rest, within: Self.width - numbers.count - 2))"])
  }

  /// Returns a list of the first names, with the number of those that do not fit.
  private static func list(_ names: [String], within width: Int) -> String {
    for count in stride(from: names.count, to: 0, by: -1) {
      let rest = names.count - count
      let text = names.prefix(count).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
      if text.count <= width { return text }
    }
    return Phrase.count(names.count, "change")
  }

  private var idle: String? {
    let start = "No visible difference: "
    guard !advice.noVisibleDifference.isEmpty else { return nil }
    return start + Self.list(advice.noVisibleDifference, within: Self.width - start.count - 1) + "."
  }

  private var certainty: String {
    let runs = Phrase.count(advice.sessions.count, "run")
    let settings = Phrase.count(advice.tried, "setting")
    return advice.keepsAll
      ? "Certainty: \(settings) tried in \(runs) of one scroll."
      : "Certainty: \(advice.preferredInDraws) of \(advice.draws) runs with varied device figures "
        + "agree. \(settings) tried."
  }

  /// The command that writes code, and the option that writes a page.
  ///
  /// A command that is too long is broken before its last option.
  private var commands: [String] {
    func text(_ words: some Sequence<String>) -> String {
      words.map(ShellWord.quoted).joined(separator: " ")
    }
    let code = "As code: \(text(advice.writeCommand))"
    let page = "As a page: the same command with \(text(advice.showCommand.suffix(2)))"
    guard code.count > Self.width else { return [code, page] }
    return [
      "As code: \(text(advice.writeCommand.dropLast(2))) \\",
      "  \(text(advice.writeCommand.suffix(2)))", page,
    ]
  }
}

/// A figure of an advice as text, with two significant digits.
struct AdviseCell {
  /// The mean and the 95th percentile of sessions.
  let mean: String, high: String
  /// The error band of the mean: `0.20-0.31`.
  let band: String

  /// The mean, its band and the 95th percentile of sessions: `0.26 (0.20-0.31) 0.29`.
  var text: String { "\(mean) (\(band)) \(high)" }

  init(_ spread: AdviseDocument.Spread, unit: Int = 1) {
    func text(_ value: Double) -> String {
      let value = value / Double(unit)
      return NumberText.fixed(value, decimals: value >= 10 ? 0 : value >= 1 ? 1 : 2)
    }
    mean = text(spread.mean)
    high = text(spread.p95)
    band = spread.low.flatMap { low in spread.high.map { "\(text(low))-\(text($0))" } } ?? ""
  }
}
