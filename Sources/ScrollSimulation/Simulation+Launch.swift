import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The start of the app, and the moments at which everything is laid out anew.
extension Simulation {
  /// A launch that takes longer is ended by the watchdog.
  private static let watchdog = SimTime(seconds: 20)

  /// The app is launched: what it preloads delays the first frame.
  ///
  /// The images of the first items that are files, each once, in order, read and decoded on
  /// the main thread and offered to the cache.
  mutating func launch(at time: SimTime) {
    report.launch.count += 1
    launchedAt = time
    resumed = time
    guard loader.preload > 0, loader.cache else {
      return note(time, .launched(preloading: .zero))
    }
    frameWork = Work()
    var preloaded: Set<KeyIndex> = []
    for item in 0..<placement.count where preloaded.count < loader.preload {
      let key = keys.key(of: ItemIndex(item))
      let picture = keys.picture(of: image(of: ItemIndex(item)))
      guard !works[picture].isRemote, preloaded.insert(key).inserted else { continue }
      preload(picture, key, at: time)
    }
    let busy = SimTime(nanoseconds: frameWork.total)
    report.launch.preloading += busy
    mainThread.work(from: time.nanoseconds, for: busy.nanoseconds, isLaunch: true)
    note(time, .launched(preloading: busy))
    frameWork = Work()
    if busy > Self.watchdog, death == nil {
      death = RunReport.Death(time: time + Self.watchdog, reason: .watchdog)
      // It may be beyond the last sample.
      if time + Self.watchdog > SimTime(nanoseconds: end) { death = nil }
    }
    resumed = time + busy
  }

  private mutating func preload(_ picture: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    let work = works[picture]
    if !readsPages(picture, key, .file) {
      frameWork.read += work.read
      report.work.bytesRead += work.encoded
    }
    let bitmap = bitmaps.make(
      bytes: work.encoded, picture: picture, key: key,
      version: versions[keys.image(of: picture)])
    memoryChanged(at: time)
    if !cachesFiles {
      decodeNow(bitmap)
      memoryChanged(at: time)
    }
    store(key, bitmap: bitmap, as: .prefetched, at: time)
    report.prefetch.issued += 1
    release(bitmap)
    memoryChanged(at: time)
  }

  /// The first frame since the launch is on screen one vsync at least after its start.
  mutating func presentFirst(at time: SimTime) {
    guard let launched = launchedAt else { return }
    launchedAt = nil
    let free = SimTime(nanoseconds: time.nanoseconds + max(1, frameWork.total))
    let shown = SimTime.vsync(free.firstVsync(hertz: hertz), hertz: hertz)
    report.launch.timeToFirstFrame = max(report.launch.timeToFirstFrame, shown - launched)
  }

  /// The device was turned, or items were inserted: everything lies elsewhere; false if not.
  mutating func enterEpoch(at time: SimTime) -> Bool {
    var epoch: LayoutEpoch?
    while nextEpoch < scenario.laterEpochs.count, scenario.laterEpochs[nextEpoch].time <= time {
      epoch = scenario.laterEpochs[nextEpoch]
      nextEpoch += 1
    }
    guard let epoch else { return false }
    placement = keys.placing(epoch.placement)
    extent = epoch.viewportExtent
    visible = VisibleRange()
    visible.move(lower: motion.offset, upper: motion.offset + extent, in: placement)
    model.placementChanged(to: placement)
    let next =
      nextEpoch < scenario.laterEpochs.count ? scenario.laterEpochs[nextEpoch].time : .never
    prefetching.layoutChanged(
      to: placement, breadth: epoch.viewportBreadth, until: next)
    return true
  }

  /// A picture of the interface in a cell, read and decoded now if it is not in memory.
  mutating func showInterface(in item: ItemIndex, at time: SimTime) {
    guard interface.show(in: item) else { return }
    frameWork.read += interface.read
    frameWork.decode += interface.decode
    report.interface.loads += 1
    report.interface.time += SimTime(nanoseconds: interface.read + interface.decode)
    memoryChanged(at: time)
  }

  /// Makes cells ahead in what is left of the frame: those next in the direction of movement.
  ///
  /// As many items as are visible are looked at, one at least, whose cells may be there already.
  mutating func prepareCells() {
    let work = scenario.device.mainThread.cellWork.nanoseconds
    let period = 1_000_000_000 / hertz
    let step = Int(motion.direction.rawValue)
    let shown = visible.indices.count { overlaps($0) }
    var (item, left) = (step > 0 ? visible.first : visible.end, max(1, shown))
    if step < 0 {
      // In a waterfall, items after the last visible one may have ended before it.
      let upper = motion.offset + extent
      while item < placement.count, placement.starts[item] < upper { item += 1 }
      item -= 1
    }
    while left > 0, item >= 0, item < placement.count, frameWork.total + work <= period {
      if isAhead(item) {
        left -= 1
        if !isPrepared[ItemIndex(item)] {
          isPrepared[ItemIndex(item)] = true
          frameWork.cells += work
          report.cells.prepared += 1
        }
      }
      item += step
    }
  }

  /// Whether an item is there and lies beyond the viewport in the direction of movement.
  private mutating func isAhead(_ item: Int) -> Bool {
    let (start, end) = (placement.starts[item], placement.ends[item])
    guard start < end else { return false }
    return motion.direction == .forward ? start >= motion.offset + extent : end <= motion.offset
  }

  /// Whether the cell of an item was made ahead; it is used up.
  mutating func takePrepared(_ item: ItemIndex) -> Bool {
    guard loader.cellPreparation == .ahead, isPrepared[item] else { return false }
    isPrepared[item] = false
    return true
  }
}
