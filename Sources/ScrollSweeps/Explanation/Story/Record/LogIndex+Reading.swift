import ScrollCaching
import ScrollCore
import ScrollSimulation

/// How entries of the log become records; each returns whether the entry was of its kind.
extension LogIndex {
  func readLoad(_ entry: RunLog.Entry, _ index: Int) -> Bool {
    let time = entry.time
    switch entry.event {
    case .started(let load, let key, let picture, let item, _):
      precondition(Int(load) == loads.count, "load \(load) follows \(loads.count - 1)")
      loads.append(
        LoadRecord(key: key, picture: picture, item: item, start: time, index: index))
      history[Int(key)].append(KeyEvent(index: index, time: time, what: .started(load: load)))
      if item >= 0 { attachDecode(load, to: item) }
    case .queued(let load, let queue):
      loads[Int(load)].leaveQueue(at: time)
      loads[Int(load)].steps.append(LoadRecord.TimedStep(step: .queued(queue), start: time))
    case .stage(let load, let stage, let lane, let job):
      loads[Int(load)].leaveQueue(at: time)
      let step: LoadRecord.Step
      switch stage {
      case .transferring:
        step = .transferring
        network.begin(load, lane: lane, at: time)
      case .reading:
        step = .reading
        flash.begin(load, lane: lane, at: time)
      case .decoding:
        step = .onLane(job ?? .decode)
        lanes.begin(load, lane: lane, at: time)
      }
      loads[Int(load)].steps.append(LoadRecord.TimedStep(step: step, start: time, lane: lane))
    case .done(let load, let stage, let lane):
      loads[Int(load)].isDone(on: lane, at: time)
      switch stage {
      case .transferring: network.end(lane: lane, at: time)
      case .reading: flash.end(lane: lane, at: time)
      case .decoding: lanes.end(lane: lane, at: time)
      }
    case .transferFailed(let load, let failure): loads[Int(load)].failure = failure
    case .finished(let load, let hasFailed):
      loads[Int(load)].end(.finished(hasFailed: hasFailed), at: time)
      if hasFailed { note(.failed(load: load), of: loads[Int(load)].key, entry, index) }
    case .cancelled(let load):
      loads[Int(load)].end(.cancelled, at: time)
      note(.cancelled(load: load), of: loads[Int(load)].key, entry, index)
    default: return false
    }
    newcomer = nil
    return true
  }

  func readKey(_ entry: RunLog.Entry, _ index: Int) -> Bool {
    switch entry.event {
    case .stored(let key, let isTaken, let isPrefetched, _):
      if !isTaken { note(.refused, of: key, entry, index) }
      newcomer = (KeyEvent.Newcomer(key: key, isPrefetched: isPrefetched), entry.time)
      return true
    case .removed(let key, let reason, _):
      let by = newcomer.flatMap {
        $0.time == entry.time && $0.newcomer.key != key ? $0.newcomer : nil
      }
      note(.removed(reason, by: by), of: key, entry, index)
      return true
    case .readOnMain(_, let key):
      note(.readOnMain, of: key, entry, index)
    default:
      newcomer = nil
      return false
    }
    newcomer = nil
    return true
  }

  func readItem(_ entry: RunLog.Entry, _ index: Int) -> Bool {
    let time = entry.time
    switch entry.event {
    case .appeared(let item):
      appearancesOfItem[Int(item)].append(appearances.count)
      appearances.append(
        AppearanceRecord(item: item, frame: currentFrame, time: time, index: index))
    case .asked(let item, let key, let outcome):
      change(item) {
        $0.asks.append(
          AppearanceRecord.Ask(time: time, index: index, key: key, outcome: outcome))
      }
    case .keptOld(let item, let picture):
      show(.old(picture: picture, is: likeness(of: picture, to: item)), item, at: time)
    case .misplaced(let item, let picture): show(.misplaced(picture: picture), item, at: time)
    case .displayed(let item, let picture, let isLow, let isWrong):
      show(isWrong ? .namesake(picture: picture) : isLow ? .low : .full, item, at: time)
      let frame = currentFrame
      change(item) { if $0.shownFrame == nil { $0.shownFrame = frame } }
    case .late(let item, let reason, let waits), .unfinished(let item, let reason, let waits):
      change(item) {
        $0.lateness = AppearanceRecord.Lateness(reason: reason, waits: waits)
      }
    case .left(let item):
      let frame = currentFrame
      change(item) { $0.left = (frame, time) }
    default: return false
    }
    return true
  }

  private func note(
    _ what: KeyEvent.What, of key: Int32, _ entry: RunLog.Entry, _ index: Int
  ) {
    history[Int(key)].append(KeyEvent(index: index, time: entry.time, what: what))
  }

  private func likeness(of picture: Int32, to item: Int32) -> AppearanceRecord.Likeness {
    guard names.image(of: item).index == names.image(ofPicture: picture).index else {
      return .another
    }
    return names.isLow(picture) ? .low : .same
  }

  private func show(
    _ content: AppearanceRecord.Content, _ item: Int32, at time: SimTime
  ) {
    let frame = currentFrame
    change(item) { $0.contents.append((frame, content, time)) }
  }

  /// Changes the latest appearance of an item.
  private func change(_ item: Int32, _ change: (inout AppearanceRecord) -> Void) {
    guard let last = appearancesOfItem[Int(item)].last else {
      preconditionFailure("item \(item) has not appeared")
    }
    change(&appearances[last])
  }

  /// What was found encoded is decoded again by a load that starts right after.
  private func attachDecode(_ load: Int32, to item: Int32) {
    guard let last = appearancesOfItem[Int(item)].last,
      let ask = appearances[last].asks.last, ask.outcome == .hit, ask.decode == 0,
      ask.index + 1 == loads[Int(load)].index
    else { return }
    appearances[last].asks[appearances[last].asks.count - 1].decode = load
  }
}
