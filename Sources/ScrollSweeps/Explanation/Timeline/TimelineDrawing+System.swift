import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// What the cache decides and what the system does, as instants.
extension TimelineDrawing {
  /// Images that are admitted, refused and evicted, with the reason that the cache gave.
  mutating func drawDecision(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .stored(let key, let isTaken, let isPrefetched, let bytes):
      if isTaken { countCached(bytes, at: time) }
      decide("\(isTaken ? "admits" : "refuses") \(names.key(key))", bytes, at: time) {
        if isPrefetched { $0.append(("because", .text("prefetched"))) }
      }
      newcomer = (key, time)
    case .removed(let key, let reason, let bytes):
      countCached(-bytes, at: time)
      let by = newcomer.flatMap { $0.time == time && $0.key != key ? names.key($0.key) : nil }
      decide("\(reason.isEviction ? "evicts" : "drops") \(names.key(key))", bytes, at: time) {
        $0.append(("because", .text(reason.storyText)))
        if let by { $0.append(("for", .text(by))) }
      }
    default: newcomer = nil
    }
  }

  private mutating func decide(
    _ name: String, _ bytes: Int, at time: SimTime,
    _ reasons: (inout [(name: String, value: TimelineEvent.Argument)]) -> Void
  ) {
    var arguments: [(name: String, value: TimelineEvent.Argument)] = [("bytes", .count(bytes))]
    reasons(&arguments)
    add(
      TimelineEvent(
        name: name, shape: .instant(isWide: false), time: time, arguments: arguments),
      to: .decisions)
  }

  mutating func drawSystem(_ entry: RunLog.Entry) {
    let name: String
    switch entry.event {
    case .system(let event):
      if event == .relaunch { relaunch(at: entry.time) }
      name = "\(event)"
    case .memoryWarning: name = "memory warning"
    case .pressure(let level): name = "app notified: pressure \(level)"
    case .killedBackgroundApps(let count): name = "background apps killed: \(count)"
    case .purged(let picture, let bytes):
      name = "\(names.picture(picture)) purged, \(bytes) bytes"
    case .pagedOut(let bytes): name = "paged out, \(bytes) bytes"
    case .transferFailed(let load, let failure):
      name = "download of \(names.key(keys[Int(load)])) failed: \(Optional(failure).storyName)"
    default: return
    }
    add(
      TimelineEvent(name: name, shape: .instant(isWide: true), time: entry.time), to: .system)
  }

  /// Nothing is on screen until the next frame, and the work of the old process ends.
  private mutating func relaunch(at time: SimTime) {
    for row in [Row.flash, .main] { onTrack(row) { $0.close(at: time) } }
    countShares(0, 0, 0, at: time)
  }
}
