import ScrollCore

/// The main thread: its frames, what they cost, and which of them were late.
struct MainThread {
  /// A frame from its processing to the start of the next one.
  struct Frame {
    /// When it was processed.
    var start: Int64 = 0
    /// In screen time: its start, the vsync after it, and the one it is ready for.
    var begun: Int64 = 0, due: Int64 = 0, planned: Int64 = 0
    var screen = StallLedger.Screen()
  }

  private var clock = MainThreadClock()
  /// The last processed frame, which is on screen when the next one starts.
  private(set) var frame = Frame()
  /// Whether it is still to be accounted for.
  private var isOpen = false
  /// Since when that frame, or a launch's first, is awaited, in screen time; `.max` for none.
  private var awaited = Int64.max
  /// What the frame that is processed, or was last, costs: whatever works here adds to it.
  var work = RunReport.MainThreadWork()
  /// Whether a frame is being processed.
  private(set) var isAtWork = false
  private(set) var frames = 0
  private(set) var hitches = RunReport.Hitches()
  /// What was decoded here, and the nanoseconds of that.
  private var decodes = 0, decodeTime: Int64 = 0

  /// A frame begins to be processed.
  mutating func beginFrame() {
    frames += 1
    isAtWork = true
  }

  /// A frame was processed; it is on screen from then on until it is closed.
  mutating func open(_ frame: Frame) {
    self.frame = frame
    isAtWork = false
    isOpen = true
    awaited = min(awaited, frame.due)
    clock.work(from: frame.start, for: work.total)
  }

  /// The frame is to be accounted for; false if it has been, or there is none.
  mutating func close() -> Bool {
    defer { isOpen = false }
    return isOpen
  }

  /// What the frame shows is known.
  mutating func show(_ screen: StallLedger.Screen) { frame.screen = screen }

  /// Whether the frame got on screen too late, if it did by then.
  func isLate(at now: Int64) -> Bool {
    frame.planned > frame.due && min(now, frame.planned) > frame.due
  }

  /// The frame was on screen, or ended, at this screen time and clock time.
  mutating func account(until now: Int64, at time: Int64) {
    if frame.screen.isScrolling { hitches.scrolling.nanoseconds += now - frame.begun }
    stopAwaiting(at: min(now, frame.planned))
    guard work.total > 0 else { return }
    hitches.mainThreadBusy.nanoseconds += min(work.total, time - frame.start)
    if isLate(at: now) { didHitch(by: min(now, frame.planned) - frame.due) }
    work = RunReport.MainThreadWork()
  }

  /// The first frame of a launch is due at a screen time.
  mutating func awaitLaunch(due: Int64) { awaited = due }

  /// A frame has come, or will not come any more.
  mutating func stopAwaiting(at now: Int64) {
    let delay = SimTime(nanoseconds: max(0, now - awaited))
    hitches.frozen += delay
    hitches.longestDelay = max(hitches.longestDelay, delay)
    awaited = .max
  }

  /// How late frames had been until a screen time, all added up.
  func frozen(at now: Int64) -> Int64 {
    let end = isOpen ? min(now, frame.planned) : now
    return hitches.frozen.nanoseconds + max(0, end - awaited)
  }

  /// The frame was due so much earlier; not a hitch if the run ended before that.
  private mutating func didHitch(by nanoseconds: Int64) {
    let late = SimTime(nanoseconds: nanoseconds)
    hitches.count += 1
    hitches.time += late
    if frame.screen.isScrolling { hitches.scrollingTime += late }
    hitches.worst = max(hitches.worst, late)
    hitches.causes += work
  }

  /// The frame that is open is on screen, and the next one is the same.
  mutating func goOn(from time: SimTime, due: SimTime, offScreen: Int64) {
    frames += 1
    let now = time.nanoseconds - offScreen
    if frame.screen.isScrolling { hitches.scrolling.nanoseconds += now - frame.begun }
    frame.start = time.nanoseconds
    frame.begun = now
    frame.due = due.nanoseconds - offScreen
    frame.planned = frame.due
    awaited = frame.due
  }

  /// The work so far was a launch's, before any frame; how long it takes.
  mutating func launch(at time: SimTime) -> SimTime {
    let busy = SimTime(nanoseconds: work.total)
    clock.work(from: time.nanoseconds, for: busy.nanoseconds, isLaunch: true)
    work = RunReport.MainThreadWork()
    return busy
  }

  /// The process, or the run, ends; whatever was left to do is dropped.
  mutating func stop(at time: Int64) { clock.stop(at: time) }

  /// Something was decoded here, which took so many nanoseconds.
  mutating func didDecode(for duration: Int64) {
    decodes += 1
    decodeTime += duration
  }

  /// How long it was idle.
  var idle: SimTime { SimTime(nanoseconds: clock.idle) }

  /// Writes the figures down.
  func report(into report: inout RunReport) {
    report.hitches = hitches
    report.hitches.mainThreadBusy += SimTime(nanoseconds: clock.launching)
    report.work.mainDecodes = decodes
    report.work.mainDecode = SimTime(nanoseconds: decodeTime)
  }
}

/// When the main thread is free: its idle time is counted here, its busy time by the frames.
struct MainThreadClock {
  /// From the end of each work to the beginning of the next.
  private(set) var idle: Int64 = 0
  /// Work before a first frame, as far as the run went.
  private(set) var launching: Int64 = 0
  /// When the last work is done, and whether a launch does it.
  private var freeFrom: Int64 = 0
  private var isLaunching = false

  /// The main thread begins to work; whatever it had left to do is dropped.
  mutating func work(from start: Int64, for duration: Int64, isLaunch: Bool = false) {
    stop(at: start)
    freeFrom = start + duration
    isLaunching = isLaunch
    if isLaunch { launching += duration }
  }

  /// The run, or the process, ends.
  mutating func stop(at time: Int64) {
    if isLaunching { launching -= max(0, freeFrom - time) }
    isLaunching = false
    idle += max(0, time - freeFrom)
    freeFrom = time
  }
}
