import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// The answer of an advice in one or two sentences.
struct AdviseHeadline {
  private let answer: AdviseAnswer
  private let bands: AdviseBands

  init(_ answer: AdviseAnswer, _ bands: AdviseBands) {
    self.answer = answer
    self.bands = bands
  }

  /// The answer, with the name of the library.
  var text: String {
    let library = answer.question.library.summary
    if let reason = answer.question.emptiness {
      return "\(library): \(ChoiceRule.keep); \(reason)."
    }
    let killed = answer.advised.reports.count { $0.death != nil }
    guard killed < runs else {
      let longest = changes.map { "; it lives longest with \($0)" } ?? ""
      return "\(library): no setting that was tried keeps the app alive\(longest). \(Self.doctor)"
    }
    if killed == 0, answer.breaches.contains(where: { answer.question.isTyped($0.limit) }) {
      return "\(library): \(nearest)"
    }
    return "\(library): \(changes ?? ChoiceRule.keep)\(rest(killed: killed))"
  }

  /// A sentence that points to `doctor`, which also tries changes that the library has no setting
  /// for.
  private static let doctor = "Try scrollsim doctor."

  /// The number of runs of each setting.
  private var runs: Int { answer.question.sessions.count }

  /// The first change and the number of the others; `nil` without changes.
  private var changes: String? {
    let others = answer.changes.count - 1
    let more = others > 0 ? ", then \(Phrase.count(others, "more change"))" : ""
    return answer.changes.first.map { "\($0.change.text)\(more)" }
  }

  /// The sentences about limits that no setting keeps.
  private var nearest: String {
    let breaches = answer.breaches
    let limits = Phrase.list(breaches.map { name(of: $0.limit) })
    let excesses = breaches.map { breach in
      let unit = breach.limit.figure.unit
      let name = breaches.count > 1 ? "\(breach.limit.figure.name) " : ""
      return "\(name)\(Self.text(breach.value, unit)), \(Self.text(breach.excess, unit)) "
        + breach.limit.figure.excessText
    }
    let broken = answer.advised.broken.count { $0 }
    let place = broken < runs ? " in \(broken) of \(runs) runs" : ""
    return "no setting that was tried keeps \(limits). The nearest is "
      + "\(changes ?? "what you have"): \(excesses.joined(separator: "; "))\(place)\(hedge)."
      + (isCritical ? " \(Self.doctor)" : "")
  }

  /// Returns the end of the answer: what is wrong with the present settings, and the problems that
  /// the advised settings do not solve.
  private func rest(killed: Int) -> String {
    if killed > 0 { return "; the app is killed in \(killed) of \(runs) runs. \(Self.doctor)" }
    if isCritical, answer.keepsAll {
      return "; no setting that was tried is better. \(Self.doctor)"
    }
    let broken = answer.advised.broken.count { $0 }
    if !answer.breaches.isEmpty {
      return "\(hedge); no setting that was tried keeps "
        + "\(Phrase.list(answer.breaches.map { name(of: $0.limit) }))"
        + (broken < runs ? " in every run." : ".") + (isCritical ? " \(Self.doctor)" : "")
    }
    if broken > 0 {
      return "\(hedge); the cache exceeds its limit in \(broken) of \(runs) runs."
    }
    let breaches = answer.presentBreaches
    guard !breaches.isEmpty else { return "\(hedge)." }
    return "\(hedge); what you have breaks \(Phrase.list(breaches.map { name(of: $0.limit) }))."
  }

  /// The clause that the advice is uncertain; empty if it is not.
  private var hedge: String {
    bands.isUncertain && !answer.keepsAll
      ? "; uncertain: \(bands.preferredIn) of \(AdviseBands.count) runs agree" : ""
  }

  private var isCritical: Bool { answer.advised.reports.allSatisfy { $0.band == .critical } }

  /// Returns a typed limit as it was typed, and a default limit in words.
  private func name(of limit: Limit) -> String {
    guard !answer.question.isTyped(limit) else { return limit.description }
    let bound = Self.text(limit.bound, limit.figure.unit)
    return limit.figure.name == Figure.footprintPeak.name
      ? "the memory limit of \(bound)"
      : limit.figure.name == Figure.hitchRatio.name
        ? "the hitch limit of \(bound)" : limit.description
  }

  /// Returns an amount with its unit: bytes in MiB, and as many decimals as in the table of figures.
  private static func text(_ value: Double, _ unit: Figure.Unit) -> String {
    guard value.isFinite, ![.count, .word, .ratio].contains(unit) else { return unit.text(value) }
    let amount = unit == .bytes ? value / Double(1 << 20) : value
    let factor = amount >= 10 ? 1.0 : amount >= 1 ? 10 : 100
    let rounded = (amount * factor).rounded(.toNearestOrEven) / factor
    return unit == .bytes
      ? "\(NumberText.fixed(rounded, decimals: amount >= 10 ? 0 : 1)) MiB" : unit.text(rounded)
  }
}
