import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// The figures, added up from the events.
extension ReferenceSimulation {
  /// The end of the simulated part of the trace.
  var finish: SimTime { min(records.death?.time ?? end, end) }

  /// Returns a time without the app's time in the background.
  func screenTime(_ time: SimTime) -> SimTime {
    records.backgrounds.reduce(time) { result, background in
      result - (max(background.from, min(background.to, time)) - background.from)
    }
  }

  private var relaunches: [SimTime] { records.launches.dropFirst().map(\.time) }

  /// Returns the time when the next frame began, the app was relaunched, or the run was over.
  func close(_ index: Int) -> SimTime {
    let start = records.frames[index].start
    let next = index + 1 < records.frames.count ? records.frames[index + 1].start : finish
    return (relaunches.filter { $0 > start } + [next]).min() ?? next
  }

  /// Returns `true` if a frame was put on screen, which is when the next one began.
  func isPresented(_ index: Int) -> Bool {
    guard index + 1 < records.frames.count else { return false }
    let (start, next) = (records.frames[index].start, records.frames[index + 1].start)
    return !relaunches.contains { $0 > start && $0 <= next }
  }

  /// Returns the screen time at which a frame was put on screen; the cells of a frame that never was
  /// wait from its end on, which is for no time.
  func presentation(_ index: Int) -> SimTime { screenTime(close(index)) }

  func sum(_ times: [SimTime]) -> SimTime { times.reduce(.zero, +) }

  func figures() -> Figures {
    var figures = Figures()
    figures.add("death", records.death.map { $0.time } ?? SimTime(nanoseconds: -1))
    figures.add(deathOf: records.death?.reason)
    figures.add("duration", finish)
    figures.add("screen time", screenTime(finish))
    figures.add("frames", records.frames.count)
    figures.add("launches", records.launches.count)
    figures.add("first frame", firstFrame)
    figures.add("preloading", sum(records.launches.map(\.preloading)))
    addHitches(&figures)
    addStalls(&figures)
    addVisits(&figures)
    addTaps(&figures)
    addRequests(&figures)
    addPrefetches(&figures)
    addCache(&figures)
    addWork(&figures)
    return figures
  }

  private func addHitches(_ figures: inout Figures) {
    let frames = records.frames
    /// Returns the delay of a frame, or the time for which it had been due when the run was over.
    func delay(_ index: Int) -> SimTime {
      let frame = frames[index]
      let start = screenTime(frame.start)
      let ready = min(start + (frame.planned - frame.start), screenTime(close(index)))
      return max(.zero, ready - (start + (frame.next - frame.start)))
    }
    let lateIndices = frames.indices.filter {
      frames[$0].planned > frames[$0].next && delay($0) > .zero
    }
    let scrolling = frames.indices.filter { !frames[$0].isIdle }.map { index in
      screenTime(close(index)) - screenTime(frames[index].start)
    }
    let scrollingTime = sum(lateIndices.filter { !frames[$0].isIdle }.map(delay))
    figures.add("hitches", lateIndices.count)
    figures.add("hitch time", sum(lateIndices.map(delay)))
    figures.add("frozen", sum(delays))
    figures.add("longest delay", delays.max() ?? .zero)
    figures.add("hitch time while scrolling", scrollingTime)
    figures.add("scrolling", sum(scrolling))
    figures.add("worst hitch", lateIndices.map(delay).max() ?? .zero)
    figures.add(
      "busy",
      sum(
        frames.indices.map {
          min(SimTime(nanoseconds: frames[$0].work.total), close($0) - frames[$0].start)
        }) + sum(preloaded))
    for part in ReferenceWork().parts.indices {
      let late = lateIndices.map { frames[$0].work.parts[part] }
      figures.add(
        "late \(ReferenceWork().parts[part].name)",
        Int(late.reduce(0) { $0 + $1.nanoseconds }))
    }
    let seconds = sum(scrolling).seconds
    figures.add("hitch time ratio", seconds == 0 ? 0 : scrollingTime.milliseconds / seconds)
  }

