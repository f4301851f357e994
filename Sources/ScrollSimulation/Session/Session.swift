import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The life cycle of the app: its launches, its times in the background, and its end.
struct Session {
  let hertz: Int64
  /// The time at which the session begins: 0, or a later time after an earlier session.
  let begun: Int64
  /// The time of the last sample, or the time at which the run pauses.
  var end: Int64
  /// The position in the scenario.
  var scenario: ScenarioCursor
  /// The memory states that the cache has not been notified of yet.
  private var pressure: [PressureLevel] = []
  private(set) var isInBackground = false
  /// The time that the app has spent in the background so far.
  ///
  /// All the time before the session counts as background.
  private(set) var offScreen: Int64
  /// The time at which the app entered the background.
  private var wentOff: Int64 = 0
  /// The time of the last launch, relaunch or return to the foreground; `nil` once a frame has
  /// followed.
  private(set) var resumed: SimTime?
  private var watchdog = Watchdog()
  /// The end of the app during a launch that runs out of memory, at the time at which the launch
  /// needs this memory.
  private var doom: RunReport.Death?
  /// A Boolean value that indicates whether no frame was processed since the launch.
  private(set) var isFresh = true
  private(set) var death: RunReport.Death?
  /// The distance that the viewport has moved so far in either direction, in points.
  private(set) var traveled = 0.0
  private var launches = LaunchTimes()

  init(_ scenario: Scenario) {
    hertz = scenario.device.refreshRate
    begun = scenario.begun.nanoseconds
    offScreen = begun
    end = scenario.motion.duration.nanoseconds
    self.scenario = ScenarioCursor(scenario)
  }

