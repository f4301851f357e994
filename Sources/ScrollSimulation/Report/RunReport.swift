public import ScrollCore
public import ScrollDevice

/// What one run reports: stalls first, hit rate second.
public struct RunReport: Sendable, Equatable {
  /// The part of the trace that was simulated: all of it, or until the app was killed.
  public var duration = SimTime.zero
  /// The part of it that the app was not in the background.
  public var screenTime = SimTime.zero
  /// Frames that were processed.
  public var frames = 0
  /// Set when the device killed the app; the figures are as of then.
  public var death: Death?
  public var launch = Launch()
  public var hitches = Hitches()
  public var stalls = Stalls()
  public var requests = Requests()
  public var prefetch = Prefetch()
  public var cache = CacheFigures()
  public var firstVisits = Visits(), laterVisits = Visits()
  public var taps = Taps()
  public var work = Work()
  public var memory = Memory()
  public var interface = Interface()
  public var cells = Cells()
  public var books = Books()

  /// The report of a run that has not begun.
  package init() {}

  /// Why an app ended before its session.
  public enum DeathReason: Sendable, Equatable {
    case memory(DeviceMemory.Death)
    /// The watchdog: no frame within 20 s of a launch, as iOS has it.
    case slowLaunch
    /// The watchdog: the main thread was blocked for 10 s in the foreground (estimate).
    case hang
  }

  public struct Death: Sendable, Equatable {
    public var time: SimTime
    public var reason: DeathReason
  }

  /// The starts of the app.
  public struct Launch: Sendable, Equatable {
    public var count = 0
    /// The longest, from the launch to the first frame, by the clock: when that is ready.
    public var timeToFirstFrame: SimTime? = .zero
    /// The least time that all launches could take until their first frames.
    public var shortest = SimTime.zero
    /// What the main thread loaded before it.
    public var preloading = SimTime.zero
  }

  /// Pictures of the interface that were not in the system's cache.
  public struct Interface: Sendable, Equatable {
    public var loads = 0
    public var time = SimTime.zero
  }

  /// Cells that were made before they were visible.
  public struct Cells: Sendable, Equatable {
    public var prepared = 0
  }

  /// What is counted a second time in another way, so that the laws can compare.
  public struct Books: Sendable, Equatable {
    /// Between the main thread's works, as far as the run went.
    public var idle = SimTime.zero
    /// The footprint at the end: as the device's memory has it, and added up anew
    /// from the holders, each bitmap once.
    public var footprint = ByteCount.zero, held = ByteCount.zero
  }

  /// What the device's memory went through.
  public struct Memory: Sendable, Equatable {
    public var peakFootprint = ByteCount.zero
    public var warnings = 0
    public var killedBackgroundApps = 0
    /// Volatile bitmaps that the system took.
    public var purges = 0, purgedBytes = ByteCount.zero
    /// Bytes that went to swap and came back.
    public var pagedOut = ByteCount.zero, pagedIn = ByteCount.zero
  }
}

extension RunReport.DeathReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .memory(let death): death.rawValue
    case .slowLaunch: "the watchdog saw no frame within 20 s of its launch"
    case .hang: "the watchdog saw its main thread blocked for 10 s"
    }
  }
}
