import ScrollCore
import ScrollDevice
import ScrollSimulation

extension Figures {
  /// All reasons for which an app can end before its session.
  static let deaths: [RunReport.DeathReason] = [
    .memory(.appLimit), .memory(.systemPressure), .slowLaunch, .hang,
  ]

  /// A figure for each reason, 1 for that of a death.
  mutating func add(deathOf reason: RunReport.DeathReason?) {
    precondition(reason.map { Self.deaths.contains($0) } ?? true, "no figure for \(reason as Any)")
    for death in Self.deaths { add("death: \(death)", death == reason ? 1 : 0) }
  }

  /// The figures of a report.
  init(_ report: RunReport) {
    add("death", report.death.map { $0.time } ?? SimTime(nanoseconds: -1))
    add(deathOf: report.death?.reason)
    add("duration", report.duration)
    add("screen time", report.screenTime)
    add("frames", report.frames)
    add("launches", report.launch.count)
    add("first frame", report.launch.timeToFirstFrame)
    add("preloading", report.launch.preloading)
    add(report.hitches)
    add(report.stalls)
    for (name, visits) in [("first", report.firstVisits), ("later", report.laterVisits)] {
      add("\(name) visits", visits.appearances)
      add("\(name) visits' requests", visits.requests)
      add("\(name) visits' hits", visits.hits)
      add("\(name) visits' p50", visits.timeToImage.p50)
      add("\(name) visits' p95", visits.timeToImage.p95)
      add("\(name) visits' stall", visits.stallSeconds)
    }
    add("taps", report.taps.count)
    add("unanswered taps", report.taps.unanswered)
    add("slowest answer", report.taps.slowest)
    add(report.requests)
    add(report.prefetch)
    add(report.cache)
    add(report.work)
    let memory = report.memory
    add("peak footprint", memory.peakFootprint.bytes)
    add("warnings", memory.warnings)
    add("killed apps", memory.killedBackgroundApps)
    add("purges", memory.purges)
    add("purged bytes", memory.purgedBytes.bytes)
    add("paged out", memory.pagedOut.bytes)
    add("paged in", memory.pagedIn.bytes)
    add("asset loads", report.interface.loads)
    add("asset time", report.interface.time)
    add("prepared cells", report.cells.prepared)
  }

  private mutating func add(_ hitches: RunReport.Hitches) {
    add("hitches", hitches.count)
    add("hitch time", hitches.time)
    add("frozen", hitches.frozen)
    add("longest delay", hitches.longestDelay)
    add("hitch time while scrolling", hitches.scrollingTime)
    add("scrolling", hitches.scrolling)
    add("worst hitch", hitches.worst)
    add("busy", hitches.mainThreadBusy)
    for part in hitches.causes.parts { add("late \(part.name)", Int(part.nanoseconds)) }
    add("hitch time ratio", hitches.timeRatio)
  }

  private mutating func add(_ stalls: RunReport.Stalls) {
    add("stall", stalls.seconds)
    add("blank", stalls.blankAreaSeconds)
    add("placeholder", stalls.placeholderSeconds)
    add("soft", stalls.softAreaSeconds)
    add("wrong", stalls.wrongAreaSeconds)
    add("blank ratio", stalls.blankRatio)
    add("frames with blank", stalls.framesWithBlank)
    add("appearances", stalls.appearances)
    add("never shown", stalls.neverShown)
    add("unfinished", stalls.unfinished)
    add("skipped", stalls.skipped)
    add("at once", stalls.atOnce)
    add("late", stalls.late)
    add("wrong displays", stalls.wrongDisplays)
    add("p50", stalls.timeToImage.p50)
    add("late p50", stalls.timeToImage.lateP50)
    add("p95", stalls.timeToImage.p95)
    add("p99", stalls.timeToImage.p99)
    add("max", stalls.timeToImage.max)
    for reason in AbsenceReason.allCases { add("\(reason)", stalls.absences(because: reason)) }
    for kind in WaitTimes.Kind.allCases { add("waited for \(kind)", Int(stalls.waits[kind])) }
    add("waited", stalls.waited)
  }

  private mutating func add(_ requests: RunReport.Requests) {
    add("requests", requests.count)
    add("hits", requests.hits)
    add("live hits", requests.liveHits)
    add("joined", requests.joined)
    add("started", requests.started)
    add("displayed", requests.displayed)
    add("left unshown", requests.leftUnshown)
    add("cancelled", requests.cancelled)
    add("failed", requests.failed)
    add("requests unfinished", requests.unfinished)
    add("stale", requests.stale)
    add("reloaded rows", requests.reloadedRows)
    add("bytes asked", requests.bytes.bytes)
    add("bytes hit", requests.bytesHit.bytes)
    add("decode asked", Int(requests.decode))
    add("decode saved", Int(requests.decodeSaved))
  }

  private mutating func add(_ prefetch: RunReport.Prefetch) {
    add("prefetches", prefetch.issued)
    add("unasked", prefetch.unasked)
    add("prefetches used", prefetch.used)
    add("prefetches cancelled", prefetch.cancelled)
    add("prefetches evicted", prefetch.evictedUnused)
    add("prefetches refused", prefetch.refused)
    add("prefetches failed", prefetch.failed)
    add("prefetches unused", prefetch.unused)
    add("prefetches unfinished", prefetch.unfinished)
    add("unseen bytes", prefetch.unseenBytes.bytes)
  }

  private mutating func add(_ cache: RunReport.CacheFigures) {
    for (reason, count) in cache.removals.enumerated() { add("removed \(reason)", count) }
    add("refusals", cache.refusals)
    add("delegate calls", cache.delegateCalls)
    add("accesses", cache.accesses)
    add("refused accesses", cache.refusedAccesses)
    add("access errors", cache.accessErrors)
    add("evicted too early", cache.evictedTooEarly)
    add("peak cache", cache.peakBytes.bytes)
    add("byte seconds", cache.byteSeconds)
    add("offered", cache.offeredBytes.bytes)
    add("refused bytes", cache.refusedBytes.bytes)
    add("removed bytes", cache.removedBytes.bytes)
    add("resident bytes", cache.residentBytes.bytes)
  }

  private mutating func add(_ work: RunReport.Work) {
    add("lane decodes", work.laneDecodes)
    add("lane decode", work.laneDecode)
    add("lane encode", work.laneEncode)
    add("main decodes", work.mainDecodes)
    add("main decode", work.mainDecode)
    add("bytes read", work.bytesRead.bytes)
    add("bytes written", work.bytesWritten.bytes)
    add("downloads", work.downloads)
    add("bytes downloaded", work.bytesDownloaded.bytes)
    add("disk hits", work.diskHits)
    add("failures", work.failures)
    add("wasted bytes", work.wastedBytes.bytes)
    add("radio", work.radioActive)
    add("wasted decodes", work.wastedDecodes)
    add("wasted decode", work.wastedDecode)
  }
}
