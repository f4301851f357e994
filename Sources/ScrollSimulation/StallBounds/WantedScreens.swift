import ScrollCore
import ScrollDevice
import ScrollLayout

/// The content that the user wants to see in each period of the display: the viewport, the layout,
/// and the time.
///
/// During the period of the display that begins at vsync `m`, the user wants the trace's viewport
/// at vsync `m - 1` (`RunReport.Stalls.seconds`). These viewports are the *screens*. Each screen is
/// wanted for one period, or the part of it in which the app is in the foreground. Screens depend
/// on motion, layouts and events only, so they are the same in all runs.
struct WantedScreens {
  /// One screen.
  struct Screen {
    /// The vsync of the viewport.
    var vsync: Int64
    /// The number of screens before this one, and the number of its process.
    var number: Int, process: Int
    /// The time for which the screen is wanted and can be shown, in nanoseconds.
    var duration: Int64
    /// The bounds of the viewport.
    var lower: Double, upper: Double
    /// A Boolean value that indicates whether the layout differs from that of the last screen.
    var isElsewhere: Bool
    /// The number of the layout: 0 for the first.
    var epoch: Int
  }

  /// A stretch of time in which a process is in the foreground.
  private struct Stretch {
    var process: Int
    var start: Int64, end: Int64
  }

  private let scenario: Scenario
  private let hertz: Int64
  private let end: Int64
  private let stretches: [Stretch]
  /// The time at which the first frame of each process can be on screen.
  private let firstShown: [Int64]

  /// - Parameters:
  ///   - scenario: the scenario.
  ///   - end: the end of the run, or the trace's end if that is earlier.
  init(_ scenario: Scenario, until end: SimTime) {
    let hertz = scenario.device.refreshRate
    self.scenario = scenario
    self.hertz = hertz
    self.end = min(end, scenario.motion.duration).nanoseconds
    stretches = Self.stretches(scenario.events, until: self.end)
    var firstShown = [Int64](repeating: .max, count: (stretches.last?.process ?? 0) + 1)
    for stretch in stretches where firstShown[stretch.process] == .max {
      let first = SimTime(nanoseconds: stretch.start).firstVsync(hertz: hertz)
      guard SimTime.vsync(first, hertz: hertz).nanoseconds <= stretch.end else { continue }
      firstShown[stretch.process] = SimTime.vsync(first + 1, hertz: hertz).nanoseconds
    }
    self.firstShown = firstShown
  }

  /// The nanoseconds in the foreground before the first frame of a process can be on screen, in
  /// which the whole viewport is missing.
  var unshown: Int64 {
    stretches.reduce(0) { $0 + max(0, min($1.end, firstShown[$1.process]) - $1.start) }
  }

  private static func stretches(_ events: [TimedSystemEvent], until end: Int64) -> [Stretch] {
    var (stretches, process) = ([Stretch](), 0)
    var since: Int64? = 0
    func close(at time: Int64) {
      guard let start = since else { return }
      stretches.append(Stretch(process: process, start: start, end: time))
      since = nil
    }
    for event in events where event.time.nanoseconds <= end {
      switch event.event {
      case .background: close(at: event.time.nanoseconds)
      case .foreground: since = since ?? event.time.nanoseconds
      case .relaunch:
        close(at: event.time.nanoseconds)
        (since, process) = (event.time.nanoseconds, process + 1)
      default: break
      }
    }
    close(at: end)
    return stretches
  }

  /// Calls a function for every screen in order of time.
  ///
  /// It includes a screen that is never visible if the app may process a frame at its vsync.
  /// - Complexity: O(vsyncs).
  func forEach(_ body: (Screen) -> Void) {
    var cursor = MotionCursor(direction: scenario.direction, window: scenario.velocityWindow)
    var (number, epoch, shownEpoch, past) = (0, 0, 0, 0)
    var vsync: Int64 = 0
    while true {
      let time = SimTime.vsync(vsync, hertz: hertz)
      guard time.nanoseconds <= end else { return }
      while past < stretches.count, stretches[past].end < time.nanoseconds { past += 1 }
      let (duration, process) = wanted(vsync, from: past)
      if let process {
        cursor.pass(time, in: scenario.motion)
        while epoch < scenario.laterEpochs.count, scenario.laterEpochs[epoch].time <= time {
          epoch += 1
        }
        let extent =
          epoch == 0 ? scenario.viewportExtent : scenario.laterEpochs[epoch - 1].viewportExtent
        body(
          Screen(
            vsync: vsync, number: number, process: process, duration: duration,
            lower: cursor.offset, upper: cursor.offset + extent,
            isElsewhere: epoch != shownEpoch, epoch: epoch))
        number += 1
        shownEpoch = epoch
      }
      vsync += 1
    }
  }

  /// Returns the time for which a screen is wanted and can be shown, and the number of its process;
  /// the process is `nil` if the app is in the background.
  private func wanted(_ vsync: Int64, from past: Int) -> (duration: Int64, process: Int?) {
    let time = SimTime.vsync(vsync, hertz: hertz).nanoseconds
    let start = SimTime.vsync(vsync + 1, hertz: hertz).nanoseconds
    let end = SimTime.vsync(vsync + 2, hertz: hertz).nanoseconds
    var (duration, process): (Int64, Int?) = (0, nil)
    for stretch in stretches[past...] {
      guard stretch.start < end else { break }
      let part = min(end, stretch.end) - max(start, stretch.start, firstShown[stretch.process])
      if part > 0 {
        (duration, process) = (duration + part, stretch.process)
      } else if process == nil, stretch.start <= time {
        process = stretch.process
      }
    }
    return (duration, process)
  }

  /// Returns the placement of the items on a screen.
  func placement(_ screen: Screen) -> ItemPlacement {
    screen.epoch == 0 ? scenario.placement : scenario.laterEpochs[screen.epoch - 1].placement
  }
}
