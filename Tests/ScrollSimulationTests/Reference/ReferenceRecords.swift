import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// What happened in a run, to be added up at its end.
struct ReferenceRecords {
  struct Frame {
    var start: SimTime
    /// The next vsync, and the one at which it is shown.
    var next: SimTime, planned = SimTime.zero
    var isIdle = false
    var work = ReferenceWork()
    /// Shares of the viewport.
    var blank = 0.0, wrong = 0.0
    /// New in it, and shown their images for the first time.
    var entered: [Appearance] = [], served: [Appearance] = []

    init(start: SimTime, next: SimTime) { (self.start, self.next) = (start, next) }
  }

  var frames: [Frame] = []
  var backgrounds: [(from: SimTime, to: SimTime)] = []
  var relaunches: [SimTime] = []
  var death: (time: SimTime, reason: DeviceMemory.Death)?
  var appearances = 0, skipped = 0
  var requests: [ImageID] = [], hits: [ImageID] = [], decodesSaved: [ImageID] = []
  var liveHits = 0, joined = 0, started = 0, prefetches = 0
  var displayed = 0, leftUnshown = 0, cancelled = 0
  var removals = [Int](repeating: 0, count: RemovalReason.allCases.count)
  var refusals = 0, offered = 0, refused = 0, removed = 0, peakCache = 0
  var laneDecodes: [SimTime] = [], mainDecodes: [SimTime] = [], wasted: [SimTime] = []
  var bytesRead = 0, warnings = 0, killedApps = 0
}

/// Main-thread nanoseconds of one frame.
struct ReferenceWork {
  var cells: Int64 = 0, read: Int64 = 0, decode: Int64 = 0, upload: Int64 = 0
  var total: Int64 { cells + read + decode + upload }
}
