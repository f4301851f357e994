import ScrollDevice
import ScrollPages
import ScrollSimulation

/// The recommendation for a device, for programs, with unrounded figures.
struct Advice: Encodable, Sendable {
  struct Setting: Encodable, Sendable {
    let loader: String, prefetcher: String
    /// The policy; null without a cache.
    @OrNull var policy: String?
    /// The budget in bytes; null without a cache, or if nothing limits it.
    @OrNull var budgetBytes: Int?
    /// The shares of memory by which the budget was requested.
    let budgetRules: [String]

    init(_ setting: CacheSetting) {
      loader = setting.loader
      prefetcher = setting.prefetcher
      policy = setting.policy == SweepReport.noCache ? nil : setting.policy
      budgetBytes = setting.budgetBytes == SweepReport.unlimited ? nil : setting.budgetBytes
      budgetRules = setting.rules
    }
  }

  struct Reference: Encodable, Sendable {
    let kind: String
    let setting: Setting
    let stallSeconds: Double
    let savedSeconds: Double
    /// The ends of the interval for all sessions like these, with a confidence of 95 % for all
    /// settings at once.
    ///
    /// They are null if fewer than 12 clusters of sessions differ.
    @OrNull var low: Double?
    @OrNull var high: Double?
    /// The smallest saving worth reporting, and whether this saving reaches it.
    let leastSeconds: Double
    let matters: Bool
    /// `true` if the saving is certain; null if fewer than 12 clusters of sessions differ.
    @OrNull var isCertain: Bool?
    /// The number of sessions that would decide; null if the saving is certain, or if no number
    /// would decide.
    @OrNull var sessionsNeeded: Int?

    init(_ reference: Recommendation.Reference) {
      kind = reference.kind.rawValue
      setting = Setting(reference.setting)
      stallSeconds = reference.stalls
      savedSeconds = reference.saved.mean
      low = reference.saved.interval?.lowerBound
      high = reference.saved.interval?.upperBound
      leastSeconds = reference.least
      matters = reference.matters
      isCertain = reference.isCertain
      sessionsNeeded =
        reference.isCertain == false
        ? reference.saved.sessionsNeeded(toTellFrom: reference.least) : nil
    }
  }

  struct Session: Encodable, Sendable {
    let trace: String
    let run: String
    let stallSeconds: Double
  }

  struct Budget: Encodable, Sendable {
    let budgetBytes: Int
    let stallSeconds: Double
  }

  let device: String
  /// The network; null if the recommendation holds for all networks.
  @OrNull var network: String?
  let setting: Setting
  /// The raw value of the basis: `known`, `less-memory`, `kept` or `best-found`.
  let basis: String
  /// The advice in a sentence.
  let sentence: String
  let stallSeconds: Double
  let isCritical: Bool
  /// The number of settings that could be recommended, and the number of those that no other beats
  /// visibly.
  let settings: Int, alike: Int
  @OrNull var against: Reference?
  /// The best setting found, if it is not known to be better than the recommended setting.
  ///
  /// Its saving is the saving against the recommended setting.
  @OrNull var rival: Reference?
  let hitchRatio: Double, footprintPeakBytes: Double
  let budgets: [Budget]
  let sessions: Int
  /// The number of clusters of sessions with different gestures, which are the units of the
  /// intervals.
  let clusters: Int
  @OrNull var percentile95Seconds: Double?
  let worstSession: Session
  /// The uncertainty; only present on request.
  let band: Band?

  init(_ found: Recommendation, _ band: AdviceBand?, sentence: String) {
    self.sentence = sentence
    self.band = band.map { Band($0) }
    device = found.device
    network = found.network
    setting = Setting(found.setting)
    basis = found.basis.rawValue
    stallSeconds = found.stalls
    isCritical = found.isCritical
    settings = found.settings
    alike = found.alike
    against = found.reference.map { Reference($0) }
    rival = found.rival.map { Reference($0) }
    hitchRatio = found.hitches
    footprintPeakBytes = found.footprint
    budgets = found.budgets.filter { $0.bytes != SweepReport.unlimited }.map {
      Budget(budgetBytes: $0.bytes, stallSeconds: $0.stalls)
    }
    sessions = found.sessions
    clusters = found.clusters
    percentile95Seconds = found.percentile95
    worstSession = Session(
      trace: found.worst.path, run: "\(found.worst.run)", stallSeconds: found.worst.stalls)
  }
}

extension Advice {
  /// The uncertainty of a recommendation, given the errors of the device's and network's figures.
  struct Band: Encodable, Sendable {
    /// The interval in seconds that contains `share` of the draws.
    struct Interval: Encodable, Sendable {
      let low: Double, high: Double
    }

    /// The comparison of the setting with another.
    struct Comparison: Encodable, Sendable {
      /// The raw value of a `DrawnComparison.Verdict`.
      let verdict: String
      /// The numbers of draws in which the setting is visibly better, visibly worse, and neither.
      let betterIn: Int, worseIn: Int, alikeIn: Int
      /// The saving; null if the app is killed with one of the settings in every draw.
      @OrNull var savedSeconds: Interval?

      init(_ comparison: DrawnComparison) {
        verdict = comparison.verdict.rawValue
        betterIn = comparison.betterIn
        worseIn = comparison.worseIn
        alikeIn = comparison.alikeIn
        savedSeconds = comparison.saved.map { Interval(low: $0.low, high: $0.high) }
      }
    }

    /// The figures that affect the saving most, or the stall if there is no other setting.
    struct Cause: Encodable, Sendable {
      let figures: [String]
      /// The share of the variance over the draws.
      let share: Double
    }

    let draws: Int
    let share: Double, assumedError: Double
    /// The number of runs of each setting that were repeated, and the number of all its runs.
    let runs: Int, allRuns: Int
    /// The stall; null if the app is killed in every draw.
    @OrNull var stallSeconds: Interval?
    let killedIn: Int
    @OrNull var against: Comparison?
    @OrNull var rival: Comparison?
    /// `true` if another setting is better than the advised one in some draws, and the report does
    /// not already say that the other setting stalls visibly less.
    let flips: Bool
    @OrNull var cause: Cause?

    init(_ band: AdviceBand) {
      draws = band.draws
      share = FigureBand.share
      assumedError = ProfileDraw.assumedError
      runs = band.question.advised.count
      allRuns = band.question.allPlaces
      stallSeconds = band.stall.map { Interval(low: $0.low, high: $0.high) }
      killedIn = band.killedIn
      against = band.reference.map { Comparison($0) }
      rival = band.rival.map { Comparison($0) }
      flips = band.flips
      cause = band.cause.map { Cause(figures: $0.figures, share: $0.share) }
    }
  }
}
