package import ScrollCaching
package import ScrollCore
import ScrollDevice
import ScrollLayout
package import ScrollSimulation

/// An independent check of a run by simple computations from its events.
///
/// A search exploits any fault of a simulator. So every run behind a certificate is repeated, and
/// the audit checks four facts with only the figures of the device and of the trace. The bytes in
/// the cache are counted correctly and stay within their limit. The decode of each image takes the
/// time that the profile states. Every load, including prefetches, takes at least the time that its
/// bytes need. The viewport of each frame has the position that the trace states.
package struct RunAudit: Sendable, Equatable {
  /// The first fault of each kind, in a sentence with its time.
  package private(set) var findings: [String] = []

  /// Makes a run and checks its events.
  ///
  /// - Parameters:
  ///   - prepared: The scenario.
  ///   - policy: The policy of its cache.
  ///   - budget: The limit of the cache.
  ///   - seed: The seed of the run.
  ///   - stall: The seconds of missing screen that the certificate counts for this run.
  package init(
    _ prepared: PreparedScenario, _ policy: Choice<PolicyDescriptor>, budget: ByteCount?,
    seed: UInt64, stall: Double
  ) {
    let (log, witness) = (RunLog(), CallLog())
    let report = prepared.run(policy, budget: budget, seed: seed, log: log) {
      AuditedModel($0, witness, limit: budget)
    }
    self.init(prepared.scenario, log.entries, witness)
    if log.cut != nil { findings.append("the log does not contain the whole run") }
    if abs(report.stalls.seconds - stall) > 1e-9 {
      findings.append(
        "the run stalls \(report.stalls.seconds) s, the certificate counts \(stall) s")
    }
  }

  /// Checks the events of a run.
  ///
  /// - Parameters:
  ///   - scenario: The scenario of the run.
  ///   - entries: The log of the run.
  ///   - witness: The calls to the cache, and its answers.
  package init(_ scenario: Scenario, _ entries: [RunLog.Entry], _ witness: CallLog) {
    var loads = LoadAccount(scenario)
    findings = [
      witness.fault, Self.viewportFault(scenario, witness.viewports),
      loads.fault(in: entries),
    ].compactMap { $0 }
  }

  /// Returns the first frame in which the cache received another position than that of the trace.
  private static func viewportFault(_ scenario: Scenario, _ viewports: [Viewport]) -> String? {
    // After a new layout, the position differs by intention.
    guard scenario.laterEpochs.isEmpty, scenario.events.isEmpty else { return nil }
    let (times, offsets) = (scenario.motion.times, scenario.motion.offsets)
    var next = 0
    for viewport in viewports {
      while next < times.count, times[next] <= viewport.time { next += 1 }
      var position = offsets[max(0, next - 1)]
      if next > 0, next < times.count {
        let part = Double(viewport.time.nanoseconds - times[next - 1].nanoseconds)
        let whole = Double(times[next].nanoseconds - times[next - 1].nanoseconds)
        position += (offsets[next] - offsets[next - 1]) * part / whole
      }
      if abs(viewport.lower - position) > 0.01 {
        return "at \(viewport.time.seconds) s the cache sees the viewport at "
          + "\(viewport.lower) pt; the trace has it at \(position) pt"
      }
    }
    return nil
  }
}

/// The calls to a cache in a run, and its answers.
package final class CallLog {
  fileprivate(set) var viewports: [Viewport] = []
  /// The first error in the bytes of the cache: a wrong count, or more bytes than the limit.
  fileprivate(set) var fault: String?
  private var charges: [ImageID: Int] = [:]
  private var total = 0

  package init() {}

  fileprivate func note(_ request: Request, _ outcome: StoreOutcome) {
    guard outcome == .stored else { return }
    total += request.cost - (charges[request.image] ?? 0)
    charges[request.image] = request.cost
  }

  /// Subtracts the cost of a removed image.
  ///
  /// If the image was replaced, the store has already put the new cost in place of the old one.
  fileprivate func note(_ removal: Removal) {
    guard removal.reason != .replaced else { return }
    total -= charges.removeValue(forKey: removal.image) ?? 0
  }

  fileprivate func check(_ model: any CacheModel, limit: Int?) {
    guard fault == nil else { return }
    if model.totalCost != total {
      fault =
        "the cache counts \(model.totalCost) bytes; the stored and not removed images have "
        + "\(total)"
    } else if let limit, total > limit {
      fault = "the cache holds \(total) bytes; its limit is \(limit)"
    }
  }
}

