package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The report for programs, with unrounded figures.
  package struct Document: Encodable, Sendable {
    let question: String
    let answer: [String]
    /// The rule of the recommendations.
    let rule = ChoiceRule.sentence
    let asked: Int, made: Int
    /// The recommendations for each device.
    let recommendations: [Advice]
    /// The effects on stall time; null if nothing was varied in a complete grid.
    @OrNull var effects: EffectsDocument?
    /// The policies, best first.
    package let ranking: [Policy]
    /// The differences between each policy and the reference, overall and device by device.
    package let differences: [Comparison]
    /// For each device, the smallest budget that no other budget visibly beats, with the best
    /// policy for the device.
    package let enough: [Budget]
    /// The choices that stall visibly less than every choice with less memory, device by device.
    package let front: [FrontChoice]
    /// The results for a population; only present if the users are given.
    var population: PopulationAnswer.Document?
  }

  package struct Policy: Encodable, Sendable {
    package let policy: String
    package let cells: Int, allCells: Int
    let runs: Int, killed: Int
    /// The stall over the runs in which the app was not killed.
    @OrNull package var stallSeconds: Double?
    /// The policy's stalls in percent of the mean of all policies on a device, averaged over
    /// several devices; null for a single device.
    @OrNull var stallPercentOfMean: Double?
    let hitchRatio: Double, hitRate: Double
    @OrNull var regretMisses: Double?
    /// The stall regret, from 0 for the best found to 1 for `lru`.
    @OrNull package var stallRegret: Double?
    let footprintPeakBytes: Double, lateImages: Double, evictedTooEarly: Double
  }

  package struct Comparison: Encodable, Sendable {
    package let policy: String, against: String
    @OrNull var device: String?
    package let cells: Int, sessions: Int, clusters: Int, seeds: Int
    package let stallSeconds: Effect, hitchRatio: Effect, hitRate: Effect
  }

  /// A difference in one figure: the first policy's value minus the second's.
  package struct Effect: Encodable, Sendable {
    package let mean: Double
    @OrNull package var low: Double?
    @OrNull package var high: Double?
    package let verdict: String

    init(_ figure: Difference.Figure) {
      mean = figure.mean
      low = figure.interval?.lowerBound
      high = figure.interval?.upperBound
      verdict = figure.verdict.rawValue
    }
  }

  package struct Budget: Encodable, Sendable {
    package let device: String, policy: String
    let budgetBytes: Int
    let stallSeconds: Double
  }

  package var document: Document {
    let relative = splitsRanking ? relativeStalls : [:]
    return Document(
      question: question, answer: answer, asked: sweep.runs, made: madeCount,
      recommendations: recommendations.map {
        Advice($0, band(of: $0), sentence: sentence(of: $0, place: place(of: $0)))
      },
      effects: effects.map { EffectsDocument($0) },
      ranking: ranking().map { standing in
        Policy(
          policy: standing.name, cells: standing.cells, allCells: standing.allCells,
          runs: standing.runs, killed: standing.deaths, stallSeconds: standing.livingStalls,
          stallPercentOfMean: relative[standing.policy], hitchRatio: standing[.hitchRatio],
          hitRate: standing[.hitRate], regretMisses: standing.regret,
          stallRegret: standing.stallRegret?.share(
            materiality, frames: leastSeconds(on: Array(scenes.indices))),
          footprintPeakBytes: standing[.footprintPeak], lateImages: standing.lateImages,
          evictedTooEarly: standing[.evictedTooEarly])
      },
      differences: comparisons.map { comparison($0, device: nil) }
        + (devices.count > 1 ? comparedByDevice : []).flatMap { device, differences in
          differences.map { comparison($0, device: device) }
        },
      enough: enoughByDevice.filter { !$0.isCritical }.map {
        Budget(
          device: $0.device, policy: $0.policy, budgetBytes: budgets[$0.budget] ?? 0,
          stallSeconds: $0.stalls)
      }, front: frontDocuments, population: population?.document)
  }

  private func comparison(_ difference: Difference, device: String?) -> Comparison {
    Comparison(
      policy: policies[difference.first], against: policies[difference.second], device: device,
      cells: difference.cells, sessions: difference.sessions, clusters: difference.clusters,
      seeds: difference.seeds,
      stallSeconds: Effect(difference.stalls),
      hitchRatio: Effect(difference.hitches), hitRate: Effect(difference.hitRate))
  }
}

