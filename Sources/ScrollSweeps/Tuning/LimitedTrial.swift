import ScrollCore
import ScrollSimulation

/// What came of something that was tried in one or several runs, as limits see it.
package protocol LimitedTrial: Sendable {
  /// In order; all of them have to keep the limits.
  var runs: [RunRecord] { get }
  /// In the order of the limits.
  var findings: [LimitFinding] { get }
}

extension LimitedTrial {
  /// Why the device killed the app with one of the seeds; nil if it never did.
  package var killed: String? { runs.lazy.compactMap(\.killed).first }

  /// For how many images it has room and how many the policy needs; nil if that is enough.
  package var shortage: (room: Double, needed: Int)? { runs.lazy.compactMap(\.shortage).first }

  /// Whether it is too small for the policy to be what its name says.
  package var isTooSmall: Bool { shortage != nil }

  /// The share of the time in which the cache held more than the budget: the worst of the seeds.
  package var overBudgetShare: Double {
    runs.map { RunScore($0).overBudgetShare }.filter(\.isFinite).max() ?? 0
  }

  /// For how much of the time the worst of the seeds was over its budget; nil if each kept it.
  package var excessText: String? {
    runs.map { RunScore($0) }.filter { !$0.keepsBudget }
      .max { $0.overBudgetShare < $1.overBudgetShare }?.excessText
  }

  /// Whether the figures are within the limits, which they may be without any cache.
  ///
  /// A budget that gets the app killed keeps nothing.
  package var keepsLimits: Bool { killed == nil && findings.allSatisfy(\.isKept) }

  /// Whether it may be the answer: it keeps the limits, and has room for what the policy needs.
  package var keeps: Bool { keepsLimits && !isTooSmall }

  /// How far it is from being the answer: killed or not, how much is wrong, and by what shares of
  /// the bounds and of the room that the policy needs.
  var distance: [Double] {
    var shares = findings.filter { !$0.isKept }.map(\.excessShare)
    if let shortage { shares.append(1 - shortage.room / Double(shortage.needed)) }
    return [killed == nil ? 0 : 1, Double(shares.count), shares.reduce(0, +)]
  }

  /// Whether it is nearer to being the answer than another.
  package func isNearer(than other: some LimitedTrial) -> Bool {
    distance.lexicographicallyPrecedes(other.distance)
  }
}

extension LimitedTrial {
  /// `blankSeconds 2.31 s, 0.31 s too much; too small: room for 0.5 images, needs 1`.
  package var problemText: String {
    if let killed { return "the app is killed: \(killed)" }
    return (findings.filter { !$0.isKept }.map(\.brokenText) + [shortageText].compactMap { $0 })
      .joined(separator: "; ")
  }

  /// `too small: room for 0.5 images, needs 1`; nil if there is room enough.
  private var shortageText: String? {
    shortage.map { shortage in
      let room = (shortage.room * 10).rounded(.toNearestOrEven) / 10
      return "too small: room for \(room) images, needs \(shortage.needed)"
    }
  }
}

extension LimitedTrial {
  /// What the figures that break their limits come from, as far as the runs' own sums say it, the
  /// one that breaks it by the greatest share first; nil where none of them is a sum, and where the
  /// app was killed, which says why.
  ///
  /// For time without an image the largest part of the waiting; for late frames the largest part of
  /// their delay; for memory what the cache held of it.
  package var reason: String? {
    text(of: brokenFigures)
  }

  /// The same without the figures of waiting, of which a diagnosis says more.
  package var reasonBesidesWaiting: String? {
    text(of: brokenFigures.filter { !Self.ofWaiting.contains($0.name) })
  }

  private func text(of figures: [Figure]) -> String? {
    guard killed == nil else { return nil }
    var reasons: [String] = []
    for reason in figures.compactMap(reason) where !reasons.contains(reason) {
      reasons.append(reason)
    }
    return reasons.isEmpty ? nil : reasons.joined(separator: "; ")
  }

  /// Those that break their limits, by what share of the bound, greatest first.
  private var brokenFigures: [Figure] {
    findings.filter { !$0.isKept }.sorted { $0.excessShare > $1.excessShare }.map(\.limit.figure)
  }

  private func reason(of figure: Figure) -> String? {
    if figure.name == Figure.footprintPeak.name { return cacheShare }
    if Self.ofHitches.contains(figure.name) {
      return largest("cause") { "late frames were late for \($0)" }
    }
    guard Self.ofWaiting.contains(figure.name) else { return nil }
    return largest("wait") { name in
      let words = WaitTimes.Kind.allCases.first { "\($0)" == name }?.words ?? name
      return "its images waited for \(words)"
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

  /// `its images waited for the network 12.3 of 14.2 s`.
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
    return "\(text(most.key)) \(share) of \(unit.text(Double(Self.short(all)) ?? all))"
  }

  private var cacheShare: String? {
    let peaks = runs.map { ($0.number(.footprintPeak), $0.number(.cachePeak)) }
    guard let most = peaks.max(by: { $0.0 < $1.0 }), most.1.isFinite else { return nil }
    return "its cache held \(Figure.Unit.bytes.text(most.1)) at most, the app took the rest"
  }

  /// To a tenth.
  private static func short(_ value: Double) -> String {
    "\((value * 10).rounded(.toNearestOrEven) / 10)"
  }
}

extension LimitedTrial {
  /// The run that breaks a limit on waiting by most, which is worth a diagnosis; nil where none is
  /// broken, or where the app was killed.
  package var waitingRun: RunRecord? {
    guard killed == nil,
      let worst = brokenFigures.first(where: { Self.ofWaiting.contains($0.name) })
    else { return nil }
    return runs.max { ($0.limited(worst) ?? 0) < ($1.limited(worst) ?? 0) }
  }
}
