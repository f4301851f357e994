import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollRunStories
import ScrollSimulation

/// A run's report as JSON has it.
struct RunFigures: Encodable {
  @OrNull var killed: Killed?
  let durationMilliseconds: Double
  let frames: Int
  let hitches: Hitches
  let stalls: Stalls
  let requests: Requests
  let prefetch: Prefetch
  let cache: Cache
  let work: Work
  let memory: Memory
  let launch: Launch
  let interface: Interface
  let cellsPreparedAhead: Int

  struct Killed: Encodable {
    let atMilliseconds: Double
    let reason: String
  }

  struct Hitches: Encodable {
    let count: Int
    let timeRatio: Double
    let band: String
    let milliseconds: Double, scrollingMilliseconds: Double, worstMilliseconds: Double
    let mainThreadBusyMilliseconds: Double
    let causeMilliseconds: [String: Double]
  }

  struct Stalls: Encodable {
    let blankAreaSeconds: Double, softAreaSeconds: Double, wrongAreaSeconds: Double
    let blankRatio: Double
    let framesWithBlank: Int, appearances: Int, atOnce: Int, late: Int, neverShown: Int
    let unfinished: Int, skipped: Int, wrongDisplays: Int
    let timeToImageMilliseconds: Percentiles
    /// How many late or never shown images were absent for each reason.
    let absences: [String: Int]
    /// What they waited for.
    let waitMilliseconds: [String: Double]
  }

  struct Percentiles: Encodable {
    @FiniteOrNull var p50: Double?
    @FiniteOrNull var p95: Double?
    @FiniteOrNull var p99: Double?
    @FiniteOrNull var max: Double?
  }

  struct Requests: Encodable {
    let count: Int, hits: Int, liveHits: Int, joined: Int, started: Int, stale: Int
    let displayed: Int, leftUnshown: Int, cancelled: Int, failed: Int, unfinished: Int
    let reloadedRows: Int, prefetches: Int
    let hitRate: Double, byteHitRate: Double, decodeHitRate: Double
  }

  struct Prefetch: Encodable {
    let issued: Int, used: Int, cancelled: Int, evictedUnused: Int, refused: Int, failed: Int
    let unused: Int, unfinished: Int, unasked: Int
  }

  struct Cache: Encodable {
    let removals: [String: Int]
    let refusals: Int, evictedTooEarly: Int
    let peakBytes: Int, meanBytes: Double, offeredBytes: Int, refusedBytes: Int
    let removedBytes: Int, residentBytes: Int
    let secondsOverLimit: Double, peakExcess: Int, oversubscribedSeconds: Double
  }

  struct Work: Encodable {
    let laneDecodes: Int, mainDecodes: Int, wastedDecodes: Int
    let laneDecodeMilliseconds: Double, mainDecodeMilliseconds: Double
    let laneEncodeMilliseconds: Double, wastedDecodeMilliseconds: Double
    /// Of each lane.
    let laneBusyMilliseconds: [Double]
    let bytesRead: Int, bytesWritten: Int, diskHits: Int
    let downloads: Int, bytesDownloaded: Int, failedDownloads: Int, wastedBytes: Int
    let radioActiveSeconds: Double
    /// Processor and radio time: a proxy, no joules.
    let energySeconds: Double
  }

  struct Memory: Encodable {
    let peakFootprintBytes: Int, warnings: Int, killedBackgroundApps: Int
    let purges: Int, purgedBytes: Int, pagedOutBytes: Int, pagedInBytes: Int
  }

  struct Launch: Encodable {
    let count: Int
    let timeToFirstFrameMilliseconds: Double, preloadingMilliseconds: Double
  }

  struct Interface: Encodable {
    let loads: Int
    let milliseconds: Double
  }

  init(_ report: RunReport) {
    killed = report.death.map { Killed($0) }
    durationMilliseconds = report.duration.milliseconds
    frames = report.frames
    hitches = Hitches(report.hitches)
    stalls = Stalls(report.stalls)
    requests = Requests(report.requests, prefetches: report.prefetch.issued)
    prefetch = Prefetch(report.prefetch)
    cache = Cache(report.cache, seconds: report.screenTime.seconds)
    work = Work(report.work, energySeconds: report.energySeconds)
    memory = Memory(report.memory)
    launch = Launch(
      count: report.launch.count,
      timeToFirstFrameMilliseconds: report.launch.timeToFirstFrame.milliseconds,
      preloadingMilliseconds: report.launch.preloading.milliseconds)
    interface = Interface(
      loads: report.interface.loads, milliseconds: report.interface.time.milliseconds)
    cellsPreparedAhead = report.cells.prepared
  }
}
