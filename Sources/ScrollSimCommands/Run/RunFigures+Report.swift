import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollRunStories
import ScrollSimulation

extension RunFigures.Hitches {
  init(_ hitches: RunReport.Hitches) {
    count = hitches.count
    timeRatio = hitches.timeRatio
    band = hitches.band.rawValue
    milliseconds = hitches.time.milliseconds
    scrollingMilliseconds = hitches.scrolling.milliseconds
    worstMilliseconds = hitches.worst.milliseconds
    mainThreadBusyMilliseconds = hitches.mainThreadBusy.milliseconds
    causeMilliseconds = Dictionary(
      hitches.causes.parts.map { ($0.name, Double($0.nanoseconds) / 1e6) },
      uniquingKeysWith: +)
  }
}

extension RunFigures.Stalls {
  init(_ stalls: RunReport.Stalls) {
    blankAreaSeconds = stalls.blankAreaSeconds
    softAreaSeconds = stalls.softAreaSeconds
    wrongAreaSeconds = stalls.wrongAreaSeconds
    blankRatio = stalls.blankRatio
    framesWithBlank = stalls.framesWithBlank
    appearances = stalls.appearances
    atOnce = stalls.atOnce
    late = stalls.late
    neverShown = stalls.neverShown
    unfinished = stalls.unfinished
    skipped = stalls.skipped
    wrongDisplays = stalls.wrongDisplays
    let wait = stalls.timeToImage
    timeToImageMilliseconds = RunFigures.Percentiles(
      p50: wait.p50?.milliseconds, p95: wait.p95?.milliseconds, p99: wait.p99?.milliseconds,
      max: wait.max?.milliseconds)
    absences = Dictionary(
      AbsenceReason.allCases.map { ("\($0)", stalls.absences(because: $0)) },
      uniquingKeysWith: +)
    waitMilliseconds = Dictionary(
      WaitTimes.Kind.allCases.map { ("\($0)", Double(stalls.waits[$0]) / 1e6) },
      uniquingKeysWith: +)
  }
}

extension RunFigures.Requests {
  init(_ asked: RunReport.Requests, prefetches: Int) {
    self.prefetches = prefetches
    count = asked.count
    hits = asked.hits
    liveHits = asked.liveHits
    joined = asked.joined
    started = asked.started
    stale = asked.stale
    displayed = asked.displayed
    leftUnshown = asked.leftUnshown
    cancelled = asked.cancelled
    failed = asked.failed
    unfinished = asked.unfinished
    reloadedRows = asked.reloadedRows
    hitRate = asked.hitRate
    byteHitRate = asked.byteHitRate
    decodeHitRate = asked.decodeHitRate
  }
}

extension RunFigures.Prefetch {
  init(_ ahead: RunReport.Prefetch) {
    issued = ahead.issued
    used = ahead.used
    cancelled = ahead.cancelled
    evictedUnused = ahead.evictedUnused
    refused = ahead.refused
    failed = ahead.failed
    unused = ahead.unused
    unfinished = ahead.unfinished
    unasked = ahead.unasked
  }
}

extension RunFigures.Cache {
  init(_ held: RunReport.CacheFigures, seconds: Double) {
    removals = Dictionary(
      RemovalReason.allCases.map { ("\($0)", held.removals(because: $0)) },
      uniquingKeysWith: +)
    refusals = held.refusals
    evictedTooEarly = held.evictedTooEarly
    peakBytes = held.peakBytes
    meanBytes = seconds > 0 ? held.byteSeconds / seconds : 0
    offeredBytes = held.offeredBytes
    refusedBytes = held.refusedBytes
    removedBytes = held.removedBytes
    residentBytes = held.residentBytes
    secondsOverLimit = held.secondsOverLimit
    peakExcess = held.peakExcess
    oversubscribedSeconds = held.oversubscribedSeconds
  }
}

extension RunFigures.Work {
  init(_ work: RunReport.Work, energySeconds: Double) {
    laneDecodes = work.laneDecodes
    mainDecodes = work.mainDecodes
    wastedDecodes = work.wastedDecodes
    laneDecodeMilliseconds = work.laneDecode.milliseconds
    mainDecodeMilliseconds = work.mainDecode.milliseconds
    laneEncodeMilliseconds = work.laneEncode.milliseconds
    wastedDecodeMilliseconds = work.wastedDecode.milliseconds
    laneBusyMilliseconds = work.laneBusy.map(\.milliseconds)
    bytesRead = work.bytesRead
    bytesWritten = work.bytesWritten
    diskHits = work.diskHits
    downloads = work.downloads
    bytesDownloaded = work.bytesDownloaded
    failedDownloads = work.failures
    wastedBytes = work.wastedBytes
    radioActiveSeconds = work.radioActive.seconds
    self.energySeconds = energySeconds
  }
}

extension RunFigures.Memory {
  init(_ memory: RunReport.Memory) {
    peakFootprintBytes = memory.peakFootprint.bytes
    warnings = memory.warnings
    killedBackgroundApps = memory.killedBackgroundApps
    purges = memory.purges
    purgedBytes = memory.purgedBytes
    pagedOutBytes = memory.pagedOut
    pagedInBytes = memory.pagedIn
  }
}
