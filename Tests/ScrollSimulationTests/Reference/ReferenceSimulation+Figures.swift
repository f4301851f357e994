import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollSimulation

/// Adding up what happened.
extension ReferenceSimulation {
  /// Until here the trace was simulated.
  var finish: SimTime { records.death?.time ?? end }

  /// A time without the app's time in the background.
  func screenTime(_ time: SimTime) -> SimTime {
    records.backgrounds.reduce(time) { result, background in
      result - (max(background.from, min(background.to, time)) - background.from)
    }
  }

  /// When the next frame began, or the app was relaunched, or all was over.
  func close(_ index: Int) -> SimTime {
    let start = records.frames[index].start
    let next = index + 1 < records.frames.count ? records.frames[index + 1].start : finish
    return (records.relaunches.filter { $0 > start } + [next]).min() ?? next
  }

  /// Whether a frame was put on screen, which is when the next one began.
  func isPresented(_ index: Int) -> Bool {
    guard index + 1 < records.frames.count else { return false }
    let (start, next) = (records.frames[index].start, records.frames[index + 1].start)
    return !records.relaunches.contains { $0 > start && $0 <= next }
  }

  /// In screen time: when it was put on screen, or would have been.
  func presentation(_ index: Int) -> SimTime {
    let frame = records.frames[index]
    if isPresented(index) { return screenTime(records.frames[index + 1].start) }
    return screenTime(frame.start) + (frame.planned - frame.start)
  }

  func sum(_ times: [SimTime]) -> SimTime { times.reduce(.zero, +) }

  func figures() -> Figures {
    var figures = Figures()
    figures.add("death", records.death.map { $0.time } ?? SimTime(nanoseconds: -1))
    figures.add("death of", records.death.map { $0.reason == .appLimit ? 1 : 2 } ?? 0)
    figures.add("duration", finish)
    figures.add("frames", records.frames.count)
    addHitches(&figures)
    addStalls(&figures)
    addRequests(&figures)
    for (reason, count) in records.removals.enumerated() { figures.add("removed \(reason)", count) }
    figures.add("refusals", records.refusals)
    figures.add("peak cache", records.peakCache)
    figures.add("offered", records.offered)
    figures.add("refused bytes", records.refused)
    figures.add("removed bytes", records.removed)
    figures.add("resident bytes", heldByCache())
    figures.add("lane decodes", records.laneDecodes.count)
    figures.add("lane decode", sum(records.laneDecodes))
    figures.add("main decodes", records.mainDecodes.count)
    figures.add("main decode", sum(records.mainDecodes))
    figures.add("bytes read", records.bytesRead)
    figures.add("wasted decodes", records.wasted.count)
    figures.add("wasted decode", sum(records.wasted))
    figures.add("peak footprint", memory.peakFootprint.bytes)
    figures.add("warnings", records.warnings)
    figures.add("killed apps", records.killedApps)
    return figures
  }

  private func addHitches(_ figures: inout Figures) {
    let frames = records.frames
    /// How much later than due a frame came, or how long it had been due when all was over.
    func delay(_ index: Int) -> SimTime {
      let frame = frames[index]
      let start = screenTime(frame.start)
      let ready = min(start + (frame.planned - frame.start), screenTime(close(index)))
      return max(.zero, ready - (start + (frame.next - frame.start)))
    }
    let lateIndices = frames.indices.filter {
      frames[$0].planned > frames[$0].next && delay($0) > .zero
    }
    let late = lateIndices.map { frames[$0] }
    let scrolling = frames.indices.filter { !frames[$0].isIdle }.map { index in
      screenTime(close(index)) - screenTime(frames[index].start)
    }
    let scrollingTime = sum(lateIndices.filter { !frames[$0].isIdle }.map(delay))
    figures.add("hitches", late.count)
    figures.add("hitch time", sum(lateIndices.map(delay)))
    figures.add("hitch time while scrolling", scrollingTime)
    figures.add("scrolling", sum(scrolling))
    figures.add("worst hitch", lateIndices.map(delay).max() ?? .zero)
    figures.add(
      "busy",
      sum(
        frames.indices.map {
          min(SimTime(nanoseconds: frames[$0].work.total), close($0) - frames[$0].start)
        }))
    figures.add("late cells", Int(late.reduce(0) { $0 + $1.work.cells }))
    figures.add("late read", Int(late.reduce(0) { $0 + $1.work.read }))
    figures.add("late decode", Int(late.reduce(0) { $0 + $1.work.decode }))
    figures.add("late upload", Int(late.reduce(0) { $0 + $1.work.upload }))
    let seconds = sum(scrolling).seconds
    figures.add("hitch time ratio", seconds == 0 ? 0 : scrollingTime.milliseconds / seconds)
  }

  private func addStalls(_ figures: inout Figures) {
    var (blank, wrong, blankScrolling, scrolling, withBlank) = (0.0, 0.0, 0.0, 0.0, 0)
    var waits: [SimTime] = []
    for (index, frame) in records.frames.enumerated() {
      let start = presentation(index)
      for appearance in frame.entered { appearance.presented = start }
      for appearance in frame.served {
        waits.append(start - (appearance.presented ?? .zero))
      }
      guard isPresented(index) else { continue }
      let seconds = (screenTime(close(index + 1)) - start).seconds
      blank += frame.blank * seconds
      wrong += frame.wrong * seconds
      if frame.blank > 0 { withBlank += 1 }
      if !frame.isIdle {
        blankScrolling += frame.blank * seconds
        scrolling += seconds
      }
    }
    waits.sort()
    func percentile(_ percent: Int) -> SimTime? {
      let rank = (records.appearances * percent + 99) / 100
      return rank > 0 && rank <= waits.count ? waits[rank - 1] : rank == 0 ? .zero : nil
    }
    figures.add("blank", blank)
    figures.add("wrong", wrong)
    figures.add("blank ratio", scrolling == 0 ? 0 : blankScrolling / scrolling)
    figures.add("frames with blank", withBlank)
    figures.add("appearances", records.appearances)
    figures.add("never shown", records.leftUnshown + records.cancelled)
    figures.add("unfinished", appearances.count { !$0.isServed })
    figures.add("skipped", records.skipped)
    figures.add("p50", percentile(50))
    figures.add("p95", percentile(95))
    figures.add("p99", percentile(99))
    figures.add("max", percentile(100))
  }

  private func addRequests(_ figures: inout Figures) {
    func bytes(_ images: [ImageID]) -> Int { images.reduce(0) { $0 + cost($1).bitmap } }
    func decode(_ images: [ImageID]) -> SimTime { sum(images.map { cost($0).decode }) }
    figures.add("requests", records.requests.count)
    figures.add("hits", records.hits.count)
    figures.add("live hits", records.liveHits)
    figures.add("joined", records.joined)
    figures.add("started", records.started)
    figures.add("displayed", records.displayed)
    figures.add("left unshown", records.leftUnshown)
    figures.add("cancelled", records.cancelled)
    figures.add("requests unfinished", appearances.count { !$0.isServed })
    figures.add("prefetches", records.prefetches)
    figures.add("bytes asked", bytes(records.requests))
    figures.add("bytes hit", bytes(records.hits))
    figures.add("decode asked", decode(records.requests))
    figures.add("decode saved", decode(records.decodesSaved))
  }
}
