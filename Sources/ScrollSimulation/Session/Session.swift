import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The life of the app: its launches, its trips to the background, and its end.
struct Session {
  let hertz: Int64
  /// When it begins: later than 0 after an earlier session.
  let begun: Int64
  /// The time of the last sample.
  private(set) var end: Int64
  /// How far the scenario has come.
  var scenario: ScenarioCursor
  /// Memory states that the cache has not been notified of yet.
  private var pressure: [PressureLevel] = []
  private(set) var isInBackground = false
  /// Time spent in the background so far, and since when.
  ///
  /// All before the session counts as such.
  private(set) var offScreen: Int64
  private var wentOff: Int64 = 0
  /// When the app was launched, relaunched or came back, until the next frame.
  private(set) var resumed: SimTime?
  private var watchdog = Watchdog()
  /// The end of a launch that has run out of memory, and will have done so when it is that far.
  private var doom: RunReport.Death?
  /// No frame was processed since the launch.
  private(set) var isFresh = true
  private(set) var death: RunReport.Death?
  /// Points that the viewport has moved so far, either way.
  private(set) var traveled = 0.0
  private var launches = LaunchTimes()

  init(_ scenario: Scenario) {
    hertz = scenario.device.refreshRate
    begun = scenario.begun.nanoseconds
    offScreen = begun
    end = scenario.motion.duration.nanoseconds
    self.scenario = ScenarioCursor(scenario)
  }

