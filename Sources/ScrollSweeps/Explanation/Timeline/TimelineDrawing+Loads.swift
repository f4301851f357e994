import ScrollCore
import ScrollSimulation

/// Loads on flash, connections and lanes.
extension TimelineDrawing {
  mutating func drawLoad(_ entry: RunLog.Entry) {
    let time = entry.time
    switch entry.event {
    case .started(_, let key, _, _, _):
      keys.append(key)
      countLoads(1, at: time)
    case .stage(let load, let stage, let lane, let job):
      let what = names.key(keys[Int(load)])
      let verb =
        switch stage {
        case .reading: "read"
        case .transferring: "download"
        case .decoding: "\(job ?? .decode)"
        }
      serve(load, on: Self.row(of: stage, lane), "\(verb) \(what)", at: time)
    case .done(let load, let stage, let lane):
      onTrack(Self.row(of: stage, lane)) { $0.close(load: load, at: time) }
    case .finished: countLoads(-1, at: time)
    case .cancelled(let load):
      countLoads(-1, at: time)
      closeAll(of: load, at: time)
    default: break
    }
  }

  private static func row(of stage: RunEvent.LoadStage, _ lane: Int) -> Row {
    switch stage {
    case .reading: .flash
    case .transferring: .connection(lane)
    case .decoding: .lane(lane)
    }
  }
}
