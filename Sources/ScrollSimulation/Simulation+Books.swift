import BasicContainers
import ScrollCore
import ScrollDevice

/// When the main thread is free: its idle time is counted here, its busy time by the frames.
struct MainThreadClock {
  /// From the end of each work to the beginning of the next.
  private(set) var idle: Int64 = 0
  /// Work before a first frame, as far as the run went.
  private(set) var launching: Int64 = 0
  /// When the last work is done, and whether a launch does it.
  private var freeFrom: Int64 = 0
  private var isLaunching = false

  /// The main thread begins to work; whatever it had left to do is dropped.
  mutating func work(from start: Int64, for duration: Int64, isLaunch: Bool = false) {
    stop(at: start)
    freeFrom = start + duration
    isLaunching = isLaunch
    if isLaunch { launching += duration }
  }

  /// The run, or the process, ends.
  mutating func stop(at time: Int64) {
    if isLaunching { launching -= max(0, freeFrom - time) }
    isLaunching = false
    idle += max(0, time - freeFrom)
    freeFrom = time
  }
}

/// What is counted a second time, for the laws of conservation.
extension Simulation {
  /// Writes the second counts down at the end of the run.
  mutating func closeBooks(at time: SimTime) {
    mainThread.stop(at: time.nanoseconds)
    report.books.idle = SimTime(nanoseconds: mainThread.idle)
    report.books.launching = SimTime(nanoseconds: mainThread.launching)
    report.books.footprint = memory.footprint
    report.books.held = scenario.device.memory.baseFootprint + ByteCount(heldBytes())
  }

  /// What is charged for, found by asking everybody who holds something: the cache, the cells,
  /// the loads, the hits that are shown a frame later, the system's cache.
  private mutating func heldBytes() -> Int {
    var isCounted = [Bool](repeating: false, count: bitmaps.bitmaps.count)
    var sum = interface.recounted
    for key in cachedBitmap.indices { sum += newBytes(cachedBitmap[key], &isCounted) }
    for cell in CellIndex.first(cells.cells.count) {
      sum += newBytes(cells[cell].bitmap, &isCounted)
    }
    for index in 0..<lateHits.count { sum += newBytes(lateHits[index].bitmap, &isCounted) }
    for slot in 0..<inFlight.loads.count where inFlight.loads[slot].stage != .free {
      let load = inFlight.loads[slot]
      sum += load.bytes
      sum += newBytes(load.bitmap, &isCounted) + newBytes(load.cachedFile, &isCounted)
    }
    return sum
  }

  /// What a bitmap takes, unless somebody else was found to hold it; -1 is none.
  private mutating func newBytes(_ bitmap: BitmapIndex, _ isCounted: inout [Bool]) -> Int {
    guard bitmap != .none, !isCounted[bitmap.position] else { return 0 }
    isCounted[bitmap.position] = true
    return bitmaps[bitmap].isVolatile ? 0 : bitmaps[bitmap].bytes
  }
}