  /// The motion goes on.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    end = time.nanoseconds
    scenario.append(time, offset, phase)
  }

  /// A moment without the app's time in the background, which it stands still in.
  func screenTime(_ time: SimTime) -> Int64 {
    (isInBackground ? wentOff : time.nanoseconds) - offScreen
  }

  /// Whether nothing but the viewport's movement is under way.
  var isQuiet: Bool {
    pressure.isEmpty && death == nil && resumed == nil && !isInBackground
  }

  // MARK: Launches

  /// - Returns: when the first frame is due, in screen time: when it would come if there were
  ///   nothing to do.
  mutating func launch(at time: SimTime) -> Int64 {
    watchdog = Watchdog()
    doom = nil
    resumed = time
    let due = SimTime.vsync(time.firstVsync(hertz: hertz) + 1, hertz: hertz)
    launches.begin(at: time.nanoseconds - offScreen, shortest: due - time)
    return due.nanoseconds - offScreen
  }

  /// What the launch preloads keeps the main thread busy before the first frame.
  mutating func preload(from time: SimTime, for busy: SimTime) {
    launches.preload(for: busy)
    resumed = time + busy
    block(from: time.nanoseconds - offScreen, until: time + busy)
  }

  /// The main thread is busy from a screen time on, in a launch until its first frame is on screen.
  mutating func block(from now: Int64, until free: SimTime) {
    watchdog.watch(from: now, until: free, launch: launches.begun, offScreen: offScreen)
  }

  /// When the process ends if its main thread is blocked from now on for ever: by the watchdog, or
  /// with another launch.
  func end(ifBlockedFrom now: SimTime) -> SimTime {
    let limit =
      launches.begun.map { $0 + Watchdog.longestLaunch } ?? screenTime(now) + Watchdog.longestBlock
    var (isAway, wentOff, off) = (isInBackground, self.wentOff, offScreen)
    for next in scenario.laterEvents {
      if !isAway, limit + off < next.time.nanoseconds { break }
      switch next.event {
      case .background where !isAway: (isAway, wentOff) = (true, next.time.nanoseconds)
      case .foreground where isAway:
        isAway = false
        off += next.time.nanoseconds - wentOff
      case .relaunch: return next.time
      default: break
      }
    }
    return isAway ? .never : SimTime(nanoseconds: limit + off)
  }

  /// The app was killed in a launch that will get so far only at another time; false if it was not.
  mutating func postponeDeath(to time: SimTime) -> Bool {
    guard let death = death.take() else { return false }
    doom = RunReport.Death(time: time, reason: death.reason)
    return true
  }

  /// When the watchdog ends the app, unless it goes to the background before.
  ///
  /// It watches the foreground only, and comes even after the last sample: by then nothing can
  /// save the app.
  private var watched: SimTime {
    isInBackground ? .never : watchdog.deadline(offScreen: offScreen)
  }

  /// When the app ends if nothing happens before.
  var deadline: SimTime { min(watched, doom?.time ?? .never) }

  /// The app ends if it is due to.
  mutating func meetDeadline() {
    if let doom, doom.time <= watched {
      die(of: doom.reason, at: doom.time)
    } else if watched < .never {
      die(of: isLaunching ? .slowLaunch : .hang, at: watched)
    }
  }

  /// Frames begin again; the moment from which on, if they did not go on.
  mutating func takeResumption() -> SimTime? { resumed.take() }

  /// A frame was processed; true if it is the first since the launch.
  mutating func didProcessFrame() -> Bool {
    defer { isFresh = false }
    return isFresh
  }

  /// Whether no frame has been on screen since the launch.
  var isLaunching: Bool { launches.begun != nil }

  /// A frame is on screen, which ends a launch.
  mutating func endLaunch(at now: Int64) { launches.end(at: now) }

  var launchFigures: RunReport.Launch { launches.figures }

  /// The process has ended, and another will begin.
  mutating func endProcess() {
    isFresh = true
    pressure = []
  }

  /// When the run ends: with the trace, or with the app's death before that.
  var stop: SimTime { min(death?.time ?? .never, SimTime(nanoseconds: end)) }

  /// The app is killed, unless it is dead already.
  mutating func die(of reason: RunReport.DeathReason, at time: SimTime) {
    if death == nil { death = RunReport.Death(time: time, reason: reason) }
  }

  // MARK: Background

  mutating func enterBackground(at time: SimTime) {
    isInBackground = true
    wentOff = time.nanoseconds
  }

  /// The app is in front again, and goes on at its next vsync; false if it was there already.
  mutating func leaveBackground(at time: SimTime) -> Bool {
    guard isInBackground else { return false }
    isInBackground = false
    offScreen += time.nanoseconds - wentOff
    return true
  }

  /// Frames go on after a trip to the background, unless a launch says from when on.
  mutating func resume(at time: SimTime) {
    if !isInBackground, resumed == nil { resumed = time }
  }

  /// The viewport has moved.
  mutating func move(by distance: Double) { traveled += abs(distance) }

  /// The memory state has changed.
  mutating func notice(_ level: PressureLevel) { pressure.append(level) }

  /// Whether there are memory states that the cache is to be notified of.
  var hasPressure: Bool { !pressure.isEmpty }

  /// Those states, each once.
  mutating func takePressure() -> [PressureLevel] {
    defer { pressure = [] }
    return pressure
  }
}

/// How long launches take until a frame is on screen, in screen time.
struct LaunchTimes {
  /// When the app was launched, in nanoseconds; nil once a frame has been on screen.
  private(set) var begun: Int64?
  private var sums = RunReport.Launch()
  /// The longest that a launch took until its first frame; nil once one has ended without.
  private var longest: SimTime? = .zero

  /// The app is launched; its first frame could be on screen so much later.
  mutating func begin(at now: Int64, shortest: SimTime) {
    if let begun, begun < now { longest = nil }
    begun = now
    sums.count += 1
    sums.shortest += shortest
  }

  /// The launch keeps the main thread busy with what it preloads.
  mutating func preload(for busy: SimTime) { sums.preloading += busy }

  /// A frame is on screen, which ends a launch.
  mutating func end(at now: Int64) {
    guard let launch = begun.take() else { return }
    longest = longest.map { max($0, SimTime(nanoseconds: now - launch)) }
  }

  /// The launches, as far as they have come.
  ///
  /// One without a frame, be it that the run ended or that the app was launched again before, never
  /// showed one; but one that ends at the moment of its beginning does not count.
  var figures: RunReport.Launch {
    var figures = sums
    figures.timeToFirstFrame = begun == nil ? longest : nil
    return figures
  }
}

