import BasicContainers
import ScrollCore
import ScrollDevice

/// The figures of a run, and what is counted a second time for the laws of conservation.
extension Simulation {
  /// What the run reports: the figures of every part, and the second counts.
  ///
  /// Before the end they are those of the frames that have been on screen.
  /// - Complexity: O(cells + bitmaps + n log n), n being the images that came late.
  mutating func report() -> RunReport {
    var report = RunReport()
    report.duration = session.stop
    report.screenTime = SimTime(nanoseconds: report.duration.nanoseconds - session.offScreen)
    report.death = session.death
    report.launch = session.launchFigures
    report.frames = mainThread.frames
    report.requests = screen.requests
    report.cells.prepared = screen.prepared
    report.prefetch = cache.prefetches
    report.cache = cache.figures
    report.cache.residentBytes = cache.bytes
    cache.contentAccesses.report(into: &report.cache)
    report.interface = footprint.interface.figures
    report.memory = footprint.figures
    stalls.report(into: &report)
    taps.report(into: &report)
    if loader.placeholder > 0 {
      report.stalls.placeholderSeconds = report.stalls.blankAreaSeconds
    }
    mainThread.report(into: &report)
    lanes.report(into: &report.work)
    downloads.report(into: &report.work)
    flash.report(into: &report.work)
    footprint.report(into: &report.work)
    report.books.idle = mainThread.idle
    report.books.footprint = footprint.bytes
    report.books.held = scenario.device.memory.baseFootprint + heldBytes()
    return report
  }

  /// What is charged for, found by asking each holder: the cache, its uses, the cells, the
  /// loads, the hits that are shown a frame later, the system's cache.
  private mutating func heldBytes() -> ByteCount {
    var isCounted = [Bool](repeating: false, count: footprint.bitmaps.bitmaps.count)
    var sum = footprint.interface.recounted + footprint.placeholder
    for key in cache.bitmaps.indices {
      sum += newBytes(cache.bitmaps[key], &isCounted)
    }
    for access in cache.contentAccesses.open { sum += newBytes(access.bitmap, &isCounted) }
    for cell in CellIndex.first(screen.cells.cells.count) {
      sum += newBytes(screen.cells[cell].bitmap, &isCounted)
    }
    for index in 0..<loading.lateHits.count {
      sum += newBytes(loading.lateHits[index].bitmap, &isCounted)
    }
    for slot in 0..<loading.inFlight.loads.count where loading.inFlight.loads[slot].stage != .free {
      let load = loading.inFlight.loads[slot]
      sum += ByteCount(load.bytes)
      sum += newBytes(load.bitmap, &isCounted) + newBytes(load.cachedFile, &isCounted)
    }
    return sum
  }

  /// What a bitmap takes, unless it was found with another holder.
  private mutating func newBytes(_ bitmap: BitmapIndex, _ isCounted: inout [Bool]) -> ByteCount {
    guard bitmap != .none, !isCounted[bitmap.position] else { return .zero }
    isCounted[bitmap.position] = true
    return footprint.bitmaps[bitmap].isVolatile ? .zero : ByteCount(footprint.bitmaps[bitmap].bytes)
  }
}
