import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How a loaded image reaches the cache and the cells.
extension Simulation {
  /// Step 2: everything that was finished since the last frame, in order of completion.
  mutating func deliverFinished(at time: SimTime) {
    for index in 0..<loading.lateHits.count {
      let hit = loading.lateHits[index]
      if isWaiting(hit.item, appearance: hit.appearance) {
        show(hit.bitmap, in: hit.item, at: time)
      }
      release(hit.bitmap, at: time)
    }
    loading.didDeliverLateHits()
    // A reloaded row may ask for what fails at once: that is for the next frame.
    let count = loading.finished.count
    for index in 0..<count { deliver(loading.finished[index], at: time) }
    loading.didDeliver(count)
  }

  /// A finished load reaches the main thread.
  private mutating func deliver(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    if load.hasFailed { return deliverFailure(slot, at: time) }
    loading.unshare(slot, of: load.key)
    let holdsFiles = loader.holds == .encoded
    var bitmap = load.bitmap
    if bitmap == .none {
      footprint.freeEncoded(ByteCount(load.bytes))
      bitmap = undecoded(load)
      if load.derives {
        derive(bitmap, from: load.file, isReencoded: load.isReencoded, at: time)
      } else if loader.decodeOn == .main, !loader.decodesLazily, !holdsFiles {
        decodeNow(bitmap, at: time)
      }
    }
    if !loader.entersMemory(from: load.source) {
      passBy(
        load.key, isPrefetched: load.isUnusedPrefetch, isViewed: hasViewer(load),
        bytes: fileBytes(load.file, load.source))
    } else if load.cachedFile == .none, load.source != .memory {
      if loader.cancelOnLeave, loader.cancelStore, load.isUnwanted, !hasViewer(load) {
        if load.isUnusedPrefetch { cache.countPrefetch(.cancelled) }
        cache.setReason(.cancelled, for: load.key)
      } else {
        keep(bitmap, of: load, at: time)
      }
    }
    if loader.reloadRow, load.source == .network {
      reloadRows(load, at: time)
    } else if holdsFiles, !footprint.bitmaps[bitmap].isDecoded {
      let view = view(ofFile: bitmap)
      displayEverywhere(view, load, at: time)
      footprint.release(view)
    } else {
      displayEverywhere(bitmap, load, at: time)
    }
    release(bitmap, at: time)
    loading.inFlight.remove(slot, at: moment(time))
    if !loader.refreshesJoined { passOver(slot, load, at: time) }
  }

  /// What was loaded is not for the memory cache: it is gone as soon as it is not displayed.
  mutating func passBy(_ key: KeyIndex, isPrefetched: Bool, isViewed: Bool, bytes: Int) {
    cache.setReason(.evicted, for: key)
    guard isPrefetched else { return }
    cache.countPrefetch(isViewed ? .used : .evictedUnused)
    if !isViewed { cache.didFetchUnseen(bytes) }
  }

  /// Rows that waited for what another one began are not told: they wait for nothing now.
  private mutating func passOver(_ slot: LoadIndex, _ load: Load, at time: SimTime) {
    let now = moment(time)
    forEachVisible { simulation, item in
      let cell = simulation.screen.cellOfItem[item]
      guard simulation.overlaps(item.position), simulation.screen.cells[cell].load == slot,
        simulation.screen.cells[cell].serial == load.serial,
        simulation.screen.cells[cell].awaited != .none
      else { return }
      simulation.stopWaiting(cell, at: time)
      simulation.screen.cells.update(cell) { $0.failedAt = now }
    }
  }

  /// An image object over the encoded bytes of a load, decoded when it is first drawn.
  private mutating func undecoded(_ load: Load) -> BitmapIndex {
    let work = works[load.picture]
    let isReencoded = load.isReencoded && !load.derives
    return footprint.bitmaps.make(
      bytes: isReencoded ? work.stored : work.encoded, picture: load.picture, key: load.key,
      version: load.version, isReencoded: isReencoded)
  }

  /// Offers the cache what it holds: the bitmap, or the file.
  private mutating func keep(_ bitmap: BitmapIndex, of load: Load, at time: SimTime) {
    let admission: Admission = hasViewer(load) ? .viewed : .prefetched
    if load.isUnusedPrefetch, admission == .viewed { cache.countPrefetch(.used) }
    if !load.isUnusedPrefetch, admission == .prefetched { cache.countPrefetch(.unasked) }
    let isUnseen = load.isUnusedPrefetch && admission == .prefetched
    keep(
      bitmap, load.key, as: admission, unseen: isUnseen ? fileBytes(load.file, load.source) : 0,
      at: time)
  }

  /// Offers the cache a bitmap that was loaded, or the file of it that it holds in its place.
  mutating func keep(
    _ bitmap: BitmapIndex, _ key: KeyIndex, as admission: Admission, unseen: Int, at time: SimTime
  ) {
    let entry = footprint.bitmaps[bitmap]
    guard cachesFiles, entry.isDecoded else {
      return store(key, bitmap: bitmap, as: admission, unseen: unseen, at: time)
    }
    let work = works[entry.picture]
    let file = makeBitmap(
      bytes: entry.isReencoded ? work.stored : work.encoded, picture: entry.picture, key: key,
      version: entry.version, isReencoded: entry.isReencoded, at: time)
    store(key, bitmap: file, as: admission, unseen: unseen, at: time)
    footprint.release(file)
  }

