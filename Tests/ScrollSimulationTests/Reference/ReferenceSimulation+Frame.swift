import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollSimulation

/// A frame from its start to the next one's.
extension ReferenceSimulation {
  func frame(_ index: Int64) {
    records.frames.append(ReferenceRecords.Frame(start: now, next: vsync(index + 1)))
    var frame = records.frames.count - 1
    isInFrame = true
    defer { isInFrame = false }

    // 1. Move.
    let lower = motion.offset(at: now)
    let isElsewhere = layOut()
    let upper = lower + viewportExtent
    let viewport = Viewport(
      lower: lower, upper: upper, velocity: motion.velocity(at: now),
      direction: motion.direction(at: now), phase: motion.phase(at: now), time: now)
    records.frames[frame].isIdle = viewport.phase == .idle
    let screens = abs(viewport.velocity) / viewportExtent
    let limit = isTooFast && loader.deferBelow > 0 ? loader.deferBelow : loader.deferAbove
    isTooFast = loader.deferAbove > 0 && screens > min(limit, loader.deferAbove)
    if let lastFrame { traveled += abs(lower - motion.offset(at: lastFrame)) }

    // 2. What the system says.
    deliverPressure()
    model?.timePassed(to: now)
    followRemovals()
    if isSpatial { model?.viewportMoved(to: viewport) }
    followRemovals()

    // 3 and 4. What arrives, leaves and enters.
    let visible = items(in: lower..<upper)
    let drawn = lookUpDrawn(visible)
    deliver(visible)
    leave(visible, losing: drawn)
    letDeferredBegin()
    if let last = lastFrame, let shown, !isElsewhere {
      let swept = items(in: motion.swept(from: last, to: now, extent: viewportExtent))
      let seen = Set(items(in: shown)).union(visible)
      records.skipped += swept.filter { !seen.contains($0) }.count
    }
    let entered = enter(visible)
    letDeferredBegin()

    // 5 to 7. Better renditions, what is fetched ahead, cells that are made ahead.
    if loader.variants != .none, viewport.phase == .idle { askForFull(visible) }
    prefetch(viewport, entered)
    prepareCells(viewport, visible)

    look(lower..<upper)
    frame = records.frames.count - 1
    free = now + SimTime(nanoseconds: records.frames[frame].work.total)
    let next = max(index + 1, firstVsync(free))
    records.frames[frame].planned = vsync(next)
    let isFirst = records.launches[records.launches.count - 1].frame == frame
    watch(until: isFirst ? vsync(next) : free, isLaunch: isFirst)
    (shown, lastFrame) = (lower..<upper, now)
    context = (false, false)
    schedule(.frame(next), at: vsync(next))
  }

  /// Adds to the main thread's work in this frame.
  func work(_ kind: WritableKeyPath<ReferenceWork, Int64>, _ time: SimTime) {
    records.frames[records.frames.count - 1].work[keyPath: kind] += time.nanoseconds
  }

  /// Moves the items to where they lie by now; true if they moved.
  private func layOut() -> Bool {
    var isElsewhere = false
    if let last = epochs.last(where: { $0.time <= now }) { leaveResized(last) }
    while let epoch = epochs.first, epoch.time <= now {
      epochs.removeFirst()
      placement = epoch.placement
      (viewportExtent, viewportBreadth) = (epoch.viewportExtent, epoch.viewportBreadth)
      model?.placementChanged(to: keyPlacement())
      planner.layoutChanged(
        to: keyPlacement(), breadth: epoch.viewportBreadth, until: epochs.first?.time ?? .never)
      isElsewhere = true
    }
    return isElsewhere
  }

  /// Writes down what every cell shows.
  private func look(_ viewport: Range<Double>) {
    for appearance in appearances {
      let overlap =
        min(placement.ends[appearance.item], viewport.upperBound)
        - max(placement.starts[appearance.item], viewport.lowerBound)
      let area = overlap / viewportExtent * placement.breadths[appearance.item]
      var sight = ReferenceRecords.Sight.blank
      if let picture = appearance.cell.picture {
        if costs[picture.rendition].image != appearance.image {
          sight = .wrong
        } else {
          sight = isSoft(picture, in: appearance.item) ? .low : .full
        }
      }
      records.frames[records.frames.count - 1].sights.append((appearance, area, sight))
    }
  }

  /// Every item that overlaps an interval.
  func items(in interval: Range<Double>) -> [Int] {
    (0..<placement.count).filter {
      min(placement.ends[$0], interval.upperBound) > max(placement.starts[$0], interval.lowerBound)
    }
  }

  /// In entering order.
  func ordered(_ items: [Int], at time: SimTime? = nil) -> [Int] {
    motion.direction(at: time ?? now) == .forward ? items.sorted() : items.sorted().reversed()
  }
}
