import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The start of the app, and the moments at which everything is laid out anew.
extension Simulation {
  /// The app is launched: what it preloads delays the first frame.
  ///
  /// The images of the first items that are files, each once, in order, read and decoded on
  /// the main thread and offered to the cache, until the process ends. What ends it for want of
  /// memory comes when the launch is that far.
  mutating func launch(at time: SimTime) {
    mainThread.awaitLaunch(due: session.launch(at: time))
    guard loader.preload > 0, loader.cache else {
      return note(time, .launched(preloading: .zero))
    }
    mainThread.work = RunReport.MainThreadWork()
    var preloaded: Set<KeyIndex> = []
    let end = session.end(ifBlockedFrom: time)
    for item in 0..<screen.placement.count where preloaded.count < loader.preload {
      guard session.death == nil, launched(from: time) <= end else { break }
      let key = keys.key(of: ItemIndex(item))
      let picture = keys.picture(of: image(of: ItemIndex(item)))
      guard !works[picture].isRemote, preloaded.insert(key).inserted else { continue }
      preload(picture, key, at: time)
      if session.postponeDeath(to: launched(from: time)) { break }
    }
    let busy = mainThread.launch(at: time)
    note(time, .launched(preloading: busy))
    session.preload(from: time, for: busy)
  }

  /// How far a launch has come.
  private func launched(from time: SimTime) -> SimTime {
    time + SimTime(nanoseconds: mainThread.work.total)
  }

  private mutating func preload(_ picture: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    let work = works[picture]
    if !readsPages(picture, key, .file) {
      mainThread.work.read += work.read
      flash.didRead(work.encoded)
    }
    let bitmap = makeBitmap(
      bytes: work.encoded, picture: picture, key: key,
      version: loading.version(of: keys.image(of: picture)), at: time)
    if !cachesFiles { decodeNow(bitmap, at: time) }
    store(key, bitmap: bitmap, as: .prefetched, unseen: work.encoded, at: time)
    cache.countPrefetch(.issued)
    release(bitmap, at: time)
  }

  /// The device was turned, or items were inserted: everything lies elsewhere; false if not.
  mutating func enterEpoch(at time: SimTime) -> Bool {
    guard let epoch = session.scenario.enterEpoch(by: time) else { return false }
    screen.lay(out: keys.placing(epoch.placement), extent: epoch.viewportExtent, at: motion.offset)
    cache.model.placementChanged(to: screen.placement)
    prefetching.layoutChanged(
      to: screen.placement, breadth: epoch.viewportBreadth, until: session.scenario.nextEpochTime)
    return true
  }

  /// Makes cells ahead in what is left of the frame: those next in the direction of movement.
  ///
  /// As many items as are visible are looked at, one at least, whose cells may be there already.
  mutating func prepareCells() {
    let work = scenario.device.mainThread.cellWork.nanoseconds
    let period = 1_000_000_000 / session.hertz
    let step = Int(motion.direction.rawValue)
    let shown = screen.visible.indices.count { overlaps($0) }
    var (item, left) = (step > 0 ? screen.visible.first : screen.visible.end, max(1, shown))
    if step < 0 {
      // In a waterfall, items after the last visible one may have ended before it.
      let upper = motion.offset + screen.extent
      while item < screen.placement.count, screen.placement.starts[item] < upper { item += 1 }
      item -= 1
    }
    while left > 0, item >= 0, item < screen.placement.count, mainThread.work.total + work <= period
    {
      if isAhead(item) {
        left -= 1
        if screen.prepare(ItemIndex(item)) { mainThread.work.cells += work }
      }
      item += step
    }
  }

  /// Whether an item is there and lies beyond the viewport in the direction of movement.
  private mutating func isAhead(_ item: Int) -> Bool {
    let (start, end) = (screen.placement.starts[item], screen.placement.ends[item])
    guard start < end else { return false }
    return motion.direction == .forward
      ? start >= motion.offset + screen.extent : end <= motion.offset
  }
}
