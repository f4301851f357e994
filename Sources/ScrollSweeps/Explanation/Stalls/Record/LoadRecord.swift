import ScrollCore
import ScrollSimulation

/// The load of a picture into memory, step by step.
struct LoadRecord {
  /// A wait of a load, or work on it.
  enum Step: Equatable {
    case queued(RunEvent.LoadQueue)
    case transferring, reading
    case onLane(RunEvent.LaneJob)

    var isQueue: Bool {
      if case .queued = self { return true }
      return false
    }
  }

  struct TimedStep {
    var step: Step
    var start: SimTime
    /// The end of the step; `never` while it continues.
    var end = SimTime.never
    var lane = 0
  }

  enum End {
    case finished(hasFailed: Bool)
    case cancelled
  }

  var key: Int32
  var picture: Int32
  /// The item whose appearance started the load; -1 for a prefetch.
  var item: Int32
  var start: SimTime
  /// The index in the log.
  var index: Int
  var steps: [TimedStep] = []
  var failure: RunEvent.TransferFailure?
  var end: (time: SimTime, how: End)?

  var isPrefetch: Bool { item < 0 }

  /// Ends the current wait, if there is one.
  mutating func leaveQueue(at time: SimTime) {
    guard let last = steps.last, last.step.isQueue, last.end == .never else { return }
    steps[steps.count - 1].end = time
  }

  /// Ends the work of a lane, connection or channel on the load.
  mutating func isDone(on lane: Int, at time: SimTime) {
    let step = steps.lastIndex { !$0.step.isQueue && $0.lane == lane && $0.end == .never }
    if let step { steps[step].end = time }
  }

  mutating func end(_ how: End, at time: SimTime) {
    for step in steps.indices where steps[step].end == .never { steps[step].end = time }
    end = (time, how)
  }

  /// A Boolean value that indicates whether the bytes came from the system's page cache, which
  /// takes no time.
  var wasInPageCache: Bool {
    steps.contains { $0.step == .queued(.flash) && $0.end != .never }
      && !steps.contains { $0.step == .reading || $0.step == .transferring }
      && !isCancelled
  }

  var isCancelled: Bool {
    if case .cancelled = end?.how { return true }
    return false
  }

  var hasFailed: Bool {
    if case .finished(hasFailed: true) = end?.how { return true }
    return false
  }
}

/// The work of a resource over time: its reads, transfers, or work on lanes.
struct ServiceRecord {
  struct Service {
    var start: SimTime
    /// The end of the work; `never` while it continues.
    var end: SimTime
    /// The serial number of the load; 0 for a write.
    var load: Int32
  }

  private(set) var services: [Service] = []
  /// The work in progress, by lane.
  private var current: [Int: Int] = [:]

  mutating func begin(_ load: Int32, lane: Int, at time: SimTime, until end: SimTime = .never) {
    current[lane] = services.count
    services.append(Service(start: time, end: end, load: load))
  }

  mutating func end(lane: Int, at time: SimTime) {
    guard let service = current.removeValue(forKey: lane) else { return }
    services[service].end = min(services[service].end, time)
  }

  /// Ends all work.
  mutating func endAll(at time: SimTime) {
    for service in current.values { services[service].end = min(services[service].end, time) }
    current.removeAll()
  }

  /// Returns the number of other loads, and of writes, that were served between two moments.
  ///
  /// - Complexity: O(services).
  func others(than load: Int32, from start: SimTime, to end: SimTime) -> (loads: Int, writes: Int) {
    var loads: Set<Int32> = []
    var writes = 0
    for service in services
    where service.start < end && service.end > start && service.load != load {
      if service.load == 0 { writes += 1 } else { loads.insert(service.load) }
    }
    return (loads.count, writes)
  }
}
