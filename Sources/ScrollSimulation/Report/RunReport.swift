public import ScrollCaching
public import ScrollCore
public import ScrollDevice

/// The report of one run, with all its figures.
public struct RunReport: Sendable, Equatable {
  /// The simulated duration: that of the whole trace, or the time until the app was killed.
  public var duration = SimTime.zero
  /// The part of the duration in which the app was not in the background.
  public var screenTime = SimTime.zero
  /// The number of processed frames.
  public var frames = 0
  /// The end of the app if the device killed it, at which the figures end; otherwise `nil`.
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
  public var accounting = Accounting()

  /// Creates an empty report.
  package init() {}

  /// The reason why the device ended the app before the end of the session.
  public enum DeathReason: Sendable, Equatable {
    case memory(DeviceMemory.Death)
    /// The watchdog ended a launch that showed no frame within 20 s, as on iOS.
    case slowLaunch
    /// The watchdog ended an app whose main thread was blocked for 10 s in the foreground
    /// (estimate).
    case hang
  }

  public struct Death: Sendable, Equatable {
    public var time: SimTime
    public var reason: DeathReason

    package init(time: SimTime, reason: DeathReason) {
      self.time = time
      self.reason = reason
    }
  }

  /// The launches of the app.
  public struct Launch: Sendable, Equatable {
    public var count = 0
    /// The longest time from a launch until its first frame is on screen; `nil` if a launch showed
    /// no frame.
    public var timeToFirstFrame: SimTime? = .zero
    /// The sum over all launches of the shortest possible time to the first frame.
    public var shortest = SimTime.zero
    /// The time that the main thread spent on preloading before the first frames.
    public var preloading = SimTime.zero
  }

  /// The loads of interface pictures that were not in the system's cache.
  public struct Interface: Sendable, Equatable {
    public var loads = 0
    public var time = SimTime.zero
  }

  /// The cells that were made before they were visible.
  public struct Cells: Sendable, Equatable {
    public var prepared = 0
  }

  /// Quantities that the simulation counts in two ways, so that `brokenLaws` can compare them.
  public struct Accounting: Sendable, Equatable {
    /// The idle time of the main thread up to the end of the run.
    public var idle = SimTime.zero
    /// The bytes that the memory cache has kept from an earlier session.
    public var kept = ByteCount.zero
    /// The footprint at the end of the run: as the device's memory has counted it, and as a new sum
    /// over the holders of memory.
    ///
    /// The sum counts each bitmap once.
    public var footprint = ByteCount.zero, held = ByteCount.zero
    /// The charged bytes that the memory cache holds at the end of the run, counted in the same two
    /// ways.
    public var cached = ByteCount.zero, heldByCache = ByteCount.zero
  }

  /// The events in the device's memory.
  public struct Memory: Sendable, Equatable {
    public var peakFootprint = ByteCount.zero
    public var warnings = 0
    public var killedBackgroundApps = 0
    /// The number of volatile bitmaps that the system purged, and their bytes.
    public var purges = 0, purgedBytes = ByteCount.zero
    /// The bytes that were written to swap, and those that were read back.
    public var pagedOut = ByteCount.zero, pagedIn = ByteCount.zero
  }
}

extension RunReport.DeathReason: CustomStringConvertible {
  public var description: String {
    switch self {
    case .memory(let death): death.rawValue
    case .slowLaunch: "the watchdog saw no frame within 20 s after the launch"
    case .hang: "the watchdog saw its main thread blocked for 10 s"
    }
  }
}

extension RunReport {
  /// The numbers of requests by first outcome and by final outcome.
  public struct Requests: Sendable, Equatable {
    public var count = 0
    public var hits = 0, liveHits = 0, joined = 0, started = 0
    /// The numbers of requests by final outcome.
    ///
    /// A request counts as left unshown if its download fails in the frame in which its item
    /// leaves.
    public var displayed = 0, leftUnshown = 0, cancelled = 0, failed = 0, unfinished = 0
    /// The number of hits on an image whose content has changed since it was cached.
    public var stale = 0
    /// The requests that were repeated because a download reloaded their row.
    public var reloadedRows = 0
    /// The bitmap bytes of all requested images, and of those that were hits.
    public var bytes = ByteCount.zero, bytesHit = ByteCount.zero
    /// The decode time of all requested images, and the decode time that hits saved, in
    /// nanoseconds.
    ///
    /// A hit on a file, or on an image that is decoded when it is drawn, saves no decode.
    public var decode: Int64 = 0, decodeSaved: Int64 = 0

