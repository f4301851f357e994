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
