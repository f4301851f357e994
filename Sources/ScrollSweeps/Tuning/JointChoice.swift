import ScrollCore
import ScrollSimulation

/// A rule that chooses one of the combinations that are as good as the best.
///
/// A combination is as good as the best if it keeps the limits as the best does and its stalls do
/// not differ visibly. The rule narrows these combinations in this order:
///
/// - The user's current combination, if it is among them.
/// - The combinations that change the fewest of the user's loader, prefetcher, policy and budget.
/// - The combinations with the simplest policy, `lru`, if there are any.
/// - The smallest budget.
/// - Combinations without prefetching.
/// - The fewest settings that differ from their defaults.
/// - The best.
struct JointChoice {
  let materiality: Materiality
  /// The refresh rate of the display, in hertz.
  let refreshRate: Double

  static let simplest = "lru"

  /// Returns the index of the recommended trial.
  /// - Parameters:
  ///   - trials: the trials.
  ///   - best: the index of the best trial.
  ///   - baseline: the index of the user's current combination; `nil` if none is given, or it was
  ///     not tried.
  /// - Returns: the index of the recommended trial.
  /// - Complexity: O(*n*) in the trials.
  func place(among trials: [JointTrial], best: Int, baseline: Int?) -> Int {
    let leader = trials[best]
    guard leader.keeps else { return best }
    let alike = trials.indices.filter { $0 == best || isAlike(trials[$0], leader) }
    if let baseline, alike.contains(baseline) { return baseline }
    let near = baseline.map { Self.nearest(alike, to: $0, among: trials) } ?? alike
    let simple = near.filter { trials[$0].policy == Self.simplest }
    return (simple.isEmpty ? near : simple).min {
      Self.precedes(trials[$0], trials[$1])
    } ?? best
  }

  /// Returns the trials that change the fewest of the baseline's loader, prefetcher, policy and
  /// budget.
  private static func nearest(
    _ places: [Int], to baseline: Int, among trials: [JointTrial]
  ) -> [Int] {
    let now = trials[baseline]
    let changes = places.map { place in
      let trial = trials[place]
      return [
        trial.loader != now.loader, trial.prefetcher != now.prefetcher, trial.policy != now.policy,
        trial.budget != now.budget,
      ].count { $0 }
    }
    let least = changes.min() ?? 0
    return zip(places, changes).filter { $1 == least }.map(\.0)
  }

  /// Returns whether a trial can replace the best without a visible disadvantage.
  func isAlike(_ trial: JointTrial, _ best: JointTrial) -> Bool {
    guard trial.keeps, trial.score.isComplete, trial.score.keepsBudget || !best.score.keepsBudget,
      Self.hitchBand(trial) <= Self.hitchBand(best)
    else { return false }
    return !materiality.matters(
      trial.score.stallSeconds, best.score.stallSeconds,
      frames: best.leastSeconds(materiality, at: refreshRate))
  }

  /// Returns the worst hitch band of a trial's runs.
  private static func hitchBand(_ trial: JointTrial) -> Band {
    let bands = trial.runs.compactMap { run -> Band? in
      guard case .text(let word)? = run.value(.hitchBand) else { return nil }
      return Band(rawValue: word)
    }
    return bands.max() ?? .good
  }

  private static func precedes(_ one: JointTrial, _ other: JointTrial) -> Bool {
    let (left, right) = (budget(one), budget(other))
    if left != right { return left < right }
    let (plain, rich) = (extras(one), extras(other))
    if plain != rich { return plain.lexicographicallyPrecedes(rich) }
    if one.score.isBetter(than: other.score) { return true }
    if other.score.isBetter(than: one.score) { return false }
    return one.candidate < other.candidate
  }

  /// Returns whether a trial prefetches, and the number of settings that differ from their
  /// defaults.
  ///
  /// Labels name these settings.
  private static func extras(_ trial: JointTrial) -> [Int] {
    let labels = [trial.loader, trial.prefetcher, trial.policy ?? ""]
    return [
      trial.prefetcher == "none" ? 0 : 1,
      labels.reduce(0) { $0 + $1.count(where: { $0 == ":" }) },
    ]
  }

  /// Returns the budget in bytes: 0 without a cache, `Int.max` if nothing limits the cache.
  private static func budget(_ trial: JointTrial) -> Int {
    trial.policy == nil ? 0 : trial.budget?.bytes ?? .max
  }
}
