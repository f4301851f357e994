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
  /// If the changes do not all fit, the text leaves out the properties without a visible difference,
  /// then shortens the commands, then joins the last changes, and at last leaves out the rule and the
  /// certainty.
  var text: String {
    let all = advice.changes.count
    let end: [String?] = [certainty, ChoiceRule.line]
    let joined = [all] + Array(stride(from: all - 2, to: 0, by: -1))
    let fewest = joined[joined.count - 1]
    typealias Variant = (
      shown: Int, names: Int, sentences: [String?], commands: [String]
    )
    var variants: [Variant] = [
      (all, 1, [idle] + end, commands), (all, 1, end, commands), (all, 1, [idle] + end, [options]),
    ]
    for shown in joined { variants += [2, 1].map { (shown, $0, end, [options]) } }
    variants += [(fewest, 1, [certainty], [options]), (fewest, 1, [], [options])]
    let texts = variants.lazy.map { lines($0.shown, $0.names, $0.sentences, $0.commands) }
    let fitting = texts.first { $0.count <= Self.lines } ?? texts[variants.count - 1]
    return fitting.map { "\($0)\n" }.joined()
  }

  /// Returns the lines of the text.
  /// - Parameters:
  ///   - shown: The number of changes with own lines.
  ///   - names: The greatest number of lines for the other changes.
  ///   - sentences: The sentences after the changes and the warning.
  ///   - commands: The last lines.
  /// - Returns: lines of at most 80 columns.
  private func lines(
    _ shown: Int, _ names: Int, _ sentences: [String?], _ commands: [String]
  ) -> [String] {
    [advice.read, advice.sentence].compactMap { $0 }.flatMap(Self.folded) + figures
      + changeLines(shown, names)
      + ([advice.warning] + sentences).compactMap { $0 }.flatMap(Self.folded)
      + commands
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
  /// - Parameters:
  ///   - shown: The number of changes with own lines; the others share one or two lines, with the
  ///     effect that they have together.
  ///   - names: The greatest number of these lines.
  /// - Returns: lines of at most 80 columns.
  private func changeLines(_ shown: Int, _ names: Int) -> [String] {
    var lines = advice.changes.prefix(shown).enumerated().map { place, change in
      let isAlone = !change.needsOthers && !change.differences.isEmpty
      let effects = isAlone ? change.differences : change.differencesWithOthers
      return "\(place + 1). \(change.text) "
        + "(\(isAlone ? "alone" : "with the others"): \(Self.effects(effects)))"
    }
    let rest = advice.changes.dropFirst(shown)
    if let first = rest.first {
      let start = "\(shown + 1)-\(advice.changes.count). "
      let end =
        " (after \(shown > 1 ? "1-" : "")\(shown): \(Self.effects(first.differencesFromHere)))"
      lines.append(
        start + Self.list(rest.map(\.text), within: names * Self.width - start.count - end.count)
          + end)
    }
    return lines.flatMap(Self.folded)
  }

  private static func effects(_ texts: [String]) -> String {
    texts.isEmpty ? "no visible difference" : texts.joined(separator: ", ")
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
  /// A command that is too long is broken before its last option. One that is still too long is
  /// left out.
  private var commands: [String] {
    func text(_ words: some Sequence<String>) -> String {
      words.map(ShellWord.quoted).joined(separator: " ")
    }
    let page = "As a page: the same command with \(text(advice.showCommand.suffix(2)))"
    let code = "As code: \(text(advice.writeCommand))"
    guard code.count > Self.width else { return [code, page] }
    let broken = [
      "As code: \(text(advice.writeCommand.dropLast(2))) \\",
      "  \(text(advice.writeCommand.suffix(2)))",
    ]
    return broken[0].count > Self.width ? [options] : broken + [page]
  }

  /// The options that write code and a page, in a line.
  private var options: String {
    let (code, page) = (advice.writeCommand.suffix(2), advice.showCommand.suffix(2))
    return "As code: add \(code.joined(separator: " ")). As a page: add "
      + "\(page.joined(separator: " "))."
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
