import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How a loaded image reaches the cache and the cells.
extension Simulation {
  /// Step 2: everything that was finished since the last frame, in order of completion.
  mutating func deliverFinished(at time: SimTime) {
    for index in 0..<lateHits.count {
      let hit = lateHits[index]
      if isWaiting(hit.item, appearance: hit.appearance) {
        show(hit.bitmap, in: hit.item, at: time)
      }
      release(hit.bitmap)
      memoryChanged(at: time)
    }
    lateHits.removeAll(keepingCapacity: true)
    // A reloaded row may ask for what fails at once: that is for the next frame.
    let count = finished.count
    for index in 0..<count { deliver(finished[index], at: time) }
    for index in count..<finished.count { finished[index - count] = finished[index] }
    for _ in 0..<count { _ = finished.popLast() }
  }

  /// A finished load reaches the main thread.
  private mutating func deliver(_ slot: LoadIndex, at time: SimTime) {
    let load = inFlight.loads[slot]
    if load.hasFailed { return deliverFailure(slot, at: time) }
    if loader.coalescing, loadOfKey[load.key] == slot { loadOfKey[load.key] = .none }
    let holdsFiles = loader.holds == .encoded
    var bitmap = load.bitmap
    if bitmap == .none {
      encodedInFlight -= load.bytes
      bitmap = undecoded(load)
      if load.derives {
        derive(bitmap, from: load.file, isReencoded: load.isReencoded, at: time)
      } else if loader.decodeOn == .main, !loader.decodesLazily, !holdsFiles {
        decodeNow(bitmap)
        memoryChanged(at: time)
      }
    }
    if loader.cache, load.cachedFile == .none, load.source != .memory {
      keep(bitmap, of: load, at: time)
    } else if !loader.cache {
      fates[load.key].reason = .evicted
    }
    if loader.reloadRow, load.source == .network {
      reloadRows(load, at: time)
    } else if holdsFiles, !bitmaps[bitmap].isDecoded {
      let view = view(ofFile: bitmap)
      displayEverywhere(view, load, at: time)
      release(view)
    } else {
      displayEverywhere(bitmap, load, at: time)
    }
    release(bitmap)
    inFlight.remove(slot, at: screenTime(time))
    memoryChanged(at: time)
  }

  /// An image object over the encoded bytes of a load, decoded when it is first drawn.
  private mutating func undecoded(_ load: Load) -> BitmapIndex {
    let work = works[load.picture]
    let isReencoded = load.isReencoded && !load.derives
    return bitmaps.make(
      bytes: isReencoded ? work.stored : work.encoded, picture: load.picture, key: load.key,
      version: load.version, isReencoded: isReencoded)
  }

  /// Offers the cache what it holds: the bitmap, or the file.
  private mutating func keep(_ bitmap: BitmapIndex, of load: Load, at time: SimTime) {
    let admission: Admission = hasViewer(load) ? .viewed : .prefetched
    if load.isUnusedPrefetch, admission == .viewed { report.prefetch.used += 1 }
    if !load.isUnusedPrefetch, admission == .prefetched { report.prefetch.unasked += 1 }
    keep(bitmap, load.key, as: admission, at: time)
  }

  /// Offers the cache a bitmap that was loaded, or the file of it that it holds in its place.
  mutating func keep(
    _ bitmap: BitmapIndex, _ key: KeyIndex, as admission: Admission, at time: SimTime
  ) {
    let entry = bitmaps[bitmap]
    guard cachesFiles, entry.isDecoded else {
      return store(key, bitmap: bitmap, as: admission, at: time)
    }
    let work = works[entry.picture]
    let file = bitmaps.make(
      bytes: entry.isReencoded ? work.stored : work.encoded, picture: entry.picture, key: key,
      version: entry.version, isReencoded: entry.isReencoded)
    memoryChanged(at: time)
    store(key, bitmap: file, as: admission, at: time)
    release(file)
  }

  /// Whether an appearance wants the image now.
  private mutating func hasViewer(_ load: Load) -> Bool {
    guard loader.coalescing else {
      return wantsItsOwn(load)
    }
    for item in placement.items(showing: load.key.id) where wants(ItemIndex(item), load) {
      return true
    }
    return false
  }

  /// Whether a visible item wants what a load brings.
  private mutating func wants(_ item: ItemIndex, _ load: Load) -> Bool {
    guard isStillVisible(item), states[item] != .hidden else { return false }
    let cell = cells[cellOfItem[item]]
    return cell.awaited != .none
      && keys.key(of: item, keys.variant(of: cell.awaited)) == load.key
  }

  /// Whether a visible item still waits in the appearance that asked.
  mutating func isWaiting(_ item: ItemIndex, appearance: Int32) -> Bool {
    guard isStillVisible(item), states[item] != .hidden,
      appearances[item] == appearance
    else { return false }
    return cells[cellOfItem[item]].awaited != .none
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
    if loader.coalescing {
      let items = placement.items(showing: load.key.id)
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
    return cells[cellOfItem[load.item]].awaited == load.asked
  }

  /// The row of whoever waits for a download is made once more, and asks once more.
  private mutating func reloadRows(_ load: Load, at time: SimTime) {
    forEachViewer(load) { simulation, item in
      simulation.endRequest(of: simulation.cellOfItem[item], as: \.leftUnshown)
      simulation.frameWork.cells += simulation.scenario.device.mainThread.cellWork.nanoseconds
      simulation.report.requests.reloadedRows += 1
      simulation.request(item, simulation.keys.variant(of: load.asked), at: time)
    }
  }

  /// Nobody gets the image of a failed download; whoever asked is told so.
  private mutating func deliverFailure(_ slot: LoadIndex, at time: SimTime) {
    let load = inFlight.loads[slot]
    if load.isUnusedPrefetch { report.prefetch.failed += 1 }
    forEachVisible { simulation, item in
      let cell = simulation.cellOfItem[item]
      guard simulation.overlaps(item.position), simulation.cells[cell].load == slot,
        simulation.cells[cell].serial == load.serial
      else { return }
      simulation.failRequest(of: cell, at: time)
    }
    forgetLoad(slot, at: time)
  }

  /// Shows a late image in the cell that asked for it and shows another item by now.
  ///
  /// A cell that was not reused since is left alone, and so is one that has shown its own image
  /// and is offered the same. A cell that waits for this very picture takes it for its own.
  private mutating func displayInRecycledCell(
    _ bitmap: BitmapIndex, _ load: Load, at time: SimTime
  ) {
    let (cell, item) = (cells[load.cell], cells[load.cell].item)
    guard item != .none, isStillVisible(item), states[item] != .hidden, cell.bitmap != bitmap,
      item != load.item || appearances[item] != load.appearance
    else { return }
    if shows(bitmap, item) {
      if states[item] != .waiting, shows(cell.bitmap, item) { return }
      if cell.awaited == .none || cell.awaited == bitmaps[bitmap].picture {
        return display(bitmap, in: item, at: time)
      }
    } else if states[item] == .shown {
      states[item] = .overwritten
      overwrittenCount += 1
    }
    put(bitmap, into: load.cell, at: time)
    note(time, .misplaced(item: item.number, picture: bitmaps[bitmap].picture.number))
  }

  /// Whether a bitmap is of an item's image, in whatever rendition.
  private mutating func shows(_ bitmap: BitmapIndex, _ item: ItemIndex) -> Bool {
    keys.image(of: bitmaps[bitmap].picture) == image(of: item)
  }
}
