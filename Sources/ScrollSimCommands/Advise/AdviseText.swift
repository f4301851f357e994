import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// An advice as text of at most 14 lines and 80 columns.
struct AdviseText {
  private static let width = 80

  private let advice: AdviseDocument

  init(_ advice: AdviseDocument) { self.advice = advice }

  /// The whole text, with a line break at the end.
  var text: String {
    let paragraphs =
      [advice.read, advice.sentence].compactMap { $0 }.flatMap(Self.folded) + figures + changes
      + [advice.warning, idle, certainty].compactMap { $0 }.flatMap(Self.folded) + commands
    return paragraphs.map { "\($0)\n" }.joined()
  }

  private static func folded(_ text: String) -> [String] {
    Terminal.wrapped(text, to: width).split(separator: "\n").map(String.init)
  }

  /// The figures of the present and the advised settings.
  private var figures: [String] {
    var lines = [
      Self.line(["", "blank s (95 %)", "hitch ms/s (95 %)", "memory MiB (95 %)", "killed"])
    ]
    let rows = [("you have", advice.now), ("advised", advice.advised)]
    for (name, setting) in advice.keepsAll ? Array(rows.prefix(1)) : rows {
      let figures = setting.figures
      let axes = [
        AdviseCells(figures.blankSeconds, decimals: 2),
        AdviseCells(figures.hitchRatio, decimals: 2),
        AdviseCells(figures.footprintPeakBytes, decimals: 0, unit: 1 << 20),
      ]
      let killed = figures.killedSessions
      lines.append(
        Self.line(
          [name] + axes.map(\.value)
            + [killed == 0 ? "no" : "\(killed) of \(setting.runs.count)"]))
      lines.append(Self.line(["  error band"] + axes.map(\.band)))
    }
    return lines
  }

  private static func line(_ cells: [String]) -> String {
    var line = ""
    for (cell, place) in zip(cells, [0, 15, 33, 54, 74]) {
      line += String(repeating: " ", count: max(line.isEmpty ? 0 : 1, place - line.count)) + cell
    }
    return line
  }

  /// The changes in order of worth, with what each brings alone.
  private var changes: [String] {
    advice.changes.enumerated().flatMap { place, change in
      let alone =
        change.differences.isEmpty
        ? "with the others" : "alone \(change.differences.joined(separator: ", "))"
      return Self.folded("\(place + 1). \(change.text): \(alone)")
    }
  }

  private var idle: String? {
    guard !advice.noVisibleDifference.isEmpty else { return nil }
    return "No visible difference: \(advice.noVisibleDifference.joined(separator: ", "))."
  }

  private var certainty: String {
    let sessions = Phrase.count(advice.sessions.count, "session")
    let settings = Phrase.count(advice.tried, "setting")
    return advice.keepsAll
      ? "How sure: \(settings) tried in \(sessions) of one scroll."
      : "How sure: better in \(advice.preferredInDraws) of \(advice.draws) draws of the errors; "
        + "\(settings), \(sessions)."
  }

  private var commands: [String] {
    [("Write it", advice.writeCommand), ("Show it", advice.showCommand)].map {
      "\($0): \($1.map(ShellWord.quoted).joined(separator: " "))"
    }
  }
}

/// A figure of an advice as texts.
struct AdviseCells {
  /// The mean and the 95th percentile of sessions: `0.26 (0.31)`.
  let value: String
  /// The error band of the mean: `0.20 to 0.31`.
  let band: String

  init(_ spread: AdviseDocument.Spread, decimals: Int, unit: Int = 1) {
    func text(_ value: Double) -> String {
      NumberText.fixed(value / Double(unit), decimals: decimals)
    }
    value = "\(text(spread.mean)) (\(text(spread.p95)))"
    band = spread.low.flatMap { low in spread.high.map { "\(text(low)) to \(text($0))" } } ?? ""
  }
}

/// The visible differences of a change on each axis.
struct AdviseEffects {
  let texts: [String]

  init(_ one: AdvisedRuns, _ before: AdvisedRuns, _ rule: ChoiceRule) {
    let (new, old) = (one.candidate, before.candidate)
    var texts: [String] = []
    func add(_ name: String, _ difference: Double, _ decimals: Int, _ unit: String) {
      let sign = difference > 0 ? "+" : "-"
      texts.append(
        "\(name) \(sign)\(NumberText.fixed(abs(difference), decimals: decimals)) \(unit)")
    }
    if new.killed != old.killed {
      texts.append(
        new.killed == 0
          ? "not killed" : new.killed < old.killed ? "killed less often" : "killed more often")
    }
    if rule.blankDiffers(new.blank.mean, old.blank.mean, frames: old.frames) {
      add("blank", new.blank.mean - old.blank.mean, 2, "s")
    }
    if rule.hitchesDiffer(new.hitches.mean, old.hitches.mean) {
      add("hitches", new.hitches.mean - old.hitches.mean, 1, "ms/s")
    }
    if rule.memoryDiffers(new.memory.mean, old.memory.mean) {
      add("memory", (new.memory.mean - old.memory.mean) / Double(1 << 20), 0, "MiB")
    }
    self.texts = texts
  }
}
