import ScrollCore

/// The main thread: the frame that it processes, the costs of frames, and the late frames.
struct MainThread {
  /// A processed frame, until the next frame starts.
  struct Frame {
    /// The time at which it was processed.
    var start: Int64 = 0
    /// Three screen times: the start of the frame, the vsync after it at which the frame is due,
    /// and the vsync at which it is ready.
    var begun: Int64 = 0, due: Int64 = 0, planned: Int64 = 0
    var screen = StallAccounting.Screen()
  }

  private var clock: MainThreadClock
  /// The last processed frame, which is on screen when the next one starts.
  private(set) var frame = Frame()
  /// A Boolean value that indicates whether the figures do not yet include `frame`.
  private var isOpen = false
  /// The screen time at which the next frame on screen was due: `frame`, or the first frame of a
  /// launch; `.max` if none is awaited.
  private var awaited = Int64.max
  /// The work of the present or last processed frame; all work on the main thread is added to it.
  var work = RunReport.MainThreadWork()
  /// A Boolean value that indicates whether a frame is being processed.
  private(set) var isAtWork = false
  private(set) var frames = 0
  private(set) var hitches = RunReport.Hitches()
  /// The number of decodes on the main thread, and their nanoseconds.
  private var decodes = 0, decodeTime: Int64 = 0

  /// Creates an idle main thread.
  /// - Parameter begun: the start of the session, in nanoseconds.
  init(begun: Int64) { clock = MainThreadClock(freeFrom: begun) }

  /// Begins to process a frame.
  mutating func beginFrame() {
    frames += 1
    isAtWork = true
  }

  /// Records that a frame was processed; it is the open frame until `close()`.
  mutating func open(_ frame: Frame) {
    self.frame = frame
    isAtWork = false
    isOpen = true
    awaited = min(awaited, frame.due)
    clock.work(from: frame.start, for: work.total)
  }

  /// Closes the frame; if there was one, the caller then calls `account(until:at:)`.
  ///
  /// - Returns: `false` if there is no open frame.
  mutating func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  /// Sets what the frame shows.
  mutating func show(_ screen: StallAccounting.Screen) { frame.screen = screen }

  /// Returns a Boolean value that indicates whether the frame was late by the given time.
  func isLate(at now: Int64) -> Bool {
    frame.planned > frame.due && min(now, frame.planned) > frame.due
  }

  /// Adds the closed frame to the figures.
  ///
  /// `now` is the screen time, and `time` the same moment by the clock, at which the frame was on
  /// screen or the run or process ended.
  mutating func account(until now: Int64, at time: Int64) {
    if frame.screen.isScrolling { hitches.scrolling.nanoseconds += now - frame.begun }
    stopAwaiting(at: min(now, frame.planned))
    guard work.total > 0 else { return }
    hitches.mainThreadBusy.nanoseconds += min(work.total, time - frame.start)
    if isLate(at: now) { didHitch(by: min(now, frame.planned) - frame.due) }
    work = RunReport.MainThreadWork()
  }

  /// Records that the first frame of a launch is due at a screen time.
  mutating func awaitLaunch(due: Int64) { awaited = due }

  /// Stops awaiting a frame and adds its delay: either the frame is on screen, or the run or the
  /// process ended first.
  mutating func stopAwaiting(at now: Int64) {
    let delay = SimTime(nanoseconds: max(0, now - awaited))
    hitches.frozen += delay
    hitches.longestDelay = max(hitches.longestDelay, delay)
    awaited = .max
  }

  /// Returns the total lateness of frames up to a screen time.
  func frozen(at now: Int64) -> Int64 {
    let end = isOpen ? min(now, frame.planned) : now
    return hitches.frozen.nanoseconds + max(0, end - awaited)
  }

  /// Counts a hitch: the frame was late by the given nanoseconds.
  ///
  /// A frame is not a hitch if the run ended before it was due.
  private mutating func didHitch(by nanoseconds: Int64) {
    let late = SimTime(nanoseconds: nanoseconds)
    hitches.count += 1
    hitches.time += late
    if frame.screen.isScrolling { hitches.scrollingTime += late }
    hitches.worst = max(hitches.worst, late)
    hitches.causes += work
  }

  /// Replaces the open frame, which is on screen, by the last of the next `count` frames, which
  /// show the same.
  mutating func goOn(over count: Int, from time: SimTime, due: SimTime, offScreen: Int64) {
    frames += count
    let now = time.nanoseconds - offScreen
    if frame.screen.isScrolling { hitches.scrolling.nanoseconds += now - frame.begun }
    frame.start = time.nanoseconds
    frame.begun = now
    frame.due = due.nanoseconds - offScreen
    frame.planned = frame.due
    awaited = frame.due
  }

  /// Counts the work so far as work of a launch before its first frame, and returns its duration.
  mutating func launch(at time: SimTime) -> SimTime {
    let busy = SimTime(nanoseconds: work.total)
    clock.work(from: time.nanoseconds, for: busy.nanoseconds, isLaunch: true)
    work = RunReport.MainThreadWork()
    return busy
  }

  /// Handles the end of the process or the run, which drops unfinished work.
  mutating func stop(at time: Int64) { clock.stop(at: time) }

  /// Counts a decode on the main thread and its nanoseconds.
  mutating func didDecode(for duration: Int64) {
    decodes += 1
    decodeTime += duration
  }

  /// The idle time of the main thread.
  var idle: SimTime { SimTime(nanoseconds: clock.idle) }

  /// Writes the figures to a report.
  func report(into report: inout RunReport) {
    report.hitches = hitches
    report.hitches.mainThreadBusy += SimTime(nanoseconds: clock.launching)
    report.work.mainDecodes = decodes
    report.work.mainDecode = SimTime(nanoseconds: decodeTime)
  }
}

/// The clock of the main thread, which counts its idle time; frames count its busy time.
struct MainThreadClock {
  /// The total idle time in nanoseconds: from the end of each piece of work to the beginning of the
  /// next.
  private(set) var idle: Int64 = 0
  /// The time of work before the first frames of launches, up to the end of the run.
  private(set) var launching: Int64 = 0
  /// The time at which the last work is done.
  private var freeFrom: Int64
  /// A Boolean value that indicates whether the last work is part of a launch.
  private var isLaunching = false

  /// Creates the clock of a session whose main thread is idle up to the given time.
  init(freeFrom: Int64) { self.freeFrom = freeFrom }

  /// Begins work on the main thread and drops unfinished work.
  mutating func work(from start: Int64, for duration: Int64, isLaunch: Bool = false) {
    stop(at: start)
    freeFrom = start + duration
    isLaunching = isLaunch
    if isLaunch { launching += duration }
  }

  /// Handles the end of the run or the process.
  mutating func stop(at time: Int64) {
    if isLaunching { launching -= max(0, freeFrom - time) }
    isLaunching = false
    idle += max(0, time - freeFrom)
    freeFrom = time
  }
}
