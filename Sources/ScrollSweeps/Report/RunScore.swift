import ScrollCore
package import ScrollSimulation

/// The figures by which a run, or the mean of several runs, is ranked.
package struct RunScore: Sendable, Equatable {
  /// The largest share of the time that a cache may exceed its budget and still count as keeping
  /// it.
  static let budgetTolerance = 0.1

  /// A Boolean value that indicates whether a choice was tried in every case.
  ///
  /// A choice that was tried in fewer cases ranks lower, because its means are less reliable.
  package var isComplete = true
  /// The share of the runs in which the device killed the app, from 0 to 1.
  package var killedShare: Double
  /// The duration of the runs in seconds; a run ends when its app is killed.
  package var livedSeconds = 0.0
  /// The share of the time in which the cache held more than its budget, from 0 to 1.
  package var overBudgetShare: Double
  /// The share of the runs whose budget was too small for the policy, from 0 to 1.
  ///
  /// With too small a budget a policy does not work as its name says. So reports name such a choice
  /// neither best nor worst.
  var tooSmallShare = 0.0
  /// The share of the wanted screen that was missing, integrated over time, in seconds.
  package var stallSeconds: Double
  /// Hitch milliseconds per second of scrolling.
  package var hitchRatio: Double
  /// Hits per request, from 0 to 1.
  package var hitRate: Double

  package init(
    killedShare: Double, overBudgetShare: Double, stallSeconds: Double, hitchRatio: Double,
    hitRate: Double
  ) {
    self.killedShare = killedShare
    self.overBudgetShare = overBudgetShare
    self.stallSeconds = stallSeconds
    self.hitchRatio = hitchRatio
    self.hitRate = hitRate
  }

  /// Creates the score of one run.
  ///
  /// - Parameters:
  ///   - isKilled: whether the device killed the app.
  ///   - overBudgetSeconds: the time in which the cache held more than its budget.
  ///   - durationSeconds: the duration of the run.
  ///   - stallSeconds: the share of the wanted screen that was missing, integrated over time.
  ///   - hitchRatio: hitch milliseconds per second of scrolling.
  ///   - hitRate: hits per request.
  package init(
    isKilled: Bool, overBudgetSeconds: Double, durationSeconds: Double, stallSeconds: Double,
    hitchRatio: Double, hitRate: Double
  ) {
    self.init(
      killedShare: isKilled ? 1 : 0,
      overBudgetShare: durationSeconds > 0 ? overBudgetSeconds / durationSeconds : 0,
      stallSeconds: stallSeconds, hitchRatio: hitchRatio, hitRate: hitRate)
    livedSeconds = durationSeconds
  }

  /// Creates the mean of several scores; the mean is complete if all scores are.
  /// - Parameters:
  ///   - scores: the scores.
  ///   - shares: the weight of each, above 0; all are equal if `nil`.
  package init(meanOf scores: [RunScore], shares: [Double]? = nil) {
    let shares = shares ?? Array(repeating: 1, count: scores.count)
    let whole = scores.isEmpty ? 1 : shares.reduce(0, +)
    func mean(_ figure: (RunScore) -> Double) -> Double {
      zip(scores, shares).reduce(0) { $0 + $1.1 * figure($1.0) } / whole
    }
    self.init(
      killedShare: mean { $0.killedShare }, overBudgetShare: mean { $0.overBudgetShare },
      stallSeconds: mean { $0.stallSeconds }, hitchRatio: mean { $0.hitchRatio },
      hitRate: mean { $0.hitRate })
    tooSmallShare = mean { $0.tooSmallShare }
    livedSeconds = mean { $0.livedSeconds }
    isComplete = scores.allSatisfy { $0.isComplete }
  }

  /// A Boolean value that indicates whether the cache is above its budget for at most a tenth of
  /// the time.
  package var keepsBudget: Bool { overBudgetShare <= Self.budgetTolerance }

  /// The stall rounded to whole nanoseconds, because sums of the same parts in another order may
  /// differ in their last bits.
  var stallNanoseconds: Double { (stallSeconds * 1e9).rounded() }

  /// A Boolean value that indicates whether a budget was too small for the policy in some run.
  package var isTooSmall: Bool { tooSmallShare > 0 }

  /// Returns `true` if this score ranks before another; `false` if the scores are equal.
  ///
  /// A run counts no stall after its app was killed, so stalls of killed runs are not comparable.
  /// Of two killed runs, the one that lived longer is better. Stalls that differ by less than a
  /// nanosecond count as equal.
  package func isBetter(than other: RunScore) -> Bool {
    if isComplete != other.isComplete { return isComplete }
    if killedShare != other.killedShare { return killedShare < other.killedShare }
    if killedShare > 0, livedSeconds != other.livedSeconds {
      return livedSeconds > other.livedSeconds
    }
    if isTooSmall != other.isTooSmall { return !isTooSmall }
    if keepsBudget != other.keepsBudget { return keepsBudget }
    if stallNanoseconds != other.stallNanoseconds {
      return stallNanoseconds < other.stallNanoseconds
    }
    if hitchRatio != other.hitchRatio { return hitchRatio < other.hitchRatio }
    return hitRate > other.hitRate
  }
}

