import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The log of a run, sorted by frames, appearances, loads and keys.
final class LogIndex {
  let prepared: PreparedScenario
  let log: [RunLog.Entry]
  private(set) var frames: FrameList
  var appearances: [AppearanceRecord] = []
  /// Indices of `appearances`, by item.
  var appearancesOfItem: [[Int]]
  /// By serial number; the first stands for none.
  var loads: [LoadRecord] = [
    LoadRecord(key: -1, picture: -1, item: -1, start: .zero, index: -1)
  ]
  /// By key, in order.
  var history: [[KeyEvent]]
  var relaunches: [(index: Int, time: SimTime)] = []
  private(set) var clock = ScreenClock()
  var network = ServiceRecord(), flash = ServiceRecord(), lanes = ServiceRecord()
  private(set) var end = SimTime.zero
  private(set) var death: RunReport.DeathReason?

  /// The image that was stored last, as long as nothing but removals has happened since.
  var newcomer: (newcomer: KeyEvent.Newcomer, time: SimTime)?
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

  var names: StoryNames { StoryNames(prepared) }

  /// The number of the frame that is processed, or comes next.
  var currentFrame: Int { frames.count }

  /// Frames, and what the system did.
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

  /// A frame never gets on screen: what it would have shown was not.
  private func takeBackShown(in frame: Int) {
    for index in appearances.indices where appearances[index].shownFrame == frame {
      appearances[index].shownFrame = nil
    }
  }

  /// When a frame is on screen; nil if it never is.
  func presentation(of frame: Int) -> SimTime? {
    guard frame < frames.count, frames[frame].isPresented else { return nil }
    return frames[frame].presented
  }
}
