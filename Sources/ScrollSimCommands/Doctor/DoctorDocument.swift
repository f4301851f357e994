import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// A diagnosis as one JSON document, with the whole configuration of the run.
struct DoctorDocument: Encodable {
  let scrollsim = ScrollSim.version
  let modelVersion = ModelVersion.current
  /// The rule that orders the levers.
  let rule = ChoiceRule.sentence
  let sentence: String
  let trace: RunDocument.Trace
  let device: String, network: String
  let loader: RunDocument.Named
  let prefetcher: String, layout: String
  @OrNull var policy: RunDocument.Named?
  @OrNull var budgetBytes: Int?
  let seed: UInt64
  /// The command that makes the run.
  let command: [String]
  /// The time and reason of the kill; null unless the app was killed.
  @OrNull var killed: RunDocument.Killed?
  let durationSeconds: Double, stallSeconds: Double
  /// The bytes that were downloaded (or read from disk, if nothing is downloaded), and the peak of
  /// the app's memory.
  let fetchedBytes: Int, footprintPeakBytes: Int
  /// The hitches in milliseconds per second of scrolling.
  let hitchMillisecondsPerSecond: Double
  /// The parts of the footprint at its peak, and the limit at which the system ends the app.
  let footprintPeakPartsBytes: [String: Int]
  let appLimitBytes: Int
  /// A warning that the cache has too little room; null if it has enough.
  @OrNull var warning: String?
  /// The worst complaint: `blank`, `hitches` or `memory`; null if none is visible.
  @OrNull var worst: String?
  /// The bottleneck; null if nothing stalls, the app was killed, or no single resource is the
  /// cause.
  @OrNull var bottleneck: String?
  let causes: Causes
  let levers: [Tried], ideals: [Tried]
  /// The bounds of the stall; null if the cache has no limit, nothing stalls, or the app was
  /// killed.
  @OrNull var bound: Bound?
  /// The error bands; null if nothing stalls, or the app was killed.
  @OrNull var band: Band?

  /// The error bands: intervals that contain 90 % of the draws from the errors of the device's
  /// figures.
  ///
  /// An end is null if it lies among the draws in which the app is killed.
  struct Band: Encodable {
    let draws: Int
    @FiniteOrNull var stallSecondsLow: Double?
    @FiniteOrNull var stallSecondsHigh: Double?
    /// The ends of the interval of the best lever's saving; null without a lever.
    @FiniteOrNull var savedSecondsLow: Double?
    @FiniteOrNull var savedSecondsHigh: Double?
    let leverHelpsInDraws: Int
    let killedInDraws: Int
  }

  /// Bounds of the stall, in seconds, with the budget of the run.
  struct Bound: Encodable {
    /// The lower bound for every cache with this budget, and the lower bound for caches without a
    /// limit.
    let provenSeconds: Double, unavoidableSeconds: Double
    /// The best stall found, and its policy; null if the app was killed in each run.
    @OrNull var reachedSeconds: Double?
    @OrNull var reachedBy: String?
    /// The stall of `lru` without a limit.
    ///
    /// Other caches may have less.
    @OrNull var unlimitedSeconds: Double?
  }

  /// The stall, divided in two ways: by the work that images waited for, and by the reason why they
  /// were missing.
  ///
  /// Each list adds up to the stall.
  struct Causes: Encodable {
    let waitSeconds: [String: Double], absenceSeconds: [String: Double]
    /// The seconds of stall for images that had been in the cache and were evicted.
    let evictedSeconds: Double
  }

  struct Tried: Encodable {
    let kind: String, text: String
    /// The command that makes the run; null if no option makes it.
    @OrNull var command: [String]?
    let stallSeconds: Double
    /// The seconds of stall that the change saves; null if the app was killed with the change or
    /// without it.
    @OrNull var savedSeconds: Double?
    let fetchedBytes: Int, footprintPeakBytes: Int
    /// The hitches in milliseconds per second of scrolling.
    let hitchMillisecondsPerSecond: Double
    /// The complaints (blank, hitches, memory) that the change visibly reduces, and those that it
    /// visibly increases.
    let gains: [String], losses: [String]
    /// Boolean values that indicate whether the difference is visible, and whether the change is an
    /// improvement that the app can make.
    let isMaterial: Bool, helps: Bool
    /// The reason why the change does not help; null if it does.
    @OrNull var reason: String?
    /// The additional cost of the change; null if there is none.
    @OrNull var price: String?
    /// A warning that the cache has too little room; null if it has enough.
    @OrNull var warning: String?
    @OrNull var killed: RunDocument.Killed?
  }