/// The effects on stall time, for programs, with unrounded figures.
struct EffectsDocument: Encodable, Sendable {
  struct Axis: Encodable, Sendable {
    struct Level: Encodable, Sendable {
      let level: String
      /// The plain mean of the runs.
      let stallSeconds: Double
      /// The mean with all scenarios weighted equally, on which shares are based.
      let weighedStallSeconds: Double
    }

    let axis: String
    let isLever: Bool
    let best: String, worst: String
    /// The effect in seconds, a difference of plain means, and as a share of the worst level with
    /// all scenarios weighted equally.
    ///
    /// The effect is the mean stall at the worst level minus that at the best.
    let effectSeconds: Double, effectShare: Double
    @OrNull var varianceShare: Double?
    let matters: Bool
    let levels: [Level]
    let sentence: String

    init(_ effect: AxisEffect) {
      axis = effect.axis.name
      isLever = effect.axis.kind.isLever
      best = effect.best.name
      worst = effect.worst.name
      effectSeconds = effect.seconds
      effectShare = effect.share
      varianceShare = effect.variance
      matters = effect.matters
      levels = effect.levels.map {
        Level(level: $0.name, stallSeconds: $0.stalls, weighedStallSeconds: $0.weighed)
      }
      sentence = effect.sentence
    }
  }

  struct Pair: Encodable, Sendable {
    let axes: [String]
    let varianceShare: Double
  }

  /// A lever whose best level depends on another axis.
  struct Conflict: Encodable, Sendable {
    let lever: String, other: String
    @OrNull var condition: String?
    @OrNull var conditionLevel: String?
    let first: String, second: String
    /// The level at which the first is better, and its saving in seconds.
    let firstAt: String
    let firstSavesSeconds: Double
    let secondAt: String
    let secondSavesSeconds: Double
    let sentence: String

    init(_ conflict: LevelConflict) {
      lever = conflict.lever.name
      other = conflict.other.name
      condition = conflict.condition?.name
      conditionLevel = conflict.conditionLevel
      first = conflict.first
      second = conflict.second
      firstAt = conflict.forFirst.level
      firstSavesSeconds = conflict.forFirst.saved
      secondAt = conflict.forSecond.level
      secondSavesSeconds = conflict.forSecond.saved
      sentence = conflict.sentence
    }
  }

  let runs: Int, leftOut: Int
  let scenes: Int, calmScenes: Int
  let stallSeconds: Double
  /// The effects, the greatest first.
  let levers: [Axis], conditions: [Axis]
  /// The effects of settings that only one loader, prefetcher or policy has, over the runs that use
  /// it.
  let settings: [Axis]
  /// The spread between sessions, each represented by the mean of its runs; null if no scenario has
  /// several sessions.
  @OrNull var sessions: Axis?
  let pairs: [Pair]
  let conflicts: [Conflict]

  init(_ effects: SweepEffects) {
    runs = effects.runs
    leftOut = effects.leftOut
    scenes = effects.scenes
    calmScenes = effects.calmScenes
    stallSeconds = effects.stalls
    levers = effects.levers.map { Axis($0) }
    conditions = effects.conditions.map { Axis($0) }
    settings = effects.settings.map { Axis($0) }
    sessions = effects.sessions.map { Axis($0) }
    pairs = effects.pairs.map {
      Pair(axes: [$0.first.name, $0.second.name], varianceShare: $0.variance)
    }
    conflicts = effects.conflicts.map { Conflict($0) }
  }
}