    public var hitRate: Double { ratio(Double(hits), Double(count)) }
    public var byteHitRate: Double { ratio(Double(bytesHit), Double(bytes)) }
    public var decodeHitRate: Double { ratio(Double(decodeSaved), Double(decode)) }

    private func ratio(_ part: Double, _ whole: Double) -> Double {
      whole == 0 ? 0 : part / whole
    }
  }

  /// The numbers of prefetched images by outcome; the outcomes add up to `issued` and `unasked`.
  public struct Prefetch: Sendable, Equatable {
    /// The number of loads that the prefetcher started, and of images that a launch preloaded.
    public var issued = 0
    /// The number of prefetched images that an item requested while they were in memory or being
    /// loaded.
    public var used = 0
    public var cancelled = 0
    /// The number of prefetched images that left the cache before any item requested them.
    public var evictedUnused = 0
    public var refused = 0
    public var failed = 0
    /// The number of prefetched images that were in memory at the end and never used, and of those
    /// still being loaded.
    public var unused = 0, unfinished = 0
    /// The number of loads that finished after all items that wanted them had left, so that the
    /// cache stored images that no item showed.
    public var unasked = 0
    /// The bytes downloaded, or read from flash, for prefetched images that were never used.
    ///
    /// `Work.wastedBytes` counts the bytes of loads that broke off.
    public var unseenBytes = ByteCount.zero
  }

  /// The figures of the memory cache.
  public struct CacheFigures: Sendable, Equatable {
    /// The number of screens of movement within which a reload after an eviction counts as too
    /// early.
    public static let soonScreens = 3.0

    /// The number of removals, by `RemovalReason.rawValue`.
    public var removals = [Int](repeating: 0, count: RemovalReason.allCases.count)
    public var refusals = 0
    /// The number of calls of the cache's delegate.
    ///
    /// Caches call the delegate for evicted values; some models also call it for replaced or
    /// removed values.
    public var delegateCalls = 0
    /// The numbers of uses of cached values by trace events: those that began, those refused
    /// because the value was absent, and those in error.
    ///
    /// An error is an access to a value, or the end of a use, without the beginning of that use; in
    /// an app it raises an exception.
    public var accesses = 0, refusedAccesses = 0, accessErrors = 0
    /// The number of images that were needed again before the viewport had moved three screens
    /// since their eviction.
    ///
    /// An item requested them again, or they were being loaded again when it did.
    public var evictedTooEarly = 0
    /// The maximum of the bytes that the cache held, and the integral of these bytes over screen
    /// time, in byte seconds.
    public var peakBytes = ByteCount.zero, byteSeconds = 0.0
    /// The bytes that were offered to the cache, and those that it refused.
    public var offeredBytes = ByteCount.zero, refusedBytes = ByteCount.zero
    /// The bytes that the cache removed, and those that it holds at the end.
    public var removedBytes = ByteCount.zero, residentBytes = ByteCount.zero
    /// The seconds in which the cache held more than the budget, and the largest excess.
    ///
    /// Both are measured once in every frame. The excess is in bytes, even if the app states other
    /// costs for its images.
    public var secondsOverLimit = 0.0, peakExcess = ByteCount.zero
    /// The seconds in which no policy could have kept the budget.
    ///
    /// In these seconds the visible images alone, with the loads that no visible item waits for,
    /// exceeded the budget.
    public var oversubscribedSeconds = 0.0

    public func removals(because reason: RemovalReason) -> Int {
      removals[Int(reason.rawValue)]
    }
  }