  /// Adds a sample to the motion.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    end = time.nanoseconds
    scenario.append(time, offset, phase)
  }

  /// Returns a moment in screen time, which excludes the app's time in the background.
  func screenTime(_ time: SimTime) -> Int64 {
    (isInBackground ? wentOff : time.nanoseconds) - offScreen
  }

  /// A Boolean value that indicates whether only the viewport moves.
  var isQuiet: Bool {
    pressure.isEmpty && death == nil && resumed == nil && !isInBackground
  }

  // MARK: Launches

  /// - Returns: the screen time at which the first frame is due if the launch has no work.
  mutating func launch(at time: SimTime) -> Int64 {
    watchdog = Watchdog()
    doom = nil
    resumed = time
    let due = SimTime.vsync(time.firstVsync(hertz: hertz) + 1, hertz: hertz)
    launches.begin(at: time.nanoseconds - offScreen, shortest: due - time)
    return due.nanoseconds - offScreen
  }

  /// Keeps the main thread busy with the launch's preloading before the first frame.
  mutating func preload(from time: SimTime, for busy: SimTime) {
    launches.preload(for: busy)
    resumed = time + busy
    block(from: time.nanoseconds - offScreen, until: time + busy)
  }

  /// Records that the main thread is busy from a screen time on; in a launch, until its first frame
  /// is on screen.
  mutating func block(from now: Int64, until free: SimTime) {
    watchdog.watch(from: now, until: free, launch: launches.begun, offScreen: offScreen)
  }

  /// Returns the time at which the process ends if its main thread remains blocked from now on.
  ///
  /// The process ends when the watchdog ends it or when the app is launched again.
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

  /// Postpones the app's end to the time at which the launch needs the memory that it lacks;
  /// returns `false` if the app was not killed.
  mutating func postponeDeath(to time: SimTime) -> Bool {
    guard let death = death.take() else { return false }
    doom = RunReport.Death(time: time, reason: death.reason)
    return true
  }

  /// The time at which the watchdog ends the app, unless the app enters the background before.
  ///
  /// The watchdog watches the foreground only. It ends the app even after the last sample, because
  /// no later event can save the app.
  private var watched: SimTime {
    isInBackground ? .never : watchdog.deadline(offScreen: offScreen)
  }

  /// The time at which the app ends unless an event prevents it.
  var deadline: SimTime { min(watched, doom?.time ?? .never) }

  /// Ends the app if its deadline has come.
  mutating func meetDeadline() {
    if let doom, doom.time <= watched {
      die(of: doom.reason, at: doom.time)
    } else if watched < .never {
      die(of: isLaunching ? .slowLaunch : .hang, at: watched)
    }
  }

  /// Returns and clears the time of the last launch or return to the foreground, if no frame has
  /// followed.
  mutating func takeResumption() -> SimTime? { resumed.take() }

  /// Records that a frame was processed; returns `true` for the first frame since the launch.
  mutating func didProcessFrame() -> Bool {
    defer { isFresh = false }
    return isFresh
  }

  /// A Boolean value that indicates whether no frame has been on screen since the launch.
  var isLaunching: Bool { launches.begun != nil }

  /// Ends a launch, since a frame is on screen.
  mutating func endLaunch(at now: Int64) { launches.end(at: now) }

  var launchFigures: RunReport.Launch { launches.figures }

  /// Resets the state of the process, which has ended; another one will begin.
  mutating func endProcess() {
    isFresh = true
    pressure = []
  }

  /// The end of the run: the end of the trace, or the app's death before that.
  var stop: SimTime { min(death?.time ?? .never, SimTime(nanoseconds: end)) }

  /// Kills the app, unless it is dead already.
  mutating func die(of reason: RunReport.DeathReason, at time: SimTime) {
    if death == nil { death = RunReport.Death(time: time, reason: reason) }
  }

  // MARK: Background

  mutating func enterBackground(at time: SimTime) {
    isInBackground = true
    wentOff = time.nanoseconds
  }

  /// Brings the app to the foreground; returns `false` if it was there already.
  ///
  /// Its frames begin again at the next vsync.
  mutating func leaveBackground(at time: SimTime) -> Bool {
    guard isInBackground else { return false }
    isInBackground = false
    offScreen += time.nanoseconds - wentOff
    return true
  }

  /// Begins frames again after a time in the background, unless a launch determines their start.
  mutating func resume(at time: SimTime) {
    if !isInBackground, resumed == nil { resumed = time }
  }

  /// Adds a movement of the viewport.
  mutating func move(by distance: Double) { traveled += abs(distance) }

  /// Records a change of the memory state.
  mutating func notice(_ level: PressureLevel) { pressure.append(level) }

  /// A Boolean value that indicates whether the cache has not yet been notified of some memory
  /// states.
  var hasPressure: Bool { !pressure.isEmpty }

  /// Returns and clears the memory states that the cache has not been notified of.
  mutating func takePressure() -> [PressureLevel] {
    defer { pressure = [] }
    return pressure
  }
}

/// The times of launches until a frame is on screen, in screen time.
struct LaunchTimes {
  /// The time of the launch in nanoseconds; `nil` once a frame has been on screen.
  private(set) var begun: Int64?
  private var sums = RunReport.Launch()
  /// The longest time of a launch until its first frame; `nil` once a launch has ended without one.
  private var longest: SimTime? = .zero

  /// Begins a launch whose first frame can be on screen after the time `shortest` at the earliest.
  mutating func begin(at now: Int64, shortest: SimTime) {
    if let begun, begun < now { longest = nil }
    begun = now
    sums.count += 1
    sums.shortest += shortest
  }

  /// Adds the time in which the launch's preloading keeps the main thread busy.
  mutating func preload(for busy: SimTime) { sums.preloading += busy }

  /// Ends a launch, since a frame is on screen.
  mutating func end(at now: Int64) {
    guard let launch = begun.take() else { return }
    longest = longest.map { max($0, SimTime(nanoseconds: now - launch)) }
  }

