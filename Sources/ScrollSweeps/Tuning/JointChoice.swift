import ScrollCore
import ScrollSimulation

/// Of the combinations that are as good as the best, the one to take.
///
/// Those that keep the limits as the best does, and whose stalls differ from its by less than what
/// matters. Of these what the user has now, else those that change least of it: the fewest of loader,
/// prefetcher, policy and budget. Of these those with the simplest policy, `lru`, if there are any; of
/// these the one with the smallest budget, of several one that prefetches nothing, then the one with
/// the fewest settings that are not the defaults, and of these the best.
struct JointChoice {
  let materiality: Materiality
  /// Of the display, in hertz.
  let refreshRate: Double

  static let simplest = "lru"

  /// - Parameters:
  ///   - trials: what was tried.
  ///   - best: the place of the best of them.
  ///   - baseline: the place of what the user has now; nil if none was given, or it was not tried.
  /// - Returns: the place of the one to take.
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

  /// Those that change the fewest of loader, prefetcher, policy and budget of what the user has.
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

  /// Whether nothing that matters speaks against one instead of the best.
  func isAlike(_ trial: JointTrial, _ best: JointTrial) -> Bool {
    guard trial.keeps, trial.score.isComplete, trial.score.keepsBudget || !best.score.keepsBudget,
      Self.hitchBand(trial) <= Self.hitchBand(best)
    else { return false }
    return !materiality.matters(
      trial.score.stallSeconds, best.score.stallSeconds,
      frames: best.leastSeconds(materiality, at: refreshRate))
  }

  /// The worst of the runs.
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

  /// Whether it prefetches, and how many settings are not the defaults: their labels name those.
  private static func extras(_ trial: JointTrial) -> [Int] {
    let labels = [trial.loader, trial.prefetcher, trial.policy ?? ""]
    return [
      trial.prefetcher == "none" ? 0 : 1,
      labels.reduce(0) { $0 + $1.count(where: { $0 == ":" }) },
    ]
  }

  /// None without a cache, the largest where nothing limits it.
  private static func budget(_ trial: JointTrial) -> Int {
    trial.policy == nil ? 0 : trial.budget?.bytes ?? .max
  }
}
