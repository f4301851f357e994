import ScrollCore
import ScrollPages
import ScrollSimulation

// What a recommended setting gains, how sure that is, and what other budgets would do.

extension SweepReport {
  /// `, 0.40 s (27 %) less than lru in these 2 sessions`.
  func gain(of found: Recommendation) -> String {
    guard let reference = found.reference else { return "" }
    let other =
      switch reference.kind {
      case .baseline: "what you have (\(baseline?.text ?? ""))"
      case .simplest, .runnerUp: text(of: reference.setting)
      }
    if reference.setting == found.setting { return ", and it is what you have" }
    if reference.costs, found.rival != nil, reference.kind == .runnerUp { return "" }
    guard reference.matters else {
      if reference.costs {
        return ", \(SecondsText.of(-reference.saved.mean)) more than \(other)"
          + certainty(of: reference, sessions: found.sessions)
      }
      if reference.isBehind, reference.saved.mean > 0 {
        return ", \(SecondsText.of(reference.saved.mean)) less than \(other), "
          + "which is too far behind the best"
      }
      return reference.kind == .runnerUp && found.rival == nil
        ? ", and no other of \(Words.digits(found.settings)) settings is better by as much as matters"
        : ", no practical difference to \(other)"
    }
    let saved = reference.saved.mean
    let share = ShareText.of(saved / max(reference.stalls, .leastNonzeroMagnitude))
    return ", \(SecondsText.of(saved)) (\(share)) less than \(other)"
      + certainty(of: reference, sessions: found.sessions)
  }

  /// Over which sessions a saving holds.
  private func certainty(of reference: Recommendation.Reference, sessions: Int) -> String {
    guard let interval = reference.saved.interval else {
      return
        " in \(sessions == 1 ? "this one session" : "these \(Words.digits(sessions)) sessions")"
    }
    guard interval.lowerBound < interval.upperBound, let words = reference.saved.savingWords
    else { return "" }
    return "; over sessions like these \(words)"
      + (reference.isCertain == false ? ", so \(Self.doubt(reference))" : "")
  }

  /// What the sessions leave open, and how many would tell.
  private static func doubt(_ reference: Recommendation.Reference) -> String {
    let open =
      reference.saved.isAbove(0) == true
      ? "whether it is better by as much as matters" : "whether it is better"
    return "\(open) is not known"
      + (reference.saved.sessionsNeeded(toTellFrom: reference.least).map {
        $0 > mostSessions
          ? " (it would take more than \(Words.digits(mostSessions)) sessions)"
          : " (about \(Words.digits($0)) sessions would tell)"
      } ?? "")
  }

  /// More than anyone records.
  private static let mostSessions = 10_000

  /// What left least, where it is not surely better than what is recommended.
  func rivalSentence(of found: Recommendation) -> String? {
    guard let rival = found.rival, let words = rival.saved.savingWords else { return nil }
    return " \(text(of: rival.setting)) leaves \(SecondsText.of(rival.saved.mean)) less in these "
      + "sessions; over sessions like these \(words), so "
      + "\(Self.doubt(rival))."
  }

  /// What other budgets would do in place of the one of the setting: `16MiB leaves 0.57 s more, 32MiB
  /// 0.15 s more, 128MiB 0.024 s less, less than matters`.
  func returns(of found: Recommendation) -> String? {
    guard let bytes = found.setting.budgetBytes,
      let own = found.budgets.first(where: { $0.bytes == bytes }),
      found.budgets.count + found.killedBudgets.count > 1
    else { return nil }
    var parts: [String] = []
    let others = found.budgets.filter { $0.bytes != bytes }
    if others.contains(where: { $0.stalls != own.stalls }) {
      parts += Self.told(others, around: bytes).enumerated().map { index, budget in
        let difference = budget.stalls - own.stalls
        let amount =
          difference == 0
          ? "the same"
          : "\(SecondsText.of(abs(difference))) \(difference > 0 ? "more" : "less")"
        return "\(budget.setting.budgetText) \(index == 0 ? "leaves " : "")\(amount)"
          + Self.weight(of: budget, more: difference)
      }
    } else if !others.isEmpty {
      parts.append("the others leave the same")
    }
    if !found.killedBudgets.isEmpty {
      let killed = found.killedBudgets.map { Self.text(ofBytes: $0) }
      parts.append("with \(Words.list(killed, atMost: 6)) the app was killed")
    }
    return parts.joined(separator: "; ") + "."
  }

  /// Whether so much more or less than the advised budget leaves matters.
  private static func weight(of budget: Recommendation.Budget, more difference: Double) -> String {
    if difference == 0 || budget.isMaterial { return "" }
    return difference > 0 && budget.isBehind
      ? ", too far behind the best" : ", less than matters"
  }

  /// Six at most: the ends, and those beside the setting's own.
  private static func told(
    _ budgets: [Recommendation.Budget], around bytes: Int
  ) -> [Recommendation.Budget] {
    guard budgets.count > 6 else { return budgets }
    let place = budgets.count { $0.bytes < bytes }
    let near = Set([0, place - 2, place - 1, place, place + 1, budgets.count - 1])
    return budgets.indices.filter { near.contains($0) }.map { budgets[$0] }
  }

  /// `: its footprint reached the app limit`, of the runs in which the app was killed.
  var deathReasons: String {
    let reasons = Set(cells.values.flatMap(\.deathReasons)).sorted()
    return reasons.isEmpty ? "" : ": \(Words.list(reasons, atMost: 3))"
  }
}