  private func addRequests(_ figures: inout Figures) {
    func bytes(_ asked: [Int]) -> Int { asked.reduce(0) { $0 + costs[$1].bitmap } }
    func decode(_ asked: [Int]) -> SimTime { sum(asked.map { costs[$0].decode }) }
    let unfinished = appearances.count { $0.ask?.isOver == false }
    figures.add("requests", records.requests.count)
    figures.add("hits", records.hits.count)
    figures.add("live hits", records.liveHits)
    figures.add("joined", records.joined)
    figures.add("started", records.started)
    figures.add("displayed", records.displayed)
    figures.add("left unshown", records.leftUnshown)
    figures.add("cancelled", records.cancelled)
    figures.add("failed", records.failed)
    figures.add("requests unfinished", unfinished)
    figures.add("stale", records.stale)
    figures.add("reloaded rows", records.reloadedRows)
    figures.add("bytes asked", bytes(records.requests))
    figures.add("bytes hit", bytes(records.hits))
    figures.add("decode asked", decode(records.requests))
    figures.add("decode saved", decode(records.decodesSaved))
  }

  private func addPrefetches(_ figures: inout Figures) {
    for load in loads { load.fetched?.come(to: .unfinished) }
    for fetched in fetchedInCache.values { fetched.come(to: .unused) }
    func count(_ end: Fetched.End) -> Int { records.fetched.count { $0.end == end } }
    figures.add("prefetches", records.fetched.count(where: \.wasIssued))
    figures.add("unasked", records.fetched.count { !$0.wasIssued })
    figures.add("prefetches used", count(.used))
    figures.add("prefetches cancelled", count(.cancelled))
    figures.add("prefetches evicted", count(.evictedUnused))
    figures.add("prefetches refused", count(.refused))
    figures.add("prefetches failed", count(.failed))
    figures.add("prefetches unused", count(.unused))
    figures.add("prefetches unfinished", count(.unfinished))
    let unseen = records.fetched.filter {
      $0.wasIssued && [.evictedUnused, .refused, .unused].contains($0.end)
    }
    figures.add("unseen bytes", unseen.reduce(0) { $0 + $1.bytes })
  }

  private func addCache(_ figures: inout Figures) {
    for (reason, count) in records.removals.enumerated() { figures.add("removed \(reason)", count) }
    figures.add("refusals", records.refusals)
    figures.add("delegate calls", records.delegateCalls)
    figures.add("accesses", records.accesses)
    figures.add("refused accesses", records.refusedAccesses)
    figures.add("access errors", records.accessErrors)
    figures.add("evicted too early", records.evictedTooEarly)
    figures.add("peak cache", records.peakCache)
    let changes = records.cacheBytes
    let seconds = changes.indices.map { index in
      let until = index + 1 < changes.count ? changes[index + 1].time : finish
      let span = screenTime(until) - screenTime(changes[index].time)
      return Double(changes[index].bytes) * span.seconds
    }
    figures.add("byte seconds", seconds.reduce(0, +))
    figures.add("offered", records.offered)
    figures.add("refused bytes", records.refused)
    figures.add("removed bytes", records.removed)
    figures.add("resident bytes", heldByCache())
  }

  private func addWork(_ figures: inout Figures) {
    figures.add("lane decodes", records.laneDecodes.count)
    figures.add("lane decode", sum(records.laneDecodes))
    figures.add("lane encode", sum(records.laneEncodes))
    figures.add("main decodes", records.mainDecodes.count)
    figures.add("main decode", sum(records.mainDecodes))
    figures.add("bytes read", records.bytesRead)
    figures.add("bytes written", records.bytesWritten)
    figures.add("downloads", records.downloads)
    figures.add("bytes downloaded", records.bytesDownloaded)
    figures.add("disk hits", records.diskHits)
    figures.add("failures", records.failures)
    figures.add("wasted bytes", records.wastedBytes)
    figures.add("radio", network.activeTime + radio)
    figures.add("wasted decodes", records.wasted.count)
    figures.add("wasted decode", sum(records.wasted))
    figures.add("peak footprint", memory.peakFootprint.bytes)
    figures.add("warnings", records.warnings)
    figures.add("killed apps", records.killedApps)
    figures.add("purges", records.purges)
    figures.add("purged bytes", records.purgedBytes)
    figures.add("paged out", records.pagedOut)
    figures.add("paged in", records.pagedIn)
    figures.add("asset loads", records.assetLoads.count)
    figures.add("asset time", sum(records.assetLoads))
    figures.add("prepared cells", records.prepared)
  }
}
