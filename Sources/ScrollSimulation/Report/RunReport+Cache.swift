public import ScrollCaching
public import ScrollCore

extension RunReport {
  /// What became of the requests: at once, and in the end.
  public struct Requests: Sendable, Equatable {
    public var count = 0
    public var hits = 0, liveHits = 0, joined = 0, started = 0
    /// One whose download fails in the very frame in which its item leaves was left unshown.
    public var displayed = 0, leftUnshown = 0, cancelled = 0, failed = 0, unfinished = 0
    /// Hits on an image that has changed since.
    public var stale = 0
    /// Requests made anew because a download reloaded its row.
    public var reloadedRows = 0
    /// Of the requests, and of the hits, by bitmap bytes and by decode nanoseconds.
    public var bytes = ByteCount.zero, bytesHit = ByteCount.zero
    /// A hit on a file, or on an image that is decoded when it is drawn, saves no decode.
    public var decode: Int64 = 0, decodeSaved: Int64 = 0

    public var hitRate: Double { ratio(Double(hits), Double(count)) }
    public var byteHitRate: Double { ratio(Double(bytesHit), Double(bytes)) }
    public var decodeHitRate: Double { ratio(Double(decodeSaved), Double(decode)) }

    private func ratio(_ part: Double, _ whole: Double) -> Double {
      whole == 0 ? 0 : part / whole
    }
  }

  /// What became of the images that were asked for ahead; all but `unasked` add up to `issued`.
  public struct Prefetch: Sendable, Equatable {
    /// Loads that a prefetcher, or a launch, started.
    public var issued = 0
    /// Wanted by an appearance, in memory or on the way.
    public var used = 0
    public var cancelled = 0
    /// Left the cache before any item requested them.
    public var evictedUnused = 0
    public var refused = 0
    public var failed = 0
    /// In memory at the end, and never used; or on the way.
    public var unused = 0, unfinished = 0
    /// Loads whose viewers had left when they came, so that the cache got them unseen.
    public var unasked = 0
    /// Bytes downloaded, or read from flash, for images that came ahead and were never used.
    ///
    /// What was broken off is not in it: `Work.wastedBytes` has that.
    public var unseenBytes = ByteCount.zero
  }

  /// What the memory cache did.
  public struct CacheFigures: Sendable, Equatable {
    /// How many screens the viewport may move for a reload to be a short while after.
    public static let soonScreens = 3.0

    /// By `RemovalReason.rawValue`.
    public var removals = [Int](repeating: 0, count: RemovalReason.allCases.count)
    public var refusals = 0
    /// How often the cache called its delegate: of values that it evicted, and with some models of
    /// those that were replaced or removed.
    public var delegateCalls = 0
    /// Uses of a cached value that the trace began, those that were refused because it was not
    /// there, and uses and ends without a beginning, which raise.
    public var accesses = 0, refusedAccesses = 0, accessErrors = 0
    /// Images evicted and loaded again for an appearance, or on their way then, before the
    /// viewport had moved three screens.
    public var evictedTooEarly = 0
    /// Bytes that the cache held, at most and multiplied by the seconds of screen time.
    public var peakBytes = ByteCount.zero, byteSeconds = 0.0
    /// Bytes offered, refused and removed, and resident at the end.
    public var offeredBytes = ByteCount.zero, refusedBytes = ByteCount.zero
    public var removedBytes = ByteCount.zero, residentBytes = ByteCount.zero
    /// Seconds in which it held more than the budget, as frames saw it, and by how much at most: in
    /// bytes, whatever the app says that its images cost.
    public var secondsOverLimit = 0.0, peakExcess = ByteCount.zero
    /// Seconds in which the visible images and what was on its way for no visible item alone exceeded
    /// the budget, so that no policy could have helped.
    public var oversubscribedSeconds = 0.0

    public func removals(because reason: RemovalReason) -> Int {
      removals[Int(reason.rawValue)]
    }
  }

  /// Work besides the main thread's.
  public struct Work: Sendable, Equatable {
    public var laneDecodes = 0, laneDecode = SimTime.zero
    public var laneEncode = SimTime.zero
    /// How long each lane was busy, with what it did not finish, too.
    public var laneBusy: [SimTime] = []
    public var mainDecodes = 0, mainDecode = SimTime.zero
    public var bytesRead = ByteCount.zero, bytesWritten = ByteCount.zero
    /// Downloads that came, and their bytes; files that the app's own disk had.
    public var downloads = 0, bytesDownloaded = ByteCount.zero, diskHits = 0
    /// Downloads that failed.
    public var failures = 0
    /// Downloaded for nothing: bytes of transfers that were cancelled, or broke off.
    public var wastedBytes = ByteCount.zero
    /// Time with at least one transfer under way.
    public var radioActive = SimTime.zero
    /// Decoded and freed without having been shown.
    public var wastedDecodes = 0, wastedDecode = SimTime.zero
  }

  /// Processor time and radio time, in seconds: a proxy for energy, not joules.
  public var energySeconds: Double {
    (hitches.mainThreadBusy + work.laneDecode + work.laneEncode + work.radioActive).seconds
  }
}
