import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The log of a run, sorted by frames, appearances, loads and keys.
final class LogIndex {
  let prepared: PreparedScenario
  let log: [RunLog.Entry]
  private(set) var frames: FrameList
  var appearances: [AppearanceRecord] = []
  /// The indices of `appearances`, by item.
  var appearancesOfItem: [[Int]]
  /// The loads by serial number.
  ///
  /// The first is a placeholder, because the number 0 means no load.
  var loads: [LoadRecord] = [
    LoadRecord(key: -1, picture: -1, item: -1, start: .zero, index: -1)
  ]
  /// The events by key, in order.
  var history: [[KeyEvent]]
  var relaunches: [(index: Int, time: SimTime)] = []
  private(set) var clock = ScreenClock()
  var network = ServiceRecord(), flash = ServiceRecord(), lanes = ServiceRecord()
  private(set) var end = SimTime.zero
  private(set) var death: RunReport.DeathReason?
  /// The memory of the app's images at the peak of the footprint.
  private(set) var peak = HeldMemory()

  /// The image that was stored last; `nil` if anything other than removals has happened since.
  var newcomer: (newcomer: KeyEvent.EvictingImage, time: SimTime)?
  private let hertz: Int64

  /// Sorts a log.
  /// - Complexity: O(entries).
  init(_ log: RunLog, of prepared: PreparedScenario) {
    let scenario = prepared.scenario
    self.prepared = prepared
    self.log = log.entries
    hertz = scenario.device.refreshRate
    frames = FrameList(hertz: hertz)
    appearancesOfItem = Array(repeating: [], count: scenario.placement.count)
    history = Array(repeating: [], count: prepared.keyCount)
    for (index, entry) in log.entries.enumerated() {
      if !readLoad(entry, index), !readKey(entry, index), !readItem(entry, index) {
        readRest(entry, index)
      }
    }
  }

  var names: ExplanationNames { ExplanationNames(prepared) }

  /// The number of the frame that is processed, or comes next.
  var currentFrame: Int { frames.count }

  /// Reads entries about frames and the system.
  private func readRest(_ entry: RunLog.Entry, _ index: Int) {
    switch entry.event {
    case .frame(let frame):
      if !frame.isPresented { takeBackShown(in: currentFrame) }
      let delay =
        frame.isLate
        ? FrameRecord.delay(
          start: entry.time, due: frame.due, presented: frame.presented,
          work: SimTime(nanoseconds: frame.work.total), hertz: hertz) : .zero
      frames.append(
        FrameRecord(
          start: entry.time, due: frame.due, presented: frame.presented,
          isPresented: frame.isPresented, delay: delay, work: frame.work, blank: frame.blank,
          soft: frame.soft, wrong: frame.wrong,
          entries: (frames.last.map { $0.entries.upperBound + 1 } ?? 0)..<index))
    case .repeatedFrames(let count): frames.appendRepeats(count, entry: index)
    case .system(let event):
      switch event {
      case .background: clock.wentOff(at: entry.time)
      case .foreground: clock.cameBack(at: entry.time)
      case .relaunch:
        clock.cameBack(at: entry.time)
        relaunches.append((index, entry.time))
        network.endAll(at: entry.time)
        flash.endAll(at: entry.time)
        lanes.endAll(at: entry.time)
      default: break
      }
    case .peak(let held): peak = held
    case .writing(_, let end): flash.begin(0, lane: 0, at: entry.time, until: end)
    case .ended(let reason):
      end = entry.time
      death = reason
      guard reason != nil else { return }
      for index in appearances.indices where appearances[index].left == nil {
        appearances[index].isCutOff = true
      }
    default: break
    }
  }

  /// Removes the record that images were first shown in a frame, because the frame never gets on
  /// screen.
  private func takeBackShown(in frame: Int) {
    for index in appearances.indices where appearances[index].shownFrame == frame {
      appearances[index].shownFrame = nil
    }
  }

  /// Returns the time when a frame is on screen; `nil` if it never is.
  func presentation(of frame: Int) -> SimTime? {
    guard frame < frames.count, frames[frame].isPresented else { return nil }
    return frames[frame].presented
  }
}

extension LogIndex {
  /// Returns a Boolean value that indicates whether an appearance's first requested image was in
  /// the cache of its process before and was removed for lack of space or memory.
  func hadLeft(before appearance: AppearanceRecord) -> Bool {
    guard let ask = appearance.asks.first else { return false }
    let launch = relaunches.last { $0.index < ask.index }?.index ?? -1
    return history[Int(ask.key)].contains { event in
      guard event.index > launch, event.index < ask.index,
        case .removed(let reason, _) = event.what
      else { return false }
      switch reason {
      case .cost, .count, .leftRange, .pressure, .background, .discarded: return true
      case .expired, .replaced, .removed: return false
      }
    }
  }
}

/// The conversion of log entries into records; each function returns whether the entry was of its
/// kind.
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
      newcomer = (KeyEvent.EvictingImage(key: key, isPrefetched: isPrefetched), entry.time)
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
          AppearanceRecord.RequestResult(time: time, index: index, key: key, outcome: outcome))
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

  private func likeness(of picture: Int32, to item: Int32) -> AppearanceRecord.PictureRelation {
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

  /// Adds a decoding load to the latest request of an item, if the request found the image encoded
  /// and the load starts right after the request.
  private func attachDecode(_ load: Int32, to item: Int32) {
    guard let last = appearancesOfItem[Int(item)].last,
      let ask = appearances[last].asks.last, ask.outcome == .hit, ask.decode == 0,
      ask.index + 1 == loads[Int(load)].index
    else { return }
    appearances[last].asks[appearances[last].asks.count - 1].decode = load
  }
}

/// An event of a key that may explain why its picture was not in memory.
struct KeyEvent {
  /// The image whose storage evicted another one.
  struct EvictingImage: Equatable {
    var key: Int32
    var isPrefetched: Bool
  }

  enum What {
    case started(load: Int32)
    case readOnMain
    case cancelled(load: Int32)
    case failed(load: Int32)
    case refused
    case removed(RemovalReason, by: EvictingImage?)
  }

  /// The index in the log.
  var index: Int
  var time: SimTime
  var what: What
}

/// The time that the app is on screen; the clock stops in the background.
struct ScreenClock {
  private(set) var pauses: [(from: SimTime, to: SimTime)] = []
  private var isOff = false

  mutating func wentOff(at time: SimTime) {
    guard !isOff else { return }
    isOff = true
    pauses.append((time, .never))
  }

  mutating func cameBack(at time: SimTime) {
    guard isOff else { return }
    isOff = false
    pauses[pauses.count - 1].to = time
  }

  /// Returns the time on screen between two moments; zero if the second is before the first.
  ///
  /// - Complexity: O(pauses).
  func elapsed(from start: SimTime, to end: SimTime) -> SimTime {
    guard end > start else { return .zero }
    var elapsed = end - start
    for pause in pauses where pause.from < end && pause.to > start {
      elapsed -= min(pause.to, end) - max(pause.from, start)
    }
    return elapsed
  }
}
