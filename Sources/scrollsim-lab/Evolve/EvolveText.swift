import ScrollCore
import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The result of a search in sentences.
struct EvolveText {
  private let answer: EvolveAnswer

  init(_ answer: EvolveAnswer) { self.answer = answer }

  /// The verdict: whether there is a certificate, and why.
  var verdict: String {
    guard answer.isCertified else {
      return "no certificate: \(answer.reasons.joined(separator: "; "))\(exclusion)"
    }
    return "certificate: on sealed (held-out) scenarios the winner stalls less than the best of "
      + "\(Phrase.count(answer.opponent.among, "built-in policy", "built-in policies"))\(exclusion)"
  }

  /// The excluded policies: `; 8 were excluded: lhd, ...`.
  private var exclusion: String {
    let names = answer.spec.without
    guard !names.isEmpty else { return "" }
    return "; \(names.count == 1 ? "1 was" : "\(names.count) were") excluded: "
      + names.joined(separator: ", ")
  }

  /// The winner's gains against the excluded policies on the sealed scenarios.
  var excluded: String? {
    guard let rivals = answer.sealed?.excluded, !rivals.isEmpty else { return nil }
    let texts = rivals.map { policy, gain in
      let interval = gain.interval.map {
        " (\(NumberText.percent($0.lowerBound)) to \(NumberText.percent($0.upperBound)))"
      }
      return "\(NumberText.percent(gain.share)) against \(policy)\(interval ?? "")"
    }
    return "Against the excluded policies it saves \(Phrase.list(texts)) there."
  }

  /// The result of an audit of the runs.
  var audit: String? {
    guard let audit = answer.sealed?.audit else { return nil }
    let runs = "the \(Phrase.count(audit.runs, "sealed run")) of winner and opponent"
    return audit.findings.isEmpty
      ? "An independent recount of \(runs) agrees: bytes, decodes, fetches and viewports add up."
      : "An independent recount of \(runs) finds \(Phrase.count(audit.findings.count, "fault"))."
  }

  /// The gain of the winner on sealed scenarios.
  var gain: String? {
    guard let sealed = answer.sealed else { return nil }
    let gain = sealed.gain
    let word = gain.share < 0 ? "more" : "less"
    let interval =
      gain.interval.map {
        ". Over similar sessions it saves \(NumberText.percent($0.lowerBound)) to "
          + "\(NumberText.percent($0.upperBound)) with 95 % confidence. With 97.5 % confidence it "
          + "saves at least \(NumberText.percent($0.lowerBound))"
      } ?? tooFew(gain)
    return
      "On \(Phrase.count(gain.sessions, "sealed session"))"
      + "\(Self.clusters(gain.clusters, of: gain.sessions)) it stalls "
      + "\(NumberText.percent(abs(gain.share))) \(word) than "
      + "\(answer.opponent.rival.policy)\(interval)."
  }

  /// Returns the number of clusters if there are fewer clusters than sessions: ` with 1 sequence of
  /// gestures`.
  static func clusters(_ clusters: Int, of sessions: Int) -> String {
    guard clusters < sessions else { return "" }
    return " with "
      + Phrase.count(clusters, "sequence of gestures", "different sequences of gestures")
  }

  /// The reason why sessions of few clusters have no interval.
  private func tooFew(_ gain: PairedGain) -> String {
    guard gain.clusters < min(gain.sessions, MeanInterval.leastSessions) else { return "" }
    return ": no confidence interval, which needs \(MeanInterval.leastSessions) different ones"
  }

  /// The origin of the opponent, and the policy that would have been harder to beat.
  var opponent: String {
    let opponent = answer.opponent
    let tuned =
      opponent.rival.policy == opponent.standard
      ? "none of them better" : "tuned from \(opponent.standard)"
    let without = answer.spec.without
    let leftOut =
      without.isEmpty ? "" : " (without \(Phrase.list(without)), as in the spec)"
    let named =
      "The opponent was \(opponent.rival.policy), the best of "
      + "\(Phrase.count(opponent.among, "built-in policy", "built-in policies"))\(leftOut) "
      + "on training and validation scenarios "
      + "(\(Phrase.count(opponent.tried, "other setting")) tried, \(tuned))."
    guard let sealed = answer.sealed else { return named }
    return named + " It was chosen before the sealed scenarios were opened. Best in hindsight: "
      + "\(sealed.hindsight.policy)."
  }

  /// The sentence that states whether the scenarios were sealed.
  var opening: String? {
    guard let opening = answer.sealed?.opening else { return nil }
    let key = "\(opening.scenes)".prefix(8)
    guard !opening.isFirst else {
      return
        "The sealed scenarios (\(key)) were opened once in this store, which records it. Other "
        + "stores have no record."
    }
    guard opening.number == 1 else {
      return
        "This is opening \(opening.number) of these scenarios (\(key)) in this store, so "
        + "they are no longer sealed."
    }
    return
      "The store had \(Phrase.count(opening.earlierRuns, "run")) of these sessions before, "
      + "so the scenarios (\(key)) were not sealed."
  }

  /// The part of the gain that remains after errors in the devices' figures.
  var band: String? {
    guard let band = answer.sealed?.band else { return nil }
    guard let ends = band.band else {
      return "The app is killed in every draw of the devices' figures within their errors."
    }
    let range = "\(NumberText.percent(ends.low)) to \(NumberText.percent(ends.high))"
    let verb = band.isKnown ? "exceeds" : "does not exceed"
    return "In \(Phrase.count(band.draws, "repetition")) with the devices' figures varied within "
      + "their errors, it saves \(range). The gain \(verb) the effect of these errors."
  }

  /// The sentence about the share of the gap to the best found stall time that the winner closes.
  var bound: String? {
    guard let bound = answer.sealed?.bound else { return nil }
    guard let share = bound.share else {
      return "Even knowledge of the future would save less than 1 % of the opponent's stall."
    }
    return share < 0
      ? "It closes no part of the gap between the opponent and the best found with knowledge "
        + "of the future."
      : "It closes \(NumberText.percent(share)) of the gap between the opponent and the best "
        + "found with knowledge of the future."
  }

  /// The sentence about the laws of a policy.
  var laws: String {
    let broken = answer.laws.filter { !$0.isKept }.map(\.law)
    return broken.isEmpty
      ? "The winner keeps all \(Phrase.count(answer.laws.count, "law")) for policies."
      : "The winner keeps \(answer.laws.count - broken.count) of the laws for policies, and breaks "
        + "\(Phrase.digits(broken.count)): \(Phrase.list(broken))."
  }

  /// The effort of the search.
  var effort: String {
    let effort = answer.effort
    return "Searched with seed \(answer.spec.search.seed): "
      + "\(Phrase.count(effort.formulas, "formula")) in "
      + "\(Phrase.count(effort.trials, "trial")) (one formula in one scenario each), "
      + "\(Phrase.count(effort.runs, "run")). "
      + "\(Phrase.count(effort.dropped, "formula was", "formulas were")) rejected before the last "
      + "scenario, and \(Phrase.count(answer.candidates, "formula was", "formulas were")) compared "
      + "on validation scenarios."
  }
}
