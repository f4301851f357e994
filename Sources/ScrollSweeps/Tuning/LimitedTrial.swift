import ScrollCore
import ScrollSimulation

/// The result of a trial with one or several runs, judged by limits.
package protocol LimitedTrial: Sendable {
  /// The runs, in order; the limits must hold in each of them.
  var runs: [RunRecord] { get }
  /// The findings, in the order of the limits.
  var findings: [LimitFinding] { get }
}

extension LimitedTrial {
  /// The reason why the device killed the app with one of the seeds; `nil` if it never did.
  package var killed: String? { runs.lazy.compactMap(\.killed).first }

  /// The number of images that the budget has room for and the number that the policy needs; `nil`
  /// if there is enough room.
  package var shortage: (room: Double, needed: Int)? { runs.lazy.compactMap(\.shortage).first }

  /// A Boolean value that indicates whether the budget is too small for the policy to work as
  /// intended.
  package var isTooSmall: Bool { shortage != nil }

  /// The share of time in which the cache exceeded its budget; the largest share of all seeds.
  package var overBudgetShare: Double {
    runs.map { RunScore($0).overBudgetShare }.filter(\.isFinite).max() ?? 0
  }

  /// A text on the share of time over budget with the worst of the seeds; `nil` if the budget was
  /// kept with each.
  package var excessText: String? {
    runs.map { RunScore($0) }.filter { !$0.keepsBudget }
      .max { $0.overBudgetShare < $1.overBudgetShare }?.excessText
  }

  /// A Boolean value that indicates whether the trial can be the answer: it keeps the limits.
  ///
  /// A budget with which the app is killed breaks every limit. A budget with too little room for
  /// the policy is no reason against a trial, since the figures already have the effect.
  package var keeps: Bool { killed == nil && findings.allSatisfy(\.isKept) }

  /// The distance from an acceptable trial.
  ///
  /// It has three parts: 1 if the app was killed, the number of violations, and their sum as shares
  /// of the bounds.
  var distance: [Double] {
    let shares = findings.filter { !$0.isKept }.map(\.excessShare)
    return [killed == nil ? 0 : 1, Double(shares.count), shares.reduce(0, +)]
  }

  /// Returns whether the trial is nearer to an acceptable one than another trial is.
  package func isNearer(than other: some LimitedTrial) -> Bool {
    distance.lexicographicallyPrecedes(other.distance)
  }
}

extension LimitedTrial {
  /// The violations: `blankSeconds 2.31 s, 0.31 s too much`.
  package var problemText: String {
    if let killed { return "the app is killed: \(killed)" }
    return findings.filter { !$0.isKept }.map(\.brokenText).joined(separator: "; ")
  }

  /// The excess that kept limits tolerate: `stallSeconds is 0.02 s too much, no visible difference`;
  /// `nil` if there is none.
  package var toleratedText: String? {
    let parts = findings.filter { $0.isKept && $0.excess > 0 }.map { finding in
      let figure = finding.limit.figure
      return "\(figure.name) is \(figure.unit.text(finding.excess)) \(figure.excessText)"
    }
    return parts.isEmpty ? nil : "\(parts.joined(separator: "; ")), no visible difference"
  }

  /// The lack of room: `too small to cache well: holds 0.5 images, needs 1`; `nil` if there is enough room.
  package var shortageText: String? {
    shortage.map { shortage in
      let room = (shortage.room * 10).rounded(.toNearestOrEven) / 10
      return "too small to cache well: holds \(room) images, needs \(shortage.needed)"
    }
  }
}

extension LimitedTrial {
  /// The main causes of the figures that break their limits in sentences, as far as the runs' own
  /// sums show them.
  ///
  /// For time without an image the cause is the largest part of the waiting, for late frames the
  /// largest part of their delay, and for memory the part that the cache held. The figure that
  /// exceeds its limit by the greatest share comes first. `nil` if none of the figures is a sum of
  /// parts, or if the app was killed, for which `killed` has the reason.
  package var reason: String? {
    text(of: brokenFigures)
  }

  /// The main causes except those of waiting, which a diagnosis explains in more detail.
  package var reasonBesidesWaiting: String? {
    text(of: brokenFigures.filter { !Self.ofWaiting.contains($0.name) })
  }

  private func text(of figures: [Figure]) -> String? {
    guard killed == nil else { return nil }
    var reasons: [String] = []
    for reason in figures.compactMap(reason) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: " ")
  }

  /// The figures that break their limits, those with the greatest share of excess first.
  private var brokenFigures: [Figure] {
    findings.filter { !$0.isKept }.sorted { $0.excessShare > $1.excessShare }.map(\.limit.figure)
  }

  private func reason(of figure: Figure) -> String? {
    if figure.name == Figure.footprintPeak.name { return cacheShare }
    if Self.ofHitches.contains(figure.name) {
      return largest("cause") { "Late frames were late because of \($0)" }
    }
    guard Self.ofWaiting.contains(figure.name) else { return nil }
    return largest("wait") { name in
      let words = WaitTimes.Kind.allCases.first { "\($0)" == name }?.words ?? name
      return "Its images waited for \(words)"
    }
  }

  private static var ofHitches: Set<String> {
    ["hitchRatio", "hitches", "hitchMilliseconds", "worstHitchMilliseconds"]
  }

  private static var ofWaiting: Set<String> {
    let times = Figure.times.map(\.name)
    return Set(times + ["stallSeconds", "blankSeconds", "blankRatio", "blankFrames", "late"])
      .union(["neverShown", "firstVisitStallSeconds", "laterVisitStallSeconds"])
  }

  /// Returns a sentence with the largest part of a kind and its share of the sum.
  private func largest(_ kind: String, _ text: (String) -> String) -> String? {
    var sums: [String: Double] = [:]
    for part in runs.flatMap(\.parts) where part.kind == kind {
      sums[part.name, default: 0] += part.value / 1000
    }
    guard let most = sums.min(by: { (-$0.value, $0.key) < (-$1.value, $1.key) }), most.value > 0
    else { return nil }
    let all = sums.values.sorted().reduce(0, +)
    let unit = Figure.Unit.seconds
    let share = most.value == all ? "all" : Self.short(most.value)
    return "\(text(most.key)): \(share) of \(unit.text(Double(Self.short(all)) ?? all))."
  }

  private var cacheShare: String? {
    let peaks = runs.map { ($0.number(.footprintPeak), $0.number(.cachePeak)) }
    guard let most = peaks.max(by: { $0.0 < $1.0 }), most.1.isFinite else { return nil }
    return "Its cache held \(Figure.Unit.bytes.text(most.1)) at most. The app used the rest."
  }

  /// Returns a number rounded to a tenth.
  private static func short(_ value: Double) -> String {
    "\((value * 10).rounded(.toNearestOrEven) / 10)"
  }
}

extension LimitedTrial {
  /// The run that exceeds a limit on waiting by the most, and so is worth a diagnosis.
  ///
  /// `nil` if no such limit is broken, or if the app was killed.
  package var waitingRun: RunRecord? {
    guard killed == nil,
      let worst = brokenFigures.first(where: { Self.ofWaiting.contains($0.name) })
    else { return nil }
    return runs.max { ($0.limited(worst) ?? 0) < ($1.limited(worst) ?? 0) }
  }
}
