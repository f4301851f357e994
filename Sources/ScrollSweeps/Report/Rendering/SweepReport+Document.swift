package import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The report for programs, with unrounded figures.
  package struct Document: Encodable, Sendable {
    package let question: String
    package let answer: [String]
    /// The rule of the recommendations.
    package let rule = ChoiceRule.sentence
    package let asked: Int, made: Int
    /// The recommendations for each device.
    package let recommendations: [Advice]
    /// The effects on stall time; null if nothing was varied in a complete grid.
    @OrNull package var effects: EffectsDocument?
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
    package var population: PopulationAnswer.Document?
  }

  package struct Policy: Encodable, Sendable {
    package let policy: String
    package let cells: Int, allCells: Int
    package let runs: Int, killed: Int
    /// The stall over the runs in which the app was not killed.
    @OrNull package var stallSeconds: Double?
    /// The policy's stalls in percent of the mean of all policies on a device, averaged over
    /// several devices; null for a single device.
    @OrNull package var stallPercentOfMean: Double?
    package let hitchRatio: Double, hitRate: Double
    @OrNull package var regretMisses: Double?
    /// The stall regret, from 0 for the best found to 1 for `lru`.
    @OrNull package var stallRegret: Double?
    package let footprintPeakBytes: Double, lateImages: Double, evictedTooEarly: Double
  }

  package struct Comparison: Encodable, Sendable {
    package let policy: String, against: String
    @OrNull package var device: String?
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
    package let budgetBytes: Int
    package let stallSeconds: Double
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
package struct EffectsDocument: Encodable, Sendable {
  package struct Axis: Encodable, Sendable {
    package struct Level: Encodable, Sendable {
      package let level: String
      /// The plain mean of the runs.
      package let stallSeconds: Double
      /// The mean with all scenarios weighted equally, on which shares are based.
      package let weighedStallSeconds: Double
    }

    package let axis: String
    package let isLever: Bool
    package let best: String, worst: String
    /// The effect in seconds, a difference of plain means, and as a share of the worst level with
    /// all scenarios weighted equally.
    ///
    /// The effect is the mean stall at the worst level minus that at the best.
    package let effectSeconds: Double, effectShare: Double
    @OrNull package var varianceShare: Double?
    package let matters: Bool
    package let levels: [Level]
    package let sentence: String

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

  package struct Pair: Encodable, Sendable {
    package let axes: [String]
    package let varianceShare: Double
  }

  /// A lever whose best level depends on another axis.
  package struct Conflict: Encodable, Sendable {
    package let lever: String, other: String
    @OrNull package var condition: String?
    @OrNull package var conditionLevel: String?
    package let first: String, second: String
    /// The level at which the first is better, and its saving in seconds.
    package let firstAt: String
    package let firstSavesSeconds: Double
    package let secondAt: String
    package let secondSavesSeconds: Double
    package let sentence: String

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

  package let runs: Int, leftOut: Int
  package let scenes: Int, calmScenes: Int
  package let stallSeconds: Double
  /// The effects, the greatest first.
  package let levers: [Axis], conditions: [Axis]
  /// The effects of settings that only one loader, prefetcher or policy has, over the runs that use
  /// it.
  package let settings: [Axis]
  /// The spread between sessions, each represented by the mean of its runs; null if no scenario has
  /// several sessions.
  @OrNull package var sessions: Axis?
  package let pairs: [Pair]
  package let conflicts: [Conflict]

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
