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