  /// The work outside the main thread.
  public struct Work: Sendable, Equatable {
    public var laneDecodes = 0, laneDecode = SimTime.zero
    public var laneEncode = SimTime.zero
    /// The busy time of each lane, including unfinished work.
    public var laneBusy: [SimTime] = []
    public var mainDecodes = 0, mainDecode = SimTime.zero
    public var bytesRead = ByteCount.zero, bytesWritten = ByteCount.zero
    /// The number of finished downloads, their bytes, and the number of files found in the app's
    /// disk cache.
    public var downloads = 0, bytesDownloaded = ByteCount.zero, diskHits = 0
    /// The number of failed downloads.
    public var failures = 0
    /// The bytes of transfers that were cancelled or broke off.
    public var wastedBytes = ByteCount.zero
    /// The time in which at least one transfer was under way.
    public var radioActive = SimTime.zero
    /// The number of decodes whose bitmaps were freed without having been shown, and the time of
    /// these decodes.
    public var wastedDecodes = 0, wastedDecode = SimTime.zero
  }

  /// The sum of processor time and radio time in seconds, as a rough measure of energy.
  public var energySeconds: Double {
    (hitches.mainThreadBusy + work.laneDecode + work.laneEncode + work.radioActive).seconds
  }
}

extension RunReport {
  /// The frames that were late because the main thread was busy.
  public struct Hitches: Sendable, Equatable {
    /// The number of late frames.
    public var count = 0
    /// The total time by which frames were late: over all frames, and over the frames that were not
    /// idle at their start.
    public var time = SimTime.zero, scrollingTime = SimTime.zero
    /// The total time by which frames and the first frames of launches were late.
    ///
    /// The first frame of a launch is due at the time at which a launch without work would show it.
    /// A frame that never came on screen counts until the end of the run or the process.
    public var frozen = SimTime.zero
    /// The longest delay of a frame, including the first frames of launches.
    public var longestDelay = SimTime.zero
    /// The duration of the frames that were not idle at their start, without the time in the
    /// background.
    public var scrolling = SimTime.zero
    /// The longest delay of one frame that was late because of its own work.
    public var worst = SimTime.zero
    /// The busy time of the main thread, including the preloading of launches.
    public var mainThreadBusy = SimTime.zero
    /// The main-thread work of late frames, by kind.
    public var causes = MainThreadWork()

    /// Hitch milliseconds per second of scrolling.
    public var timeRatio: Double {
      scrolling == .zero ? 0 : scrollingTime.milliseconds / scrolling.seconds
    }
  }

  /// The main thread's time in nanoseconds, by kind of work.
  public struct MainThreadWork: Sendable, Equatable {
    public var cells: Int64 = 0
    public var read: Int64 = 0
    public var network: Int64 = 0
    public var decode: Int64 = 0
    /// The drawing of tiles, and the composition of hybrids.
    public var tiles: Int64 = 0, composition: Int64 = 0
    public var upload: Int64 = 0
    /// The waits for memory that had been paged out.
    public var paging: Int64 = 0

    package init() {}

    public var total: Int64 {
      cells + read + network + decode + tiles + composition + upload + paging
    }

    static func += (left: inout Self, right: Self) {
      left.cells += right.cells
      left.read += right.read
      left.network += right.network
      left.decode += right.decode
      left.tiles += right.tiles
      left.composition += right.composition
      left.upload += right.upload
      left.paging += right.paging
    }

    /// Every kind of work with its name, in the order of reports.
    public var parts: [(name: String, nanoseconds: Int64)] {
      [
        ("cells", cells), ("read", read), ("network", network), ("decode", decode),
        ("tiles", tiles), ("composition", composition), ("upload", upload), ("paging", paging),
      ]
    }
  }
}

extension RunReport {
  /// The consistency checks that a report fails, each as a sentence with the two unequal
  /// quantities.
  ///
  /// The array is empty if the simulation counted correctly.
  ///
  /// The checks are these. All bytes that were offered to the cache are in it at the end, were
  /// removed or were refused. Every request had exactly one first outcome and one final outcome.
  /// Every appearance showed its image at once, late, never or not yet. Every late or absent image
  /// has one reason, and its waits add up to its waiting time. Every prefetched image had one
  /// outcome. The busy and the idle time of the main thread add up to the run. The app's footprint
  /// at the end is the sum over the holders.
  public var brokenLaws: [String] {
    laws.filter { $0.left != $0.right }.map { "\($0.name): \($0.left) and \($0.right)" }
      + limits.filter { !$0.holds }.map { $0.name }
  }

