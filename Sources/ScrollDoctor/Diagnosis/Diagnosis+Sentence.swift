import ScrollCore
import ScrollRunStories
import ScrollSimulation
import ScrollTraces

extension Diagnosis {
  /// The diagnosis in one sentence, without a full stop.
  package var sentence: String {
    if let death = report.death { return killed(death) }
    guard !isCalm else { return calm }
    var clauses = [bottleneck.map(clause) ?? withoutBottleneck]
    let hasPolicies = bottleneck != .policy && bottleneck != .budget && bestPolicy != nil
    let noPolicyHelps = hasPolicies && bestPolicy?.helps == false
    if noPolicyHelps { clauses.append("no policy helps") }
    if let best = bestLever {
      if bottleneck != .policy || best.lever != .policy {
        let left = SecondsText.text(best.stallSeconds)
        clauses.append(
          best.trial.text + (noPolicyHelps ? " would: \(left) s" : " leaves \(left) s"))
      }
    } else {
      clauses.append("nothing else that was tried helps")
    }
    return "\(amount): \(clauses.joined(separator: "; "))"
  }

  /// `34.1 of 52 s blank`.
  private var amount: String {
    "\(SecondsText.text(report.stalls.seconds)) of \(SecondsText.text(seconds)) s \(kinds)"
  }

  private var seconds: Double { report.duration.seconds }

  /// What the stall is: what makes up a tenth of it or more.
  private var kinds: String {
    let stalls = report.stalls
    let parts = [
      ("blank", stalls.blankAreaSeconds), ("wrong", stalls.wrongAreaSeconds),
      ("late", causes.lateFrames),
    ].filter { $0.1 >= stalls.seconds / 10 }
    return parts.isEmpty ? "missing" : parts.map(\.0).joined(separator: " or ")
  }

  private func killed(_ death: RunReport.Death) -> String {
    let start =
      "the app was killed at \(SecondsText.text(death.time.seconds)) of "
      + "\(SecondsText.text(run.trace.duration.seconds)) s: \(death.reason)"
    guard let best = bestLever else { return "\(start); nothing that was tried keeps it alive" }
    return "\(start); \(best.trial.text) keeps it alive, with "
      + "\(SecondsText.text(best.stallSeconds)) s of stalls"
  }

  private var calm: String {
    let stall = report.stalls.seconds
    guard stall > 0 else {
      return "nothing stalls: "
        + (report.stalls.late + report.stalls.neverShown + report.stalls.unfinished > 0
          ? "no part of the screen was ever missing" : report.withoutWaits)
    }
    return "next to nothing stalls, \(SecondsText.text(stall)) of \(SecondsText.text(seconds)) s: "
      + "less than a frame a minute, for which no bottleneck is worth naming"
  }

  /// What the seconds are made of where no resource is to blame.
  private var withoutBottleneck: String {
    let parts = causes.waitParts.sorted { $0.seconds > $1.seconds }.prefix(3)
      .filter { $0.seconds >= report.stalls.seconds / 100 }
      .map { "\(SecondsText.text($0.seconds)) s \($0.words)" }
    let made = parts.isEmpty ? "" : "; it is \(Words.list(parts))"
    return "no single resource is the bottleneck\(made)"
  }

  private func clause(_ bottleneck: Bottleneck) -> String {
    let start = "\(bottleneck.words) is the bottleneck"
    guard let kind = bottleneck.ideal, let ideal = ideal(kind) else {
      return start + memoryEvidence(bottleneck)
    }
    let rest =
      ideal.savedSeconds < report.stalls.seconds / 2
      ? ", though \(kind.words) still leaves \(SecondsText.text(ideal.stallSeconds)) s" : ""
    return start + resourceEvidence(bottleneck, ideal.report) + rest
  }
}