extension RunScore {
  /// Returns `true` if this score is better than another by a difference that counts.
  ///
  /// - Parameters:
  ///   - other: the score of another run.
  ///   - materiality: the smallest difference that counts.
  ///   - frames: as for `Materiality.leastDifference(of:frames:)`.
  /// - Returns: `true` if the stall is less by enough, or if this score is better by a criterion
  ///   that comes before the stall in the ranking.
  package func isClearlyBetter(
    than other: RunScore, _ materiality: Materiality, frames: Double
  ) -> Bool {
    guard isBetter(than: other) else { return false }
    let differBefore =
      isComplete != other.isComplete || killedShare != other.killedShare || killedShare > 0
      || isTooSmall != other.isTooSmall || keepsBudget != other.keepsBudget
    return differBefore || materiality.matters(stallSeconds, other.stallSeconds, frames: frames)
  }

  /// Creates the score of a run from its report.
  package init(_ report: RunReport) {
    self.init(
      isKilled: report.death != nil, overBudgetSeconds: report.cache.secondsOverLimit,
      durationSeconds: report.duration.seconds, stallSeconds: report.stalls.seconds,
      hitchRatio: report.hitches.timeRatio, hitRate: report.requests.hitRate)
  }
}

extension RunScore {
  /// The share of the time above the budget as text; `nil` if the run keeps its budget.
  package var excessText: String? {
    guard !keepsBudget else { return nil }
    return
      "over its budget for \(Int((overBudgetShare * 100).rounded(.toNearestOrEven))) % of the time"
  }
}

/// The order in which runs, and means over runs, are ranked.
///
/// The criteria are, in this order:
///
/// 1. The choice was tried in every case.
/// 2. The app was killed least often.
/// 3. The budget has room for as many images as the policy needs.
/// 4. The cache kept its budget.
/// 5. The least stall seconds, then the least hitch time ratio, then the highest hit rate.
///
/// Runs with equal scores keep the order in which they were requested; means with equal scores are
/// ordered by name.
package enum Ranking {
  /// Returns elements from the best to the worst; equal ones keep their order.
  ///
  /// - Complexity: O(*n* log *n*) in the elements.
  package static func bestFirst<Element>(
    _ elements: [Element], score: (Element) -> RunScore
  ) -> [Element] {
    let scores = elements.map(score)
    return elements.indices.sorted { left, right in
      if scores[left].isBetter(than: scores[right]) { return true }
      return left < right && !scores[right].isBetter(than: scores[left])
    }.map { elements[$0] }
  }

  /// Returns means from the best to the worst; equal ones are ordered by name.
  package static func bestFirst<Element>(
    _ elements: [Element], score: (Element) -> RunScore, name: (Element) -> String
  ) -> [Element] {
    bestFirst(elements.sorted { name($0) < name($1) }, score: score)
  }
}