/// A cache model that reports its calls to a witness.
package final class AuditedModel: CacheModel {
  private let model: any CacheModel
  private let witness: CallLog
  private var limit: Int?

  /// Creates a model.
  /// - Parameters:
  ///   - model: The cache.
  ///   - witness: Records the calls and the answers.
  ///   - limit: The initial limit of the cache.
  package init(_ model: any CacheModel, _ witness: CallLog, limit: ByteCount?) {
    (self.model, self.witness) = (model, witness)
    self.limit = limit?.bytes
  }

  package var residentCount: Int { model.residentCount }
  package var totalCost: Int { model.totalCost }
  package var needsTicks: Bool { model.needsTicks }
  package func contains(_ image: ImageID) -> Bool { model.contains(image) }
  package func lookup(_ request: Request) -> Bool { model.lookup(request) }

  package func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let outcome = model.store(request, as: admission)
    witness.note(request, outcome)
    return outcome
  }

  package func drainRemovals(_ body: (Removal) -> Void) {
    model.drainRemovals { removal in
      witness.note(removal)
      body(removal)
    }
    witness.check(model, limit: limit)
  }

  package func viewportMoved(to viewport: Viewport) {
    witness.viewports.append(viewport)
    model.viewportMoved(to: viewport)
  }

  package func setLimits(_ limits: CacheLimits) {
    limit = limits.cost
    model.setLimits(limits)
  }

  package func remove(_ image: ImageID, because reason: RemovalReason) {
    model.remove(image, because: reason)
  }

  package func removeAll(because reason: RemovalReason) { model.removeAll(because: reason) }
  package func pin(_ image: ImageID) { model.pin(image) }
  package func unpin(_ image: ImageID) { model.unpin(image) }
  package func didEnterBackground(at time: SimTime) { model.didEnterBackground(at: time) }
  package func placementChanged(to placement: ItemPlacement) {
    model.placementChanged(to: placement)
  }
  package func timePassed(to time: SimTime) { model.timePassed(to: time) }

  package func pressureChanged(to level: PressureLevel, at time: SimTime) {
    model.pressureChanged(to: level, at: time)
  }
}

/// A comparison of the durations of a run's loads with those that the device's profile states.
private struct LoadAccount {
  /// A stage of a load on one decode lane; several lanes may decode parts of one image in parallel.
  private struct Work: Hashable {
    var stage: RunEvent.LoadStage
    var lane: Int
  }

  private struct Load {
    var picture: Int32
    var isPrefetch: Bool
    var began: [Work: SimTime] = [:]
    var took: [RunEvent.LoadStage: Int64] = [:]
  }

  private let scenario: Scenario
  private var loads: [Int32: Load] = [:]
  /// The pictures that a load has delivered.
  private var brought: Set<Int32> = []

  init(_ scenario: Scenario) { self.scenario = scenario }

  /// `true` if the loader decodes whole images in the times that the device's profile states.
  private var isPlain: Bool {
    let loader = scenario.loader
    return loader.holds == .decoded && loader.decodeOn == .background && loader.read == .background
      && loader.decode != .lazy && loader.variants == .none
      && loader.serves == .oneSize && loader.pageCache == 0
      && !loader.pngReencode && scenario.images.timedOn == nil
  }

  /// Returns the first load that was too fast, or the first shown image that no load delivered.
  mutating func fault(in entries: [RunLog.Entry]) -> String? {
    guard isPlain else { return nil }
    for entry in entries {
      if let fault = fault(entry.event, at: entry.time) {
        return "at \(entry.time.seconds) s \(fault)"
      }
    }
    return nil
  }

  private mutating func fault(_ event: RunEvent, at time: SimTime) -> String? {
    switch event {
    case .started(let load, _, let picture, _, let isPrefetch):
      loads[load] = Load(picture: picture, isPrefetch: isPrefetch)
    case .stage(let load, let stage, let lane, _):
      loads[load]?.began[Work(stage: stage, lane: lane)] = time
    case .done(let load, let stage, let lane):
      guard let began = loads[load]?.began.removeValue(forKey: Work(stage: stage, lane: lane))
      else {
        return nil
      }
      loads[load]?.took[stage, default: 0] += time.nanoseconds - began.nanoseconds
    case .finished(let number, hasFailed: false):
      guard let load = loads.removeValue(forKey: number) else { return nil }
      brought.insert(load.picture)
      return fault(of: load)
    case .readOnMain: return nil
    case .displayed(let item, let picture, _, false):
      return brought.contains(picture)
        ? nil : "item \(item) shows an image that no load has brought"
    default: break
    }
    return nil
  }

  private func fault(of load: Load) -> String? {
    let image = scenario.images.entries[Int(load.picture)]
    let kind = load.isPrefetch ? "a prefetch" : "a load"
    let fetched = load.took[.reading, default: 0] + load.took[.transferring, default: 0]
    let read = scenario.device.flash.readTime(of: image.encoded).nanoseconds
    let bytes = Double(image.encoded.bytes)
    let transfer = Int64(bytes / Double(scenario.network.bandwidth) * 1e9)
    // The load takes at least the shorter of the two ways.
    let least = scenario.downloads ? min(read, transfer) : read
    if fetched < least * 99 / 100 {
      return "\(kind) of \(bytes) bytes has them after \(fetched) ns; they take \(least) ns or more"
    }
    let decode = scenario.device.decodeTime(of: image).nanoseconds
    let decoded = load.took[.decoding, default: 0]
    return decoded < decode * 99 / 100
      ? "\(kind) is decoded in \(decoded) ns; the device takes \(decode) ns" : nil
  }
}
