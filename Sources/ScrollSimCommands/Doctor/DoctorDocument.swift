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
  let sentence: String
  let trace: RunDocument.Trace
  let device: String, network: String
  let loader: RunDocument.Named
  let prefetcher: String, layout: String
  @OrNull var policy: RunDocument.Named?
  @OrNull var budgetBytes: Int?
  let seed: UInt64
  /// What makes the run.
  let command: [String]
  /// Null unless the app was killed.
  @OrNull var killed: RunDocument.Killed?
  let durationSeconds: Double, stallSeconds: Double
  /// Downloaded, or read where nothing is downloaded; and the most memory that the app had.
  let fetchedBytes: Int, footprintPeakBytes: Int
  /// Null where nothing stalls, the app was killed, or no resource alone is to blame.
  @OrNull var bottleneck: String?
  let causes: Causes
  let levers: [Tried], ideals: [Tried]
  /// Null where nothing limits the cache, nothing stalls, or the app was killed.
  @OrNull var bound: Bound?
  /// Null where nothing stalls, or the app was killed.
  @OrNull var band: Band?

  /// What the errors of the device's figures leave, in 90 % of the draws of them.
  ///
  /// Ends are null
  /// where the app is killed.
  struct Band: Encodable {
    let draws: Int
    @FiniteOrNull var stallSecondsLow: Double?
    @FiniteOrNull var stallSecondsHigh: Double?
    /// Of what the best lever saves; null without one.
    @FiniteOrNull var savedSecondsLow: Double?
    @FiniteOrNull var savedSecondsHigh: Double?
    let leverHelpsInDraws: Int
    let killedInDraws: Int
  }

  /// Seconds of stall with the budget that the run has.
  struct Bound: Encodable {
    /// No cache leaves less, and how much of it not even one without a limit avoids.
    let provenSeconds: Double, unavoidableSeconds: Double
    /// The least that was tried, and with which policy; null if the app was killed in each run.
    @OrNull var reachedSeconds: Double?
    @OrNull var reachedBy: String?
    /// With a cache without a limit, which is no bound.
    @OrNull var unlimitedSeconds: Double?
  }

  /// The same stall asked two questions; each list adds up to it.
  struct Causes: Encodable {
    let waitSeconds: [String: Double], absenceSeconds: [String: Double]
    /// Of images that had been in the cache and left it.
    let evictedSeconds: Double
  }

  struct Tried: Encodable {
    let kind: String, text: String
    /// What makes it; null for what no option says.
    @OrNull var command: [String]?
    let stallSeconds: Double
    /// Null where the app was killed, with it or without.
    @OrNull var savedSeconds: Double?
    let fetchedBytes: Int, footprintPeakBytes: Int
    /// Whether the difference matters, and whether it is one for the better that can be had.
    let isMaterial: Bool, helps: Bool
    /// Why it does not help; null where it does.
    @OrNull var reason: String?
    /// What it costs besides; null for nothing.
    @OrNull var price: String?
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
    self.init(
      kind: whatIf.lever?.rawValue ?? whatIf.ideal?.rawValue ?? "", text: whatIf.trial.text,
      command: whatIf.trial.canBeTyped ? whatIf.trial.changed.arguments : nil,
      stallSeconds: whatIf.stallSeconds, savedSeconds: whatIf.savedSeconds,
      fetchedBytes: run.fetched(whatIf.report).bytes,
      footprintPeakBytes: whatIf.report.memory.peakFootprint.bytes, isMaterial: whatIf.isMaterial,
      helps: whatIf.helps, reason: whatIf.uselessness, price: whatIf.trial.price?.words,
      killed: whatIf.report.death.map { RunDocument.Killed($0) })
  }
}
