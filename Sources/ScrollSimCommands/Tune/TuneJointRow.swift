import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// A row of the table of what to take: a combination and why it is there.
struct TuneJointRow {
  let trial: JointTrial
  let note: String

  /// What to take, what the user has, and the front by its first figure; those that come to the same are
  /// one row.
  static func rows(of answer: JointAnswer) -> [TuneJointRow] {
    var rows: [TuneJointRow] = []
    if let chosen = answer.chosen {
      let isKept = chosen == answer.baseline
      rows.append(row(answer.trials[chosen], isKept ? "keep" : "take", in: answer, chosen))
    }
    if let baseline = answer.baseline, baseline != answer.chosen {
      rows.append(row(answer.trials[baseline], "what you have", in: answer, baseline))
    }
    let shown = Set([answer.chosen, answer.baseline].compactMap { $0 })
    var groups: [(figures: [Double], places: [Int])] = []
    for place in answer.front {
      let figures = answer.figures.map { answer.trials[place].mean($0) }
      if let known = groups.firstIndex(where: { $0.figures == figures }) {
        groups[known].places.append(place)
      } else {
        groups.append((figures, [place]))
      }
    }
    for group in groups.sorted(by: { $0.figures.lexicographicallyPrecedes($1.figures) })
    where !group.places.contains(where: shown.contains) {
      let others = group.places.count - 1
      let note = others > 0 ? "on the front, as \(Words.count(others, "other"))" : "on the front"
      rows.append(TuneJointRow(trial: answer.trials[group.places[0]], note: note))
    }
    return rows
  }

  private static func row(
    _ trial: JointTrial, _ word: String, in answer: JointAnswer, _ place: Int
  ) -> TuneJointRow {
    let parts = [
      word, answer.front.contains(place) ? "on the front" : "", trial.score.excessText ?? "",
      trial.keeps ? "" : trial.problemText,
    ]
    return TuneJointRow(trial: trial, note: parts.filter { !$0.isEmpty }.joined(separator: ", "))
  }

  /// The mean of a figure; `never` for what never came, `unknown` for what no run has.
  static func cell(_ figure: Figure, _ trial: JointTrial) -> String {
    let mean = trial.mean(figure)
    guard !mean.isNaN else { return "unknown" }
    return mean.isFinite ? figure.cell(mean) : "never"
  }
}
