import ScrollCore

/// What a run, or several in the mean, is ranked by.
package struct RunScore: Sendable, Equatable {
  /// Above its budget for a greater share of the time than this, a run does not keep it.
  package static let budgetTolerance = 0.1

  /// Whether it was tried wherever others were: means over fewer runs say less.
  package var isComplete = true
  /// The share of its runs in which the device killed the app, from 0 to 1.
  package var killedShare: Double
  /// How long its runs were, to the death of those that were killed, in seconds.
  package var livedSeconds = 0.0
  /// The share of the time in which the cache held more than its budget, from 0 to 1.
  package var overBudgetShare: Double
  /// The share of its runs in which the budget was too small for the policy to be what its name
  /// says, from 0 to 1: such a policy is named neither best nor worst.
  package var tooSmallShare = 0.0
  /// What was wanted and not on screen, as a share of it, integrated over time, in seconds.
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

  /// The score of one run.
  ///
  /// - Parameters:
  ///   - isKilled: whether the device killed the app.
  ///   - overBudgetSeconds: how long the cache held more than its budget.
  ///   - durationSeconds: how long the run was.
  ///   - stallSeconds: what was wanted and not on screen, integrated over time.
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

  /// The mean of several scores, each of which counts once; complete if all of them are.
  package init(meanOf scores: [RunScore]) {
    let count = Double(max(1, scores.count))
    func mean(_ figure: (RunScore) -> Double) -> Double {
      scores.reduce(0) { $0 + figure($1) } / count
    }
    self.init(
      killedShare: mean { $0.killedShare }, overBudgetShare: mean { $0.overBudgetShare },
      stallSeconds: mean { $0.stallSeconds }, hitchRatio: mean { $0.hitchRatio },
      hitRate: mean { $0.hitRate })
    tooSmallShare = mean { $0.tooSmallShare }
    livedSeconds = mean { $0.livedSeconds }
    isComplete = scores.allSatisfy { $0.isComplete }
  }

  /// Whether it is above its budget for at most a tenth of the time.
  package var keepsBudget: Bool { overBudgetShare <= Self.budgetTolerance }

  /// Sums of the same shares may differ in their last bits.
  package var stallNanoseconds: Double { (stallSeconds * 1e9).rounded() }

  /// Whether a budget was too small for the policy in some run.
  package var isTooSmall: Bool { tooSmallShare > 0 }

  /// Whether it stands before another in the ranking; of two equal ones neither does.
  ///
  /// A run that was killed stalls no more from then on: of two such the one that lived longer is
  /// better, whatever it stalled. Stalls that differ by less than a nanosecond are equal.
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
  /// Whether it is better in a way that matters.
  ///
  /// - Parameters:
  ///   - other: the score of another run.
  ///   - materiality: what is enough.
  ///   - frames: as for `Materiality.leastDifference(of:frames:)`.
  /// - Returns: true if its stalls are less by enough, or if it is better by what comes before them in
  ///   the ranking.
  package func isClearlyBetter(
    than other: RunScore, _ materiality: Materiality, frames: Double
  ) -> Bool {
    guard isBetter(than: other) else { return false }
    let differBefore =
      isComplete != other.isComplete || killedShare != other.killedShare || killedShare > 0
      || isTooSmall != other.isTooSmall || keepsBudget != other.keepsBudget
    return differBefore || materiality.matters(stallSeconds, other.stallSeconds, frames: frames)
  }

  /// The score of a run.
  package init(_ report: RunReport) {
    self.init(
      isKilled: report.death != nil, overBudgetSeconds: report.cache.secondsOverLimit,
      durationSeconds: report.duration.seconds, stallSeconds: report.stalls.seconds,
      hitchRatio: report.hitches.timeRatio, hitRate: report.requests.hitRate)
  }
}

extension RunScore {
  /// For how much of the time it was over its budget, where it ranks behind others for it.
  package var excessText: String? {
    guard !keepsBudget else { return nil }
    return
      "over its budget for \(Int((overBudgetShare * 100).rounded(.toNearestOrEven))) % of the time"
  }
}
