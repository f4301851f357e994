import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollTraces

extension Diagnosis {
  /// The diagnosis in one sentence, without a full stop.
  package var sentence: String {
    if let death = report.death { return killed(death) }
    guard !isCalm else { return calm }
    let clauses =
      [bottleneck.map(clause) ?? withoutBottleneck, runnerUp, shortageClause, policyClause]
      .compactMap { $0 }
      + leverClauses
    return "\(amount): \(clauses.joined(separator: "; "))"
  }

  /// Seconds of stall.
  func stallText(_ seconds: Double) -> String {
    SecondsText.text(seconds, decimals: decimals)
  }

  /// `34.1 of 52 s blank`.
  private var amount: String {
    "\(stallText(report.stalls.seconds)) of \(SecondsText.text(seconds)) s \(kinds)"
  }

  private var seconds: Double { report.duration.seconds }

  /// What the stall is: what makes up a tenth of it or more.
  private var kinds: String {
    let stalls = report.stalls
    let parts = [
      ("blank", stalls.blankAreaSeconds), ("wrong", stalls.wrongAreaSeconds),
      (causes.isStartAlone ? "before the first frame" : "late", causes.lateFrames),
    ].filter { $0.1 >= stalls.seconds / 10 }
    return parts.isEmpty ? "missing" : parts.map(\.0).joined(separator: " or ")
  }

  private func killed(_ death: RunReport.Death) -> String {
    let start =
      "the app was killed at \(SecondsText.text(death.time.seconds)) of "
      + "\(SecondsText.text(run.trace.duration.seconds)) s: \(death.reason)"
    guard let best = bestLever else { return "\(start); nothing that was tried keeps it alive" }
    return "\(start); with \(best.trial.text) it lives, with "
      + "\(stallText(best.stallSeconds)) s of stalls\(Self.price(best))"
  }

  private var calm: String {
    let stall = report.stalls.seconds
    guard stall > 0 else {
      return "nothing stalls: "
        + (report.stalls.late + report.stalls.neverShown + report.stalls.unfinished > 0
          ? "no part of the screen was ever missing" : report.withoutWaits)
    }
    return "next to nothing stalls, \(stallText(stall)) of \(SecondsText.text(seconds)) s: "
      + "less than a frame a minute, for which no bottleneck is worth naming"
  }

  /// What the seconds are made of where no resource is to blame.
  private var withoutBottleneck: String {
    let parts = causes.waitParts.sorted { $0.seconds > $1.seconds }.prefix(3)
      .filter { $0.seconds >= report.stalls.seconds / 100 }
      .map { "\(stallText($0.seconds)) s \($0.words)" }
    let made = parts.isEmpty ? "" : "; it is \(Words.list(parts))"
    return "no single resource is the bottleneck\(made)"
  }

  private func clause(_ bottleneck: Bottleneck) -> String {
    let start = "\(bottleneck.words) is the bottleneck"
    guard let kind = bottleneck.ideal, let ideal = ideal(kind) else {
      return start + memoryEvidence(bottleneck)
    }
    let rest =
      (ideal.savedSeconds ?? 0) < report.stalls.seconds / 2
      ? ", though \(kind.words) still leaves \(stallText(ideal.stallSeconds)) s" : ""
    return start + resourceEvidence(bottleneck, ideal.report) + rest
  }

  /// Another resource that counts for nearly as much as the bottleneck.
  private var runnerUp: String? {
    guard let first = bottleneck?.ideal.flatMap(ideal)?.savedSeconds else { return nil }
    let others = Bottleneck.allCases.filter { $0 != bottleneck }.compactMap { other in
      other.ideal.flatMap(ideal).flatMap { found in
        found.helps ? (other, found, found.savedSeconds ?? 0) : nil
      }
    }
    guard let second = others.max(by: { $0.2 < $1.2 }), second.2 >= first * Self.nearly else {
      return nil
    }
    return "\(second.0.words) counts for nearly as much, \(second.1.trial.text) leaves "
      + "\(stallText(second.1.stallSeconds)) s"
  }

  /// From this share of what the bottleneck's ideal saves on another is named beside it.
  private static let nearly = 0.8

  /// That the budget is too small for the policy.
  private var shortageClause: String? {
    guard let shortage, let policy = run.policy else { return nil }
    return "the budget has room for \(NumberText.fixed(shortage.room, decimals: 1)) images, and "
      + "\(policy.entry.name) needs \(shortage.needed)"
  }

  /// That the policy does not matter; where nothing does, that is said of all.
  private var policyClause: String? {
    guard bottleneck != .policy, bottleneck != .budget, bestLever != nil,
      let policy = bestPolicy, !policy.helps
    else { return nil }
    return "no policy helps"
  }

  /// What to do instead, and what would do more for a price.
  private var leverClauses: [String] {
    guard let best = bestLever else { return ["nothing that was tried helps"] }
    // The evidence has it already.
    let isSaid =
      best.trial.price == nil
      && (bottleneck == .policy && best.lever == .policy
        || bottleneck == .budget && best.lever == .budget)
    return (isSaid ? [] : [left(best)]) + (dearLever.map { [left($0)] } ?? [])
  }

  /// `with twice the budget 9.81 s are left`.
  private func left(_ whatIf: WhatIf) -> String {
    "with \(whatIf.trial.text) \(stallText(whatIf.stallSeconds)) s are left"
      + Self.price(whatIf)
  }

  private static func price(_ whatIf: WhatIf) -> String {
    whatIf.trial.price.map { ", for \($0.words)" } ?? ""
  }
}