/// How far a run has come in its scenario: the next event, the next layout and the next sample.
struct ScenarioCursor {
  private var motion: ScrollMotion
  private var events: [TimedSystemEvent]
  private let epochs: [LayoutEpoch]
  private var event = 0, epoch = 0, sample = 0

  init(_ scenario: Scenario) {
    motion = scenario.motion
    events = scenario.events
    epochs = scenario.laterEpochs
  }

  /// The motion goes on.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    motion.append(time, offset, phase)
  }

  /// Another event is to come after those that are known.
  mutating func append(_ event: TimedSystemEvent) { events.append(event) }

  /// The events that are still to come, in order of time.
  var laterEvents: ArraySlice<TimedSystemEvent> { events[event...] }

  /// The next of them; nil after the last.
  var nextEvent: TimedSystemEvent? { event < events.count ? events[event] : nil }

  mutating func passEvent() { event += 1 }

  /// Passes all events that are left: the session has ended.
  mutating func passAllEvents() { event = events.count }

  /// The layout that begins by now, the last if there are several; nil if none does.
  mutating func enterEpoch(by time: SimTime) -> LayoutEpoch? {
    var entered: LayoutEpoch?
    while epoch < epochs.count, epochs[epoch].time <= time {
      entered = epochs[epoch]
      epoch += 1
    }
    return entered
  }

  /// When the next layout begins.
  var nextEpochTime: SimTime { epoch < epochs.count ? epochs[epoch].time : .never }

  /// The last moment before the trace changes something else than the offset.
  var lastQuietTime: SimTime {
    let change = event < events.count ? min(nextEpochTime, events[event].time) : nextEpochTime
    return SimTime(nanoseconds: change.nanoseconds - 1)
  }

  /// Passes the samples before a frame, and widens the bounds to where they are.
  mutating func passSamples(before time: SimTime, _ lower: inout Double, _ upper: inout Double) {
    while sample < motion.times.count, motion.times[sample] < time {
      lower = min(lower, motion.offsets[sample])
      upper = max(upper, motion.offsets[sample])
      sample += 1
    }
  }

  /// The same if they lie within the bounds; otherwise passes none, and returns false.
  mutating func passSamples(before time: SimTime, within lower: Double, _ upper: Double) -> Bool {
    var next = sample
    while next < motion.times.count, motion.times[next] < time {
      guard lower <= motion.offsets[next], motion.offsets[next] <= upper else { return false }
      next += 1
    }
    sample = next
    return true
  }
}

/// What ends an app that does not answer: a launch of over 20 s until its first frame, and a main
/// thread that is blocked for over 10 s in the foreground.
///
/// The 20 s of a launch are what Apple's crash reports name; that 10 s are what one frame may take
/// is an estimate.
struct Watchdog {
  static let longestLaunch: Int64 = 20_000_000_000
  static let longestBlock: Int64 = 10_000_000_000

  /// Until when the main thread is blocked, if that is longer than allowed, and until when it may
  /// be, in screen time.
  private var block: (until: SimTime, limit: Int64)?

  /// The main thread is busy, and nothing that came before counts any more.
  ///
  /// - Parameters:
  ///   - now: since when, in screen time.
  ///   - free: until when.
  ///   - launch: when the app was launched, in screen time, if no frame has been on screen since.
  ///   - offScreen: the time spent in the background so far.
  mutating func watch(
    from now: Int64, until free: SimTime, launch: Int64?, offScreen: Int64
  ) {
    let limit = launch.map { $0 + Self.longestLaunch } ?? now + Self.longestBlock
    block = limit + offScreen < free.nanoseconds ? (free, limit) : nil
  }

  /// When the app ends, unless it goes to the background before.
  func deadline(offScreen: Int64) -> SimTime {
    guard let block else { return .never }
    let deadline = SimTime(nanoseconds: block.limit + offScreen)
    return deadline < block.until ? deadline : .never
  }
}
