import ScrollCore
import ScrollSimulation

/// Whether the events of a run come after what causes them.
enum LogOrder {
  /// The first event that comes too early, in words; nil if none does.
  static func problem(in log: RunLog) -> String? {
    var started: Set<Int32> = [], served: Set<Int32> = []
    var cached: Set<Int32> = [], visible: Set<Int32> = []
    var last = SimTime.zero
    for entry in log.entries {
      switch entry.event {
      // A frame is told of when it is over.
      case .frame(_, _, let presented, _, _, _, _, _):
        if presented < entry.time { return "a frame is presented before its start" }
        continue
      case .appeared(let item):
        if !visible.insert(item).inserted { return "item \(item) appears twice" }
      case .left(let item):
        if visible.remove(item) == nil { return "item \(item) leaves and was not there" }
      case .asked(let item, _, _), .displayed(let item, _, _, _):
        if !visible.contains(item) { return "item \(item) asks or shows and is not there" }
      case .started(let load, _, _, _, _):
        if !started.insert(load).inserted { return "load \(load) begins twice" }
      case .stage(let load, _, _, _):
        if !started.contains(load) { return "load \(load) is served before it begins" }
        served.insert(load)
      case .done(let load, _, _):
        if !served.contains(load) { return "load \(load) is done before it is served" }
      case .finished(let load, _), .cancelled(let load):
        if started.remove(load) == nil { return "load \(load) ends and had not begun" }
      case .stored(let key, let isTaken, _, _): if isTaken { cached.insert(key) }
      case .removed(let key, _, _):
        if !cached.contains(key) { return "key \(key) is removed and was not there" }
      default: break
      }
      if entry.time < last { return "time goes back from \(last) to \(entry.time)" }
      last = entry.time
    }
    return nil
  }
}
