import ScrollCore
import ScrollSimulation

/// Checks that the events of a run come after their causes.
struct LogOrder {
  /// The loads in progress, the finished ones that may still be joined in that frame, and the
  /// number of active stages by load.
  private var started: Set<Int32> = [], finished: Set<Int32> = [], stages: [Int32: Int] = [:]
  /// The number of values that the cache has stored for a key and not released yet.
  private var cached: [Int32: Int] = [:]
  /// The items on screen, and those of them that have sent a request.
  private var visible: Set<Int32> = [], asking: Set<Int32> = []
  private var appeared: Set<Int32> = []
  private var last = SimTime.zero
  private var peak = ByteCount.zero

  /// Returns the first event that comes too early, in words; `nil` if none does.
  static func problem(in log: RunLog) -> String? {
    var order = LogOrder()
    for entry in log.entries {
      if let problem = order.problem(with: entry) { return "\(problem) at \(entry.time)" }
    }
    let doubled = order.cached.filter { $0.value > 1 }.keys.sorted()
    return doubled.isEmpty ? nil : "the cache holds keys \(doubled) twice in the end"
  }

  private mutating func problem(with entry: RunLog.Entry) -> String? {
    // The log has a frame when it is over.
    if case .frame(let frame) = entry.event {
      return frame.presented < entry.time ? "a frame is presented before its start" : nil
    }
    if entry.time < last { return "time goes back from \(last)" }
    last = entry.time
    return itemProblem(with: entry.event) ?? loadProblem(with: entry.event)
      ?? memoryProblem(with: entry.event)
  }

  private mutating func itemProblem(with event: RunEvent) -> String? {
    switch event {
    case .appeared(let item):
      appeared.insert(item)
      if !visible.insert(item).inserted { return "item \(item) appears twice" }
    case .left(let item):
      asking.remove(item)
      if visible.remove(item) == nil { return "item \(item) leaves and was not there" }
    case .asked(let item, _, let outcome):
      asking.insert(item)
      if !visible.contains(item) { return "item \(item) asks and is not there" }
      if case .joined(let load) = outcome, !started.contains(load), !finished.contains(load) {
        return "item \(item) joins load \(load), which is not on its way"
      }
    // The main thread answers before the log has the request.
    case .readOnMain(let item, _): asking.insert(item)
    case .displayed(let item, _, _, _):
      if !asking.contains(item) { return "item \(item) shows what it has not asked for" }
    case .misplaced(let item, _), .keptOld(let item, _), .unfinished(let item, _, _):
      if !visible.contains(item) { return "item \(item) waits or shows and is not there" }
    case .late(let item, _, _):
      if !appeared.contains(item) { return "item \(item) is late before it appears" }
    default: break
    }
    return nil
  }

  private mutating func loadProblem(with event: RunEvent) -> String? {
    switch event {
    case .started(let load, _, _, _, _):
      if !started.insert(load).inserted { return "load \(load) begins twice" }
    case .queued(let load, _), .transferFailed(let load, _):
      if !started.contains(load) { return "load \(load) waits or fails before it begins" }
    case .stage(let load, _, _, _):
      stages[load, default: 0] += 1
      if !started.contains(load) { return "load \(load) is served before it begins" }
    case .done(let load, _, _):
      stages[load, default: 0] -= 1
      if stages[load, default: 0] < 0 { return "load \(load) is done before it is served" }
    case .finished(let load, _):
      finished.insert(load)
      if started.remove(load) == nil { return "load \(load) is finished and had not begun" }
      if stages[load, default: 0] != 0 { return "load \(load) is finished while it is served" }
    case .cancelled(let load):
      if started.remove(load) == nil { return "load \(load) is cancelled and had not begun" }
    default: break
    }
    return nil
  }

  private mutating func memoryProblem(with event: RunEvent) -> String? {
    switch event {
    case .stored(let key, let isTaken, _, _): if isTaken { cached[key, default: 0] += 1 }
    case .removed(let key, _, _):
      cached[key, default: 0] -= 1
      if cached[key, default: 0] < 0 { return "key \(key) is removed and was not there" }
    case .footprint(let bytes): if bytes < 0 { return "the footprint is \(bytes) bytes" }
    case .peak(let held):
      defer { peak = held.sum }
      if held.sum <= peak { return "a peak of \(held.sum) follows one of \(peak)" }
      let parts = [held.cached, held.displayed, held.inFlight, held.elsewhere]
      if parts.contains(where: { $0 < .zero }) { return "a part of the peak is negative: \(held)" }
    default: break
    }
    return nil
  }
}
