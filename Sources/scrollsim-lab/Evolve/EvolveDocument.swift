import ScrollPages
import ScrollSimCommands
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// The result of a search as a JSON document, with unrounded figures.
struct EvolveDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  let title: String
  let isCertified: Bool
  /// The reasons why there is no certificate, and the policies that the spec excludes.
  let objections: [String]
  /// The winner, as `--policy` and `emit` take it.
  let policy: String
  /// The description of the winner's rule.
  @OrNull var words: [String]?
  /// The finding on sealed scenarios; null if there are none.
  @OrNull var sealed: EvolveSealedDocument?
  let opponent: Opponent
  /// The policy whose stall time is the unit of all losses.
  let measure: Row
  /// The formulas from the best on validation scenarios, at most ten.
  let best: [Row]
  let candidates: Int
  /// The formulas that no smaller formula beats on training scenarios.
  let front: [Row]
  let laws: [Law]
  let rules: [Rule]
  let scenes: [ContestScenario]
  let search: Search

  struct Row: Encodable {
    let policy: String
    @OrNull var nodes: Int?
    @OrNull var training: Double?
    @OrNull var validation: Double?
    @OrNull var sealed: Double?

    init(_ contender: Contender) {
      policy = contender.policy
      nodes = contender.size
      training = contender.training
      validation = contender.validation
      sealed = contender.sealed
    }

    init(_ rival: BuiltInContender) {
      policy = rival.policy
      nodes = nil
      training = rival.training
      validation = rival.validation
      sealed = rival.sealed
    }
  }

  struct Opponent: Encodable {
    let figures: Row
    let standard: String
    let settingsTried: Int
    /// The number of built-in policies from which the opponent was chosen.
    let among: Int
    /// The built-in policies that the spec leaves out.
    let without: [String]
  }

  struct Law: Encodable {
    let law: String
    let isKept: Bool
  }

  struct Rule: Encodable {
    let name: String, rule: String, found: String, verdict: String
  }

  struct ContestScenario: Encodable {
    let part: String, name: String
    let sessions: Int
    let isRecorded: Bool
    /// The weight; null if the scenario was left out.
    @OrNull var weight: Double?
    /// The headroom; null if the scenario was not checked.
    @OrNull var headroom: Headroom?
  }

  struct Headroom: Encodable {
    let isEnough: Bool, isOfSiblings: Bool
    let best: String, worst: String
    let leastSeconds: Double, mostSeconds: Double, lruSeconds: Double
  }

  struct Search: Encodable {
    let seed: UInt64
    let population: Int, generations: Int, mostNodes: Int
    let formulas: Int, trials: Int, dropped: Int, runs: Int
  }

  init(_ answer: EvolveAnswer) {
    title = answer.spec.title
    isCertified = answer.isCertified
    objections = answer.objections
    policy = answer.winner.policy
    words = answer.words
    sealed = answer.sealed.map { EvolveSealedDocument($0) }
    opponent = Opponent(
      figures: Row(answer.opponent.rival), standard: answer.opponent.standard,
      settingsTried: answer.opponent.tried, among: answer.opponent.among,
      without: answer.spec.without)
    measure = Row(answer.lru)
    best = answer.best.map { Row($0) }
    candidates = answer.candidates
    front = answer.front.map { Row($0) }
    laws = answer.laws.map { Law(law: $0.law, isKept: $0.isKept) }
    rules = answer.rules.map {
      Rule(name: $0.name.rawValue, rule: $0.rule, found: $0.found, verdict: $0.verdict.rawValue)
    }
    scenes = answer.scenes.map { ContestScenario($0) }
    let (search, effort) = (answer.spec.search, answer.effort)
    self.search = Search(
      seed: search.seed, population: search.population, generations: search.generations,
      mostNodes: search.nodes, formulas: effort.formulas, trials: effort.trials,
      dropped: effort.dropped, runs: effort.runs)
  }
}

extension EvolveDocument.ContestScenario {
  fileprivate init(_ scene: ScenarioFinding) {
    self.init(
      part: scene.part.rawValue, name: scene.name, sessions: scene.sessions,
      isRecorded: scene.isRecorded, weight: scene.share,
      headroom: scene.headroom.map {
        EvolveDocument.Headroom(
          isEnough: $0.isEnough, isOfSiblings: $0.isOfSiblings, best: $0.best, worst: $0.worst,
          leastSeconds: $0.least, mostSeconds: $0.most, lruSeconds: $0.lru)
      })
  }
}

/// The result of opening the sealed scenarios, as JSON.
struct EvolveSealedDocument: Encodable {
  /// The gain of the winner, as shares of the opponent's stall time.
  struct Gain: Encodable {
    let sessions: Int
    /// The number of clusters of these sessions, the unit of the interval.
    let clusters: Int
    let share: Double
    /// The ends of a two-sided interval of 95 %; null where too few clusters differ.
    @OrNull var low: Double?
    @OrNull var high: Double?

    init(_ gain: PairedGain) {
      (sessions, clusters) = (gain.sessions, gain.clusters)
      share = gain.share
      low = gain.interval?.lowerBound
      high = gain.interval?.upperBound
    }
  }

  struct Device: Encodable {
    let device: String
    let gain: Gain
  }

  struct Opening: Encodable {
    /// The key of the scenarios in the store.
    let scenes: String
    /// The number of this opening of the scenarios, from 1.
    let number: Int
    /// The number of runs of the sealed sessions that the store had before.
    let earlierRuns: Int
    let isSealed: Bool
  }

  struct Band: Encodable {
    let draws: Int
    @OrNull var low: Double?
    @OrNull var high: Double?
    /// `true` if the gain exceeds the effect of errors in the devices' figures.
    let isExceeded: Bool
  }

  struct Bound: Encodable {
    @OrNull var provenLoss: Double?
    @OrNull var reachedLoss: Double?
    /// The share of the gap between the opponent and the best found that the winner closes; null if
    /// the gap is too small (`BoundShare`).
    @OrNull var shareOfWay: Double?
  }

  /// The winner's gain against a built-in policy that the spec excludes.
  struct Excluded: Encodable {
    let policy: String
    let gain: Gain
    /// `true` if the winner is not certainly better.
    let tiesOrWins: Bool
  }

  struct Audit: Encodable {
    let runs: Int
    let findings: [String]
  }

  let opening: Opening
  let gain: Gain
  let excluded: [Excluded]
  let audit: Audit
  let devices: [Device]
  let hindsight: EvolveDocument.Row
  /// The band; null if no draws were requested.
  @OrNull var band: Band?
  let bound: Bound

  init(_ finding: SealedFinding) {
    opening = Opening(
      scenes: "\(finding.opening.scenes)", number: finding.opening.number,
      earlierRuns: finding.opening.earlierRuns, isSealed: finding.opening.isFirst)
    gain = Gain(finding.gain)
    excluded = finding.excluded.map {
      Excluded(policy: $0.policy, gain: Gain($0.gain), tiesOrWins: !$0.gain.isCertain)
    }
    audit = Audit(runs: finding.audit.runs, findings: finding.audit.findings)
    devices = finding.devices.map { Device(device: $0.device, gain: Gain($0.gain)) }
    hindsight = EvolveDocument.Row(finding.hindsight)
    band = finding.band.map {
      Band(
        draws: $0.draws, low: $0.band?.low, high: $0.band?.high, isExceeded: $0.isKnown)
    }
    bound = Bound(
      provenLoss: finding.bound.proven, reachedLoss: finding.bound.reached,
      shareOfWay: finding.bound.share)
  }
}