  /// The figures of the launches so far.
  ///
  /// If the run ended or the app was launched again before the first frame of a launch, this launch
  /// showed no frame. A launch that ends at the moment of its beginning does not count.
  var figures: RunReport.Launch {
    var figures = sums
    figures.timeToFirstFrame = begun == nil ? longest : nil
    return figures
  }
}

/// The position of a run in its scenario: the next event, the next layout and the next sample.
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

  /// Adds a sample to the motion.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    motion.append(time, offset, phase)
  }

  /// Adds an event after all known events.
  mutating func append(_ event: TimedSystemEvent) { events.append(event) }

  /// The events still to come, by ascending time.
  var laterEvents: ArraySlice<TimedSystemEvent> { events[event...] }

  /// The next event; `nil` after the last.
  var nextEvent: TimedSystemEvent? { event < events.count ? events[event] : nil }

  /// The time of the next event.
  var nextEventTime: SimTime { event < events.count ? events[event].time : .never }

  mutating func passEvent() { event += 1 }

  /// Skips all remaining events, because the session has ended.
  mutating func passAllEvents() { event = events.count }

  /// Enters the last layout that begins at or before a time, and returns it; `nil` if no further
  /// layout does.
  mutating func enterEpoch(by time: SimTime) -> LayoutEpoch? {
    var entered: LayoutEpoch?
    while epoch < epochs.count, epochs[epoch].time <= time {
      entered = epochs[epoch]
      epoch += 1
    }
    return entered
  }

  /// The layout that was entered last; `nil` in the first layout.
  var lastEpoch: LayoutEpoch? { epoch > 0 ? epochs[epoch - 1] : nil }

  /// The time at which the next layout begins.
  var nextEpochTime: SimTime { epoch < epochs.count ? epochs[epoch].time : .never }

  /// The last moment before the trace changes more than the offset.
  var lastQuietTime: SimTime {
    SimTime(nanoseconds: min(nextEpochTime, nextEventTime).nanoseconds - 1)
  }

  /// Skips the samples before a frame, and widens the bounds to include their offsets.
  mutating func passSamples(before time: SimTime, _ lower: inout Double, _ upper: inout Double) {
    while sample < motion.times.count, motion.times[sample] < time {
      lower = min(lower, motion.offsets[sample])
      upper = max(upper, motion.offsets[sample])
      sample += 1
    }
  }

  /// Skips the samples before a frame if all of them lie within the bounds; otherwise skips none
  /// and returns `false`.
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

/// The watchdog of iOS, which ends an app that does not respond.
///
/// It ends an app whose launch shows no frame within 20 s, and an app whose main thread is blocked
/// for more than 10 s in the foreground.
///
/// The 20 s are from Apple's crash reports. The 10 s are an estimate.
struct Watchdog {
  static let longestLaunch: Int64 = 20_000_000_000
  static let longestBlock: Int64 = 10_000_000_000

  /// The end of a block of the main thread that is longer than allowed, and the time at which the
  /// watchdog ends the app, in screen time.
  private var block: (until: SimTime, limit: Int64)?

  /// Watches a new block of the main thread, in place of any earlier one.
  ///
  /// - Parameters:
  ///   - now: the start of the block, in screen time.
  ///   - free: the end of the block.
  ///   - launch: the time of the launch in screen time, if no frame has been on screen since the
  ///     launch; otherwise `nil`.
  ///   - offScreen: the time spent in the background so far.
  mutating func watch(
    from now: Int64, until free: SimTime, launch: Int64?, offScreen: Int64
  ) {
    let limit = launch.map { $0 + Self.longestLaunch } ?? now + Self.longestBlock
    block = limit + offScreen < free.nanoseconds ? (free, limit) : nil
  }

  /// Returns the time at which the app ends, unless it goes to the background before.
  func deadline(offScreen: Int64) -> SimTime {
    guard let block else { return .never }
    let deadline = SimTime(nanoseconds: block.limit + offScreen)
    return deadline < block.until ? deadline : .never
  }
}
