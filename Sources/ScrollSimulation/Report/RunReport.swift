public import ScrollCaching
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

extension RunReport {
  /// Frames that came late because the main thread was busy.
  public struct Hitches: Sendable, Equatable {
    /// Late frames.
    public var count = 0
    /// Missed vsyncs times the period, over all frames and over those not idle at their start.
    public var time = SimTime.zero, scrollingTime = SimTime.zero
    /// The same over all frames and launches.
    ///
    /// The first frame of a launch was due as if there had been nothing to do. A frame that never
    /// came counts until the end.
    public var frozen = SimTime.zero
    /// The longest of those.
    public var longestDelay = SimTime.zero
    /// The duration of the frames that were not idle at their start, less the background.
    public var scrolling = SimTime.zero
    /// The longest delay of one frame that its own work made late.
    public var worst = SimTime.zero
    /// What launches preload included.
    public var mainThreadBusy = SimTime.zero
    /// The work of late frames, by what it was.
    public var causes = MainThreadWork()

    /// Hitch milliseconds per second of scrolling.
    public var timeRatio: Double {
      scrolling == .zero ? 0 : scrollingTime.milliseconds / scrolling.seconds
    }
  }

  /// Main-thread nanoseconds by what they were spent on.
  public struct MainThreadWork: Sendable, Equatable {
    public var cells: Int64 = 0
    public var read: Int64 = 0
    public var network: Int64 = 0
    public var decode: Int64 = 0
    /// Drawing tiles, and putting hybrids together.
    public var tiles: Int64 = 0, composition: Int64 = 0
    public var upload: Int64 = 0
    /// Waiting for what had been paged out.
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
  /// The laws of conservation that a report breaks, each a sentence with both sides; none, if
  /// the simulation counted right.
  ///
  /// Everything offered to the cache is in it at the end, has left it or was refused; every
  /// request found one thing and came to one end; every appearance showed its image at once,
  /// late, never or not yet; every late or absent image has one reason, and what it waited for
  /// adds up to its wait; every image fetched ahead came to one end; the main thread was busy or
  /// idle, and what the app was charged for in the end is what was held.
  public var brokenLaws: [String] {
    laws.filter { $0.left != $0.right }.map { "\($0.name): \($0.left) and \($0.right)" }
      + limits.filter { !$0.holds }.map { $0.name }
  }

  private var laws: [(name: String, left: Int, right: Int)] {
    [
      (
        "bytes offered = resident + removed + refused", cache.offeredBytes.bytes,
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
        Int((hitches.mainThreadBusy + books.idle).nanoseconds),
        Int(duration.nanoseconds)
      ),
      ("footprint = what is held", books.footprint.bytes, books.held.bytes),
    ]
  }

  private var limits: [(name: String, holds: Bool)] {
    [
      ("the main thread is busy for longer than the run", hitches.mainThreadBusy <= duration),
      ("the main thread idles for less than nothing", books.idle >= .zero),
      ("the footprint is less than nothing", books.footprint >= .zero),
      ("the footprint ends above its peak", books.footprint <= memory.peakFootprint),
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
      ("more is missing than the screen", stalls.seconds <= screenTime.seconds + 1e-9),
      (
        "more is blank and wrong than missing",
        stalls.blankAreaSeconds + stalls.wrongAreaSeconds <= stalls.seconds + 1e-9
      ),
      ("more is blank than the viewport", stalls.blankRatio <= 1 + 1e-9),
      ("more bytes are hit than requested", requests.bytesHit <= requests.bytes),
      ("more hits are stale than there are", requests.stale <= requests.hits),
    ]
  }
}

extension RunReport {
  /// What the user wanted to see and did not.
  public struct Stalls: Sendable, Equatable {
    /// Share of the wanted viewport that the screen did not show rightly, integrated over time, in
    /// seconds: what runs are ranked by first.
    ///
    /// Wanted is the trace's viewport of one vsync before, which a frame on time shows. While
    /// frames are on time this is blank and wrong area. Under a late frame what has moved away
    /// from the screen adds to it, and a frame of an earlier layout shows nothing rightly; before
    /// a first frame everything is missing. The background adds nothing.
    public var seconds = 0.0
    /// Share of the viewport that was blank, integrated over time, in seconds.
    public var blankAreaSeconds = 0.0
    /// How much of that showed a placeholder.
    public var placeholderSeconds = 0.0
    /// The same for cells that showed a low variant, or faded in.
    public var softAreaSeconds = 0.0
    /// The same for cells that showed another item's image.
    public var wrongAreaSeconds = 0.0
    /// Blank-area seconds of frames that were not idle, per second that they were on screen.
    public var blankRatio = 0.0
    public var framesWithBlank = 0
    /// Items that became visible in a frame.
    public var appearances = 0
    /// Those that left without having been shown, or still waited when the app was killed.
    public var neverShown = 0
    /// Those still waiting when the run ended, the app being alive.
    public var unfinished = 0
    /// Items passed over between two processed frames: in the viewport since, in neither.
    public var skipped = 0
    /// Appearances whose image came with its cell, and after it.
    public var atOnce = 0, late = 0
    /// Images that the app took for those of their cells, and were not.
    public var wrongDisplays = 0
    public var timeToImage = TimeToImage()
    /// Why late and never shown images were absent, by `AbsenceReason.rawValue`.
    public var absences = [Int](repeating: 0, count: AbsenceReason.allCases.count)
    /// What they waited for, and in all.
    public var waits = WaitTimes()
    public var waited = SimTime.zero

    public func absences(because reason: AbsenceReason) -> Int {
      absences[Int(reason.rawValue)]
    }
  }

  /// Presentation of the image less presentation of its cell, over all appearances.
  ///
  /// A low variant counts as the image. Exact, nearest rank. Nil stands for never: appearances
  /// that were never shown, or unfinished at the end, count as infinitely late. Where nothing
  /// appeared it is 0, but never if no frame was ever on screen.
  public struct TimeToImage: Sendable, Equatable {
    public var p50: SimTime?, p95: SimTime?, p99: SimTime?, max: SimTime?
    /// The median of those alone that were not there at once; 0 where all were.
    ///
    /// That of all appearances is 0 wherever most images are there at once.
    public var lateP50: SimTime?
  }
}

extension RunReport {
  /// Appearances of images for the first time in the run, or again: of an image that another item,
  /// an earlier visit or an earlier process had shown or tried to show.
  public struct Visits: Sendable, Equatable {
    public var appearances = 0
    /// What they asked the loader for, and what of that was in the cache.
    public var requests = 0, hits = 0
    /// Share of the viewport that was blank or wrong in their cells, integrated over time, in
    /// seconds.
    public var stallSeconds = 0.0
    public var timeToImage = TimeToImage()

    public var hitRate: Double { requests == 0 ? 0 : Double(hits) / Double(requests) }
  }

  /// What the user tapped, in the foreground.
  public struct Taps: Sendable, Equatable {
    public var count = 0
    /// Those that no frame answered before the run or the process ended.
    public var unanswered = 0
    /// The longest until a frame was on screen that was begun after the tap.
    public var slowest = SimTime.zero

    /// The longest until an answer; nil if there was none to some.
    public var answer: SimTime? { unanswered == 0 ? slowest : nil }
  }
}