  init(_ diagnosis: Diagnosis, _ band: DiagnosisBand?) {
    let run = diagnosis.run
    self.band = band.map {
      Band(
        draws: $0.draws, stallSecondsLow: $0.stall.low,
        stallSecondsHigh: $0.stall.high, savedSecondsLow: $0.saved?.low,
        savedSecondsHigh: $0.saved?.high, leverHelpsInDraws: $0.helpsIn,
        killedInDraws: $0.killedIn)
    }
    sentence = diagnosis.sentence
    trace = RunDocument.Trace(run.path, run.trace)
    device = run.device.name
    network = run.network.name
    loader = RunDocument.Named(run.loader)
    prefetcher = "\(run.prefetcher.entry.prefetcher(run.prefetcher.settings))"
    layout = "\(run.trace.header.layout)"
    policy = run.policy.map { RunDocument.Named($0) }
    budgetBytes = run.budget?.bytes
    seed = run.seed
    command = run.arguments
    killed = diagnosis.report.death.map { RunDocument.Killed($0) }
    durationSeconds = diagnosis.report.duration.seconds
    stallSeconds = diagnosis.report.stalls.seconds
    bottleneck = diagnosis.bottleneck?.rawValue
    causes = Causes(diagnosis.causes)
    fetchedBytes = run.fetched(diagnosis.report).bytes
    footprintPeakBytes = diagnosis.report.memory.peakFootprint.bytes
    hitchMillisecondsPerSecond = diagnosis.report.hitches.timeRatio
    footprintPeakPartsBytes = Dictionary(
      diagnosis.peakMemory.parts.map { ($0.name, $0.bytes.bytes) }, uniquingKeysWith: { $1 })
    appLimitBytes = run.device.memory.appLimit.bytes
    warning = diagnosis.warning?.sentence
    worst = diagnosis.worst?.rawValue
    levers = diagnosis.levers.map { Tried($0, of: run) }
    ideals = diagnosis.ideals.map { Tried($0, of: run) }
    bound = diagnosis.bound.map {
      Bound(
        provenSeconds: $0.proven, unavoidableSeconds: $0.unavoidable, reachedSeconds: $0.reached,
        reachedBy: $0.reachedBy, unlimitedSeconds: $0.unlimited)
    }
  }
}

extension DoctorDocument.Causes {
  init(_ causes: StallCauses) {
    func named(_ parts: [StallCauses.Part]) -> [String: Double] {
      Dictionary(parts.map { ($0.name, $0.seconds) }, uniquingKeysWith: { $1 })
    }
    self.init(
      waitSeconds: named(causes.waitParts), absenceSeconds: named(causes.absenceParts),
      evictedSeconds: causes.hadLeft)
  }
}

extension DoctorDocument.Tried {
  init(_ whatIf: WhatIf, of run: RunCase) {
    func complaints(_ isMeant: (Double) -> Bool) -> [String] {
      Complaint.allCases.filter { whatIf.effects.gains[$0].map(isMeant) ?? false }.map(\.rawValue)
    }
    self.init(
      kind: whatIf.lever?.rawValue ?? whatIf.ideal?.rawValue ?? "", text: whatIf.trial.text,
      command: whatIf.trial.canBeTyped ? whatIf.trial.changed.arguments : nil,
      stallSeconds: whatIf.stallSeconds, savedSeconds: whatIf.savedSeconds,
      fetchedBytes: run.fetched(whatIf.report).bytes,
      footprintPeakBytes: whatIf.report.memory.peakFootprint.bytes,
      hitchMillisecondsPerSecond: whatIf.report.hitches.timeRatio,
      gains: complaints { $0 > 0 }, losses: complaints { $0 < 0 }, isMaterial: whatIf.isMaterial,
      helps: whatIf.helps, reason: whatIf.uselessness, price: whatIf.trial.price?.words,
      warning: whatIf.warning?.sentence,
      killed: whatIf.report.death.map { RunDocument.Killed($0) })
  }
}