  private var laws: [(name: String, left: Int, right: Int)] {
    [
      (
        "bytes kept and offered = resident + removed + refused",
        (accounting.kept + cache.offeredBytes).bytes,
        (cache.residentBytes + cache.removedBytes + cache.refusedBytes).bytes
      ),
      (
        "requests = hits + live hits + joined + started", requests.count,
        requests.hits + requests.liveHits + requests.joined + requests.started
      ),
      (
        "requests = displayed + left + cancelled + failed + unfinished", requests.count,
        requests.displayed + requests.leftUnshown + requests.cancelled + requests.failed
          + requests.unfinished
      ),
      (
        "appearances = at once + late + never shown + unfinished", stalls.appearances,
        stalls.atOnce + stalls.late + stalls.neverShown + stalls.unfinished
      ),
      (
        "appearances = first + later visits", stalls.appearances,
        firstVisits.appearances + laterVisits.appearances
      ),
      (
        "requests = of first + of later visits", requests.count,
        firstVisits.requests + laterVisits.requests
      ),
      ("hits = of first + of later visits", requests.hits, firstVisits.hits + laterVisits.hits),
      (
        "reasons for absence = late + never shown", stalls.absences.reduce(0, +),
        stalls.late + stalls.neverShown
      ),
      ("waits = time waited", Int(stalls.waits.total), Int(stalls.waited.nanoseconds)),
      (
        "prefetched = used + cancelled + evicted + refused + failed + unused + unfinished",
        prefetch.issued + prefetch.unasked,
        prefetch.used + prefetch.cancelled + prefetch.evictedUnused + prefetch.refused
          + prefetch.failed + prefetch.unused + prefetch.unfinished
      ),
      (
        "main thread busy + idle = duration",
        Int((hitches.mainThreadBusy + accounting.idle).nanoseconds),
        Int(duration.nanoseconds)
      ),
      ("footprint = memory held", accounting.footprint.bytes, accounting.held.bytes),
      (
        "cached bytes = bytes held by the cache", accounting.cached.bytes,
        accounting.heldByCache.bytes
      ),
    ]
  }

  private var limits: [(name: String, holds: Bool)] {
    [
      ("the main thread is busy for longer than the run", hitches.mainThreadBusy <= duration),
      ("the main thread idles for a negative time", accounting.idle >= .zero),
      ("the footprint is negative", accounting.footprint >= .zero),
      ("the footprint ends above its peak", accounting.footprint <= memory.peakFootprint),
      (
        "a lane is busy for longer than the run", work.laneBusy.allSatisfy { $0 <= duration }
      ),
      (
        "lanes did more than they were busy",
        work.laneDecode + work.laneEncode <= work.laneBusy.reduce(.zero) { $0 + $1 }
      ),
      ("one hitch is longer than all", hitches.worst <= hitches.time),
      ("hitches are longer than frames were late", hitches.time <= hitches.frozen),
      ("one frame was late for longer than all", hitches.longestDelay <= hitches.frozen),
      ("a hitch is longer than the longest delay", hitches.worst <= hitches.longestDelay),
      ("frames were late for longer than there was a screen", hitches.frozen <= screenTime),
      ("the missing part is larger than the screen", stalls.seconds <= screenTime.seconds + 1e-9),
      (
        "the blank and wrong part is larger than the missing part",
        stalls.blankAreaSeconds + stalls.wrongAreaSeconds <= stalls.seconds + 1e-9
      ),
      ("the blank part is larger than the viewport", stalls.blankRatio <= 1 + 1e-9),
      ("more bytes are hit than requested", requests.bytesHit <= requests.bytes),
      ("there are more stale hits than hits", requests.stale <= requests.hits),
    ]
  }
}

