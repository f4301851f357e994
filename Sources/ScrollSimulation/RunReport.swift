public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// What one run reports: stalls first, hit rate second.
public struct RunReport: Sendable, Equatable {
  /// The part of the trace that was simulated: all of it, or until the app was killed.
  public var duration = SimTime.zero
  /// Frames that were processed.
  public var frames = 0
  /// Set when the device killed the app; the figures are as of then.
  public var death: Death?
  public var hitches = Hitches()
  public var stalls = Stalls()
  public var requests = Requests()
  public var cache = CacheFigures()
  public var work = Work()
  public var memory = Memory()

  public struct Death: Sendable, Equatable {
    public var time: SimTime
    public var reason: DeviceMemory.Death
  }

  /// Frames that came late because the main thread was busy.
  public struct Hitches: Sendable, Equatable {
    /// Late frames.
    public var count = 0
    /// Missed vsyncs times the period, over all frames and over those not idle at their start.
    public var time = SimTime.zero, scrollingTime = SimTime.zero
    /// The duration of the frames that were not idle at their start, less the background.
    public var scrolling = SimTime.zero
    /// The longest delay of one frame.
    public var worst = SimTime.zero
    public var mainThreadBusy = SimTime.zero
    /// The work of late frames, by what it was.
    public var causes = MainThreadWork()

    /// Hitch milliseconds per second of scrolling.
    public var timeRatio: Double {
      scrolling == .zero ? 0 : scrollingTime.milliseconds / scrolling.seconds
    }

    /// Apple's bands: good up to 5 ms/s, warning up to 10, critical above.
    public enum Band: String, Sendable {
      case good, warning, critical
    }

    public var band: Band {
      if timeRatio <= 5 { return .good }
      return timeRatio <= 10 ? .warning : .critical
    }
  }

  /// Main-thread nanoseconds by what they were spent on.
  public struct MainThreadWork: Sendable, Equatable {
    public var cells: Int64 = 0, read: Int64 = 0, decode: Int64 = 0, upload: Int64 = 0

    public var total: Int64 { cells + read + decode + upload }

    static func += (left: inout Self, right: Self) {
      left.cells += right.cells
      left.read += right.read
      left.decode += right.decode
      left.upload += right.upload
    }
  }

  /// Visible items that did not show their image.
  public struct Stalls: Sendable, Equatable {
    /// Share of the viewport that was blank, integrated over time, in seconds.
    public var blankAreaSeconds = 0.0
    /// The same for cells that showed another item's image.
    public var wrongAreaSeconds = 0.0
    /// Blank-area seconds of frames that were not idle, per second that they were on screen.
    public var blankRatio = 0.0
    public var framesWithBlank = 0
    /// Items that became visible in a frame.
    public var appearances = 0
    /// Those that left without having been shown.
    public var neverShown = 0
    /// Those still waiting when the run ended.
    public var unfinished = 0
    /// Items passed over between two processed frames: in the viewport since, in neither.
    public var skipped = 0
    public var timeToImage = TimeToImage()

    /// Blank and wrong area together: the first thing that runs are ranked by.
    public var areaSeconds: Double { blankAreaSeconds + wrongAreaSeconds }
  }

  /// Presentation of the image less presentation of its cell, over all appearances.
  ///
  /// Exact, nearest rank. Nil stands for never: appearances that were never shown, or
  /// unfinished at the end, count as infinitely late.
  public struct TimeToImage: Sendable, Equatable {
    public var p50: SimTime?, p95: SimTime?, p99: SimTime?, max: SimTime?
  }

  /// What became of the requests: at once, and in the end.
  public struct Requests: Sendable, Equatable {
    public var count = 0
    public var hits = 0, liveHits = 0, joined = 0, started = 0
    public var displayed = 0, leftUnshown = 0, cancelled = 0, unfinished = 0
    /// Look-ups of a prefetcher that started a load; no requests.
    public var prefetches = 0
    /// Of the requests, and of the hits, by bitmap bytes and by decode nanoseconds.
    public var bytes = 0, bytesHit = 0
    /// A hit on a file, or on an image that is decoded when it is drawn, saves no decode.
    public var decode: Int64 = 0, decodeSaved: Int64 = 0

    public var hitRate: Double { ratio(Double(hits), Double(count)) }
    public var byteHitRate: Double { ratio(Double(bytesHit), Double(bytes)) }
    public var decodeHitRate: Double { ratio(Double(decodeSaved), Double(decode)) }

    private func ratio(_ part: Double, _ whole: Double) -> Double {
      whole == 0 ? 0 : part / whole
    }
  }

  /// What the memory cache did.
  public struct CacheFigures: Sendable, Equatable {
    /// By `RemovalReason.rawValue`.
    public var removals = [Int](repeating: 0, count: RemovalReason.allCases.count)
    public var refusals = 0
    /// Bytes that the cache held.
    public var peakBytes = 0
    /// Bytes offered, refused and removed, and resident at the end.
    public var offeredBytes = 0, refusedBytes = 0, removedBytes = 0, residentBytes = 0

    public func removals(because reason: RemovalReason) -> Int {
      removals[Int(reason.rawValue)]
    }
  }

  /// Work besides the main thread's.
  public struct Work: Sendable, Equatable {
    public var laneDecodes = 0, laneDecode = SimTime.zero
    public var mainDecodes = 0, mainDecode = SimTime.zero
    public var bytesRead = 0
    /// Decoded and freed without having been shown.
    public var wastedDecodes = 0, wastedDecode = SimTime.zero
  }

  public struct Memory: Sendable, Equatable {
    public var peakFootprint = ByteCount.zero
    public var warnings = 0
    public var killedBackgroundApps = 0
  }
}