  /// Whether an appearance wants the image now.
  private mutating func hasViewer(_ load: Load) -> Bool {
    guard loader.sharesLoads else {
      return wantsItsOwn(load)
    }
    guard loader.refreshesJoined else { return load.item != .none && wants(load.item, load) }
    for item in screen.placement.items(showing: load.key.id) where wants(ItemIndex(item), load) {
      return true
    }
    return false
  }

  /// Whether a visible item wants what a load brings.
  private mutating func wants(_ item: ItemIndex, _ load: Load) -> Bool {
    guard isStillVisible(item), screen.states[item] != .hidden else { return false }
    let cell = screen.cells[screen.cellOfItem[item]]
    return cell.awaited != .none
      && keys.key(of: item, keys.variant(of: cell.awaited)) == load.key
  }

  /// Whether a visible item still waits in the appearance that asked.
  mutating func isWaiting(_ item: ItemIndex, appearance: Int32) -> Bool {
    guard isStillVisible(item), screen.states[item] != .hidden,
      screen.appearances[item] == appearance
    else { return false }
    return screen.cells[screen.cellOfItem[item]].awaited != .none
  }

  /// Shows a delivered bitmap wherever it is wanted, and where a recycled cell lets it in.
  private mutating func displayEverywhere(_ bitmap: BitmapIndex, _ load: Load, at time: SimTime) {
    forEachViewer(load) { $0.display(bitmap, in: $1, at: time) }
    if load.cell != .none, !loader.recycledCellCheck {
      displayInRecycledCell(bitmap, load, at: time)
    }
  }

  /// Every item that wants what a load brings, in the direction of movement.
  private mutating func forEachViewer(
    _ load: Load, _ body: (inout Simulation, ItemIndex) -> Void
  ) {
    if loader.sharesLoads, !loader.refreshesJoined {
      if load.item != .none, wants(load.item, load) { body(&self, load.item) }
    } else if loader.sharesLoads {
      let items = screen.placement.items(showing: load.key.id)
      for index in ItemsInOrder(items.indices, motion.direction) {
        let item = ItemIndex(items[index.position])
        if wants(item, load) { body(&self, item) }
      }
    } else if wantsItsOwn(load) {
      body(&self, load.item)
    }
  }

  /// Whether the appearance that started a load still waits for what it asked for.
  private mutating func wantsItsOwn(_ load: Load) -> Bool {
    guard load.item != .none, isWaiting(load.item, appearance: load.appearance) else {
      return false
    }
    return screen.cells[screen.cellOfItem[load.item]].awaited == load.asked
  }

  /// A row that waits for a download is made once more, and asks once more.
  private mutating func reloadRows(_ load: Load, at time: SimTime) {
    forEachViewer(load) { simulation, item in
      simulation.endRequest(of: simulation.screen.cellOfItem[item], as: .leftUnshown)
      simulation.mainThread.work.cells += simulation.scenario.device.mainThread.cellWork.nanoseconds
      simulation.screen.requests.didReloadRow()
      simulation.request(item, simulation.keys.variant(of: load.asked), at: time)
    }
  }

  /// A download has failed: the requests that wait for it fail.
  private mutating func deliverFailure(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    if load.isUnusedPrefetch { cache.countPrefetch(.failed) }
    forEachVisible { simulation, item in
      let cell = simulation.screen.cellOfItem[item]
      guard simulation.overlaps(item.position), simulation.screen.cells[cell].load == slot,
        simulation.screen.cells[cell].serial == load.serial
      else { return }
      simulation.failRequest(of: cell, at: time)
    }
    forgetLoad(slot, at: time)
    if loader.reloadFailedRow { reloadRows(load, at: time) }
  }

  /// Shows a late image in the cell that asked for it and shows another item by now.
  ///
  /// A cell that was not reused since is left alone, and so is one that has shown its own image
  /// and is offered the same. A cell that waits for this very picture takes it for its own.
  private mutating func displayInRecycledCell(
    _ bitmap: BitmapIndex, _ load: Load, at time: SimTime
  ) {
    let (cell, item) = (screen.cells[load.cell], screen.cells[load.cell].item)
    guard item != .none, isStillVisible(item), screen.states[item] != .hidden,
      cell.bitmap != bitmap,
      item != load.item || screen.appearances[item] != load.appearance
    else { return }
    if shows(bitmap, item) {
      if screen.states[item] != .waiting, shows(cell.bitmap, item) { return }
      if cell.awaited == .none || cell.awaited == footprint.bitmaps[bitmap].picture {
        return display(bitmap, in: item, at: time)
      }
    } else {
      screen.overwrite(item)
    }
    put(bitmap, into: load.cell, at: time)
    note(time, .misplaced(item: item.number, picture: footprint.bitmaps[bitmap].picture.number))
  }

  /// Whether a bitmap is of an item's image, in whatever rendition.
  private mutating func shows(_ bitmap: BitmapIndex, _ item: ItemIndex) -> Bool {
    keys.image(of: footprint.bitmaps[bitmap].picture) == image(of: item)
  }
}