extension RunReport {
  /// The parts of the wanted screen that the user did not see.
  public struct Stalls: Sendable, Equatable {
    /// The share of the wanted viewport that the screen did not show correctly, integrated over
    /// time, in seconds.
    ///
    /// Runs are ranked by this figure first.
    ///
    /// At every moment, the wanted viewport is the viewport of the trace one vsync earlier, because
    /// a frame on time shows that one. While frames are on time, the missing part is the blank and
    /// wrong area. While a frame is late, wanted content that the old frame does not show is
    /// missing, too; a frame of an earlier layout shows nothing correctly. Before the first frame
    /// of a launch everything is missing. Time in the background does not count.
    public var seconds = 0.0
    /// The share of the viewport that was blank, integrated over time, in seconds.
    public var blankAreaSeconds = 0.0
    /// The part of the blank area that showed a placeholder.
    public var placeholderSeconds = 0.0
    /// The share of the viewport in cells that showed a low variant or were fading in, integrated
    /// over time, in seconds.
    public var softAreaSeconds = 0.0
    /// The share of the viewport in cells that showed another item's image, integrated over time,
    /// in seconds.
    public var wrongAreaSeconds = 0.0
    /// The blank-area seconds per second on screen, of the frames that were not idle.
    public var blankRatio = 0.0
    public var framesWithBlank = 0
    /// The number of times that an item became visible in a frame.
    public var appearances = 0
    /// The number of appearances that ended without their image, or still waited when the app was
    /// killed.
    public var neverShown = 0
    /// The number of appearances that still waited when the run ended with the app alive.
    public var unfinished = 0
    /// The number of items that were in the viewport only between two processed frames.
    public var skipped = 0
    /// The number of appearances whose image came with the cell, and of those whose image came
    /// later.
    public var atOnce = 0, late = 0
    /// The number of images that a cell showed although they belonged to another item.
    public var wrongDisplays = 0
    public var timeToImage = TimeToImage()
    /// The number of images that were late or never shown, for each reason of absence
    /// (`AbsenceReason.rawValue`).
    public var absences = [Int](repeating: 0, count: AbsenceReason.allCases.count)
    /// The times that late and never shown images waited, by kind of wait.
    public var waits = WaitTimes()
    public var waited = SimTime.zero

    public func absences(because reason: AbsenceReason) -> Int {
      absences[Int(reason.rawValue)]
    }
  }

  /// The time from the first frame that shows a cell to the first frame that shows its image, over
  /// all appearances.
  ///
  /// A low variant counts as the image. Percentiles are exact, by nearest rank. `nil` means never:
  /// an image that was never shown, or was not yet shown at the end, counts as infinitely late. If
  /// no item appeared, the times are 0, or `nil` if no frame was ever on screen.
  public struct TimeToImage: Sendable, Equatable {
    public var p50: SimTime?, p95: SimTime?, p99: SimTime?, max: SimTime?
    /// The median over the appearances whose image was not there at once; 0 if there are none.
    ///
    /// The median over all appearances is 0 in every run in which most images are there at once.
    public var lateP50: SimTime?
  }
}

extension RunReport {
  /// The figures of the first appearances of images, or of their later appearances.
  ///
  /// An appearance is a later one if the image, shown or not, had appeared before: in the same item
  /// or another one, in this process or an earlier one.
  public struct Visits: Sendable, Equatable {
    public var appearances = 0
    /// The number of requests of these appearances, and the number of hits in the memory cache.
    public var requests = 0, hits = 0
    /// The share of the viewport that was blank or wrong in the cells of these appearances,
    /// integrated over time, in seconds.
    public var stallSeconds = 0.0
    public var timeToImage = TimeToImage()

    public var hitRate: Double { requests == 0 ? 0 : Double(hits) / Double(requests) }
  }

  /// The taps of the user in the foreground.
  public struct Taps: Sendable, Equatable {
    public var count = 0
    /// The taps that no frame answered before the run or the process ended.
    public var unanswered = 0
    /// The longest time from a tap until a frame that was begun after it was on screen.
    public var slowest = SimTime.zero

    /// The longest time until an answer; `nil` if some taps had none.
    public var answer: SimTime? { unanswered == 0 ? slowest : nil }
  }
}
