import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The life of the app: its launches, its trips to the background, and its end.
struct Session {
  let hertz: Int64
  /// The time of the last sample.
  private(set) var end: Int64
  /// How far the scenario has come.
  var scenario: ScenarioCursor
  /// Memory states that the cache has not been notified of yet.
  private var pressure: [PressureLevel] = []
  private(set) var isInBackground = false
  /// Time spent in the background so far, and since when.
  private(set) var offScreen: Int64 = 0
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
