import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// The events of a run, which are added up at its end.
struct ReferenceRecords {
  /// The content of a cell on screen.
  enum Sight { case blank, wrong, low, full }

  struct Frame {
    var start: SimTime
    /// The next vsync, and the one at which the frame is shown.
    var next: SimTime, planned = SimTime.zero
    var isIdle = false
    var work = ReferenceWork()
    /// The contents of the screen, each with its share of the viewport.
    var sights: [(appearance: Appearance, area: Double, sight: Sight)] = []

    init(start: SimTime, next: SimTime) { (self.start, self.next) = (start, next) }
  }

  var frames: [Frame] = []
  var backgrounds: [(from: SimTime, to: SimTime)] = []
  /// The launches of the app, the first included, and the main thread's work before the first
  /// frame.
  var launches: [(time: SimTime, preloading: SimTime, frame: Int)] = []
  var death: (time: SimTime, reason: RunReport.DeathReason)?
  /// The appearances, in order of time.
  var appearances: [Appearance] = []
  var skipped = 0, wrongDisplays = 0
  var requests: [Int] = [], hits: [Int] = [], decodesSaved: [Int] = []
  var liveHits = 0, joined = 0, started = 0, stale = 0, reloadedRows = 0
  var displayed = 0, leftUnshown = 0, cancelled = 0, failed = 0
  var fetched: [Fetched] = []
  var removals = [Int](repeating: 0, count: RemovalReason.allCases.count)
  var delegateCalls = 0, accesses = 0, refusedAccesses = 0, accessErrors = 0
  var refusals = 0, offered = 0, refused = 0, removed = 0, peakCache = 0, evictedTooEarly = 0
  /// The bytes that the cache held from each time on.
  var cacheBytes: [(time: SimTime, bytes: Int)] = []
  var laneDecodes: [SimTime] = [], mainDecodes: [SimTime] = [], wasted: [SimTime] = []
  var laneEncodes: [SimTime] = []
  var bytesRead = 0, bytesWritten = 0, downloads = 0, bytesDownloaded = 0, diskHits = 0
  var failures = 0, wastedBytes = 0
  var warnings = 0, killedApps = 0, purges = 0, purgedBytes = 0, pagedOut = 0, pagedIn = 0
  var assetLoads: [SimTime] = []
  var prepared = 0
  /// The times of the taps, and the number of launches by then.
  var taps: [(time: SimTime, launches: Int)] = []
}

/// The main-thread nanoseconds of one frame.
struct ReferenceWork {
  var cells: Int64 = 0, read: Int64 = 0, network: Int64 = 0, decode: Int64 = 0
  var tiles: Int64 = 0, composition: Int64 = 0, upload: Int64 = 0, paging: Int64 = 0

  var total: Int64 { parts.reduce(0) { $0 + $1.nanoseconds } }

  /// The parts in the order of reports.
  var parts: [(name: String, nanoseconds: Int64)] {
    [
      ("cells", cells), ("read", read), ("network", network), ("decode", decode),
      ("tiles", tiles), ("composition", composition), ("upload", upload), ("paging", paging),
    ]
  }
}
