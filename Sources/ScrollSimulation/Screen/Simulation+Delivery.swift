import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The delivery of loaded images to the cache and the cells.
extension Simulation {
  /// Delivers all loads that were finished since the last frame, in order of completion (step 2 of
  /// a frame).
  mutating func deliverFinished(at time: SimTime) {
    var unrefined: [ItemIndex] = []
    for index in 0..<loading.lateHits.count {
      let hit = loading.lateHits[index]
      if isWaiting(hit.item, appearance: hit.appearance, for: hit.asked) {
        show(hit.bitmap, in: hit.item, at: time)
        if keys.haveSizes { unrefined.append(hit.item) }
      }
      release(hit.bitmap, at: time)
    }
    loading.didDeliverLateHits()
    for item in unrefined { refine(item, at: time) }
    // A reloaded row may request something that fails at once; the next frame delivers that
    // failure.
    let count = loading.finished.count
    for index in 0..<count { deliver(loading.finished[index], at: time) }
    loading.didDeliver(count)
  }

  /// Delivers a finished load to the main thread.
  private mutating func deliver(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    if load.hasFailed { return deliverFailure(slot, at: time) }
    loading.unshare(slot, of: load.key)
    var bitmap = load.bitmap
    if bitmap == .none {
      footprint.freeEncoded(ByteCount(load.bytes))
      bitmap = undecoded(load)
      if load.derives {
        derive(bitmap, from: load.file, isReencoded: load.isReencoded, at: time)
      } else if loader.decodeOn == .main, !loader.decodesLazily, !cachesFiles {
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
    } else if cachesFiles, !footprint.bitmaps[bitmap].isDecoded {
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

  /// Counts a loaded image that does not enter the memory cache.
  ///
  /// The image is freed as soon as no cell displays it.
  mutating func passBy(_ key: KeyIndex, isPrefetched: Bool, isViewed: Bool, bytes: Int) {
    cache.setReason(.evicted, for: key)
    guard isPrefetched else { return }
    cache.countPrefetch(isViewed ? .used : .evictedUnused)
    if !isViewed { cache.didFetchUnseen(bytes) }
  }

  /// Ends the wait of rows that joined the load of another row.
  ///
  /// These rows are not notified of the image, and no load is under way for them any more.
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

  /// Returns an image object over the encoded bytes of a load, decoded when it is first drawn.
  private mutating func undecoded(_ load: Load) -> BitmapIndex {
    let work = works[load.picture]
    let isReencoded = load.isReencoded && !load.derives
    return footprint.bitmaps.make(
      bytes: isReencoded ? work.stored : work.encoded, picture: load.picture, key: load.key,
      version: load.version, isReencoded: isReencoded)
  }

  /// Offers the cache the bitmap of a load, or its file if the cache holds files.
  private mutating func keep(_ bitmap: BitmapIndex, of load: Load, at time: SimTime) {
    let admission: Admission = hasViewer(load) ? .viewed : .prefetched
    if load.isUnusedPrefetch, admission == .viewed { cache.countPrefetch(.used) }
    if !load.isUnusedPrefetch, admission == .prefetched { cache.countPrefetch(.unasked) }
    let isUnseen = load.isUnusedPrefetch && admission == .prefetched
    keep(
      bitmap, load.key, as: admission, unseen: isUnseen ? fileBytes(load.file, load.source) : 0,
      at: time)
  }

  /// Offers the cache a bitmap that was loaded, or its file if the cache holds files.
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

  /// Returns `true` if a visible item wants the image of a load now.
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

  /// Returns `true` if a visible item wants the image of a load.
  private mutating func wants(_ item: ItemIndex, _ load: Load) -> Bool {
    guard isStillVisible(item), screen.states[item] != .hidden else { return false }
    let cell = screen.cells[screen.cellOfItem[item]]
    return cell.awaited != .none
      && keys.key(of: item, keys.variant(of: cell.awaited)) == load.key
  }

  /// Returns `true` if a visible item still waits for a picture, in the appearance that requested
  /// it.
  private mutating func isWaiting(
    _ item: ItemIndex, appearance: Int32, for picture: PictureIndex
  ) -> Bool {
    guard isStillVisible(item), screen.states[item] != .hidden,
      screen.appearances[item] == appearance
    else { return false }
    return screen.cells[screen.cellOfItem[item]].awaited == picture
  }

  /// Shows a delivered bitmap in every cell that waits for it, and in a reused cell if the loader
  /// does not check cells.
  private mutating func displayEverywhere(_ bitmap: BitmapIndex, _ load: Load, at time: SimTime) {
    forEachViewer(load) { $0.display(bitmap, in: $1, at: time) }
    if load.cell != .none, !loader.recycledCellCheck {
      displayInRecycledCell(bitmap, load, at: time)
    }
  }

  /// Calls a function for every item that wants the image of a load, in the direction of movement.
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

  /// Returns `true` if the appearance that started a load still waits for the picture that it
  /// requested.
  private mutating func wantsItsOwn(_ load: Load) -> Bool {
    load.item != .none
      && isWaiting(load.item, appearance: load.appearance, for: load.asked)
  }

  /// Reloads the rows that wait for a download; each of them requests its image again.
  private mutating func reloadRows(_ load: Load, at time: SimTime) {
    forEachViewer(load) { simulation, item in
      simulation.endRequest(of: simulation.screen.cellOfItem[item], as: .leftUnshown)
      simulation.mainThread.work.cells += simulation.scenario.device.mainThread.cellWork.nanoseconds
      simulation.screen.requests.didReloadRow()
      simulation.request(item, simulation.keys.variant(of: load.asked), at: time)
    }
  }

  /// Handles a failed download: the requests that wait for it fail.
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

  /// Shows a late image in the cell that requested it, after the cell was reused for another item.
  ///
  /// The method changes nothing if the cell was not reused, or if it already shows the same image
  /// as its own. If the cell waits for exactly this picture, it shows the picture as its own.
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

  /// Returns `true` if a bitmap shows an item's image, in any rendition.
  private mutating func shows(_ bitmap: BitmapIndex, _ item: ItemIndex) -> Bool {
    keys.image(of: footprint.bitmaps[bitmap].picture) == image(of: item)
  }
}

/// Methods that show bitmaps in cells and count the cells as holders.
extension Simulation {
  /// Shows a waiting item's image from a bitmap or file that something else holds, too.
  mutating func show(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    guard cachesFiles, !footprint.bitmaps[bitmap].isDecoded else {
      return display(bitmap, in: item, at: time)
    }
    let view = view(ofFile: bitmap)
    display(view, in: item, at: time)
    footprint.release(view)
  }

  /// Puts a bitmap into the cell of an item that wants it; the cell shows it from this frame on.
  mutating func display(_ bitmap: BitmapIndex, in item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    let picture = footprint.bitmaps[bitmap].picture
    let isRight = keys.image(of: picture) == image(of: item)
    let isSoft = isRight ? keys.isSoft(picture, in: item) : keys.isLow(picture)
    stopWaiting(cell, at: time)
    screen.show(
      item, isWrong: !isRight, isLow: isSoft, fades: loader.fadeDuration > 0)
    if !isRight { stalls.didShowWrongImage() }
    endRequest(of: cell, as: .displayed)
    note(
      time,
      .displayed(
        item: item.number, picture: picture.number, isLow: isSoft, isWrong: !isRight))
    put(bitmap, into: cell, at: time)
    footprint.remember(bitmap)
  }

  /// Puts a bitmap into a cell on screen, decodes it if necessary, and adds the work of the upload.
  mutating func put(_ bitmap: BitmapIndex, into cell: CellIndex, at time: SimTime) {
    changeMemory(at: time) { simulation in
      simulation.hold(bitmap)
      // The new bitmap is held before the old one is released, so that an image that stays is not
      // freed.
      simulation.showPicture(bitmap)
      simulation.clear(cell, at: time)
      simulation.decodeNow(bitmap)
      simulation.footprint.bitmaps.didShow(bitmap)
      simulation.mainThread.work.upload +=
        simulation.works[simulation.footprint.bitmaps[bitmap].picture].upload
      simulation.screen.cells.update(cell) { $0.bitmap = bitmap }
    }
  }

  /// Decodes a bitmap on the main thread if it is not decoded.
  mutating func decodeNow(_ bitmap: BitmapIndex) {
    let entry = footprint.bitmaps[bitmap]
    guard !entry.isDecoded else { return }
    let work = works[entry.picture]
    let extra = extraOnMain(
      of: entry.picture, entry.isReencoded, scratch: work.scratch, written: work.bitmap)
    let cost = (entry.isReencoded ? work.storedDecode : work.wholeDecode) + extra
    _ = footprint.bitmaps.decode(
      bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    mainThread.work.tiles += work.tiles
    mainThread.work.composition += entry.isReencoded ? 0 : work.composition
    mainThread.work.decode += cost - work.tiles - (entry.isReencoded ? 0 : work.composition)
    mainThread.didDecode(for: cost)
  }

  /// Returns the additional time of a main-thread decode: the random deviation from the formula,
  /// and the time for fresh memory.
  mutating func extraOnMain(
    of file: PictureIndex, _ isReencoded: Bool, scratch: Int, written: Int
  ) -> Int64 {
    let slowness = nextSlowness(of: file, isReencoded: isReencoded)
    let touching = footprint.heap.allocate(scratch + written)
    footprint.heap.release(scratch)
    return slowness.extra(works[file].decoding(isReencoded: isReencoded)) + touching
  }

  /// Removes the picture from a cell, which may be on screen or in the reuse queue.
  mutating func clear(_ cell: CellIndex, at time: SimTime) {
    let bitmap = screen.cells[cell].bitmap
    guard bitmap != .none else { return }
    let isOnScreen = screen.cells[cell].item != .none
    if isOnScreen { hidePicture(bitmap, at: time) }
    screen.cells.update(cell) { $0.bitmap = .none }
    if isOnScreen { footprint.release(bitmap) } else { footprint.releaseIdly(bitmap) }
  }

  /// Counts a cell on screen that shows a picture, and pins the picture if the loader pins
  /// displayed images.
  ///
  /// The cache cannot evict a pinned image.
  mutating func showPicture(_ bitmap: BitmapIndex) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = footprint.bitmaps[bitmap].key
    if screen.pictures.display(key) { cache.model.pin(key.id) }
  }

  mutating func hidePicture(_ bitmap: BitmapIndex, at time: SimTime) {
    guard loader.pinDisplayed, bitmap != .none else { return }
    let key = footprint.bitmaps[bitmap].key
    guard screen.pictures.stopDisplaying(key) else { return }
    cache.model.unpin(key.id)
    followRemovals(at: time)
  }
}

/// The cells of items that leave and enter in a frame.
extension Simulation {
  /// Removes the items that leave, and adds the items that enter, which request their images (step
  /// 3 of a frame).
  mutating func updateVisible(
    from old: VisibleRange, isElsewhere: Bool, at time: SimTime
  ) {
    let new = screen.visible
    let direction = motion.direction
    leaveTogether(at: time) { simulation in
      for item in ItemsInOrder(old.indices, direction) {
        if simulation.leaves(item) {
          simulation.disappear(item, at: time)
        } else if simulation.losesPicture(item) {
          simulation.clear(simulation.screen.cellOfItem[item], at: time)
          simulation.disappear(item, at: time)
        }
      }
    }
    if loader.defers { openGate(at: time) }
    if screen.placement.endsAscend, !isElsewhere, !screen.hasLostPictures {
      let below = new.first..<min(max(old.first, new.first), new.end)
      let above = max(min(old.end, new.end), below.upperBound)..<new.end
      let (first, second) = direction == .forward ? (below, above) : (above, below)
      for item in ItemsInOrder(first, direction) { screen.willAppear(item) }
      for item in ItemsInOrder(second, direction) { screen.willAppear(item) }
    } else {
      for item in ItemsInOrder(new.indices, direction) where enters(item) {
        screen.willAppear(item)
      }
    }
    screen.forgetLostPictures()
    for index in 0..<screen.entered.count { appear(ItemIndex(screen.entered[index]), at: time) }
  }

  /// Looks up the pictures that the last frame has drawn, for a loader that draws each frame from
  /// the cache.
  ///
  /// A picture that is no longer in the cache counts as lost, unless a load brings a new bitmap of
  /// it before step 3.
  mutating func lookUpDrawn(at time: SimTime) {
    forEachVisible { simulation, item in
      let cell = simulation.screen.cells[simulation.screen.cellOfItem[item]]
      guard simulation.isStillVisible(item), cell.awaited == .none, cell.bitmap != .none else {
        return
      }
      let entry = simulation.footprint.bitmaps[cell.bitmap]
      if simulation.cache.bitmaps[entry.key] != .none {
        _ = simulation.cache.model.lookup(
          Request(image: entry.key.id, cost: simulation.works[entry.picture].cost, time: time))
        simulation.drainRemovals(at: time)
      }
      if simulation.cache.bitmaps[entry.key] == .none { simulation.screen.losePicture(of: item) }
    }
  }

  private mutating func losesPicture(_ item: ItemIndex) -> Bool {
    screen.hasLostPictures && screen.states[item] != .hidden && screen.hasLostPicture(item)
  }

  /// Calls a function for each item on screen, in the direction of movement.
  mutating func forEachVisible(_ body: (inout Simulation, ItemIndex) -> Void) {
    for item in ItemsInOrder(screen.visible.indices, motion.direction)
    where screen.states[item] != .hidden {
      body(&self, item)
    }
  }

  private mutating func leaves(_ item: ItemIndex) -> Bool {
    screen.states[item] != .hidden && !isStillVisible(item)
  }

  /// Returns `true` if an item of the last frame is still visible in this frame.
  mutating func isStillVisible(_ item: ItemIndex) -> Bool {
    item.position >= screen.visible.first && item.position < screen.visible.end
      && overlaps(item.position)
  }

  private mutating func enters(_ item: ItemIndex) -> Bool {
    screen.states[item] == .hidden && overlaps(item.position)
  }

  mutating func overlaps(_ item: Int) -> Bool {
    screen.placement.endsAscend
      || screen.placement.overlaps(item, motion.offset, motion.offset + screen.extent)
  }

  /// Counts the items that were in the viewport since the last frame, but neither then nor now.
  ///
  /// After a change of the layout no item counts as skipped, because the user did not scroll to the
  /// new position.
  mutating func countSkipped(
    from offset: Double, _ previous: VisibleRange, isElsewhere: Bool, at time: SimTime
  ) {
    var (lower, upper) = (min(offset, motion.offset), max(offset, motion.offset))
    let distance = upper - lower
    session.scenario.passSamples(before: time, &lower, &upper)
    guard !session.isFresh, !isElsewhere else { return }
    guard screen.visible != previous || upper - lower > (screen.placement.endsAscend ? distance : 0)
    else {
      return
    }
    var swept = screen.visible
    swept.move(lower: lower, upper: upper + screen.extent, in: screen.placement)
    guard screen.placement.endsAscend else {
      for item in swept.indices where screen.states[ItemIndex(item)] == .hidden && !overlaps(item) {
        if screen.placement.overlaps(item, lower, upper + screen.extent) { stalls.didPassOver(1) }
      }
      return
    }
    let stayed = max(
      0, min(previous.end, screen.visible.end) - max(previous.first, screen.visible.first))
    stalls.didPassOver(max(0, swept.count - previous.count - screen.visible.count + stayed))
  }

  /// Removes the items that leave in a frame, in one step of the device's memory.
  ///
  /// A load that the app cancels meanwhile, and another one that begins in its place, belong to
  /// this step.
  @inline(__always)
  mutating func leaveTogether(at time: SimTime, _ leave: (inout Simulation) -> Void) {
    footprint.beginStep()
    leave(&self)
    footprint.endStep()
    if footprint.hasChanged { applyMemoryRules(at: time) }
  }

  mutating func disappear(_ item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    if screen.states[item] == .waiting {
      stalls.didLeaveUnshown(isReturn: screen.cells[cell].isReturn)
      explainNeverShown(cell, until: moment(time))
    }
    screen.remove(item)
    if cache.budget != nil { countVisible(item, by: -1) }
    note(time, .left(item: item.number))
    if screen.cells[cell].awaited != .none { withdraw(cell, at: time) }
    let bitmap = screen.cells[cell].bitmap
    if loader.clearOnReuse {
      clear(cell, at: time)
    } else if bitmap != .none {
      hidePicture(bitmap, at: time)
      footprint.bitmaps.deactivate(bitmap)
    }
    screen.cells.giveBack(cell)
    if footprint.interface.count > 0 { footprint.hideInterface(in: item) }
  }

  private mutating func appear(_ item: ItemIndex, at time: SimTime) {
    if cache.budget != nil { countVisible(item, by: 1) }
    let cell = screen.add(item, showing: image(of: item))
    stalls.visits.didAppear(isReturn: screen.cells[cell].isReturn)
    note(time, .appeared(item: item.number))
    reuse(cell, at: time)
    showPicture(screen.cells[cell].bitmap)
    if !screen.takePrepared(item) {
      mainThread.work.cells += scenario.device.mainThread.cellWork.nanoseconds
    }
    if footprint.interface.count > 0 { showInterface(in: item, at: time) }
    request(item, wantedVariant(of: item), at: time)
  }

  /// Reuses a cell, which may still show its old picture unless the system has purged it.
  private mutating func reuse(_ cell: CellIndex, at time: SimTime) {
    let bitmap = screen.cells[cell].bitmap
    guard bitmap != .none else { return }
    if footprint.bitmaps[bitmap].isLost || !footprint.bitmaps[bitmap].isDecoded {
      screen.cells.update(cell) { $0.bitmap = .none }
      releaseIdly(bitmap, at: time)
    } else {
      activate(bitmap, at: time)
      note(
        time,
        .keptOld(
          item: screen.cells[cell].item.number, picture: footprint.bitmaps[bitmap].picture.number))
    }
  }
}

/// The choice of the rendition that a cell requests: a low variant while the viewport moves.
extension Simulation {
  /// Returns the variant that an appearance requests.
  ///
  /// It is the low variant while the viewport moves, unless the full picture is in memory.
  mutating func wantedVariant(of item: ItemIndex) -> Variant {
    guard loader.variants != .none, motion.phase != .idle else { return .full }
    return cache.contains(keys.key(of: item)) ? .full : .low
  }

  /// Requests the full picture for every visible item that has not done so, once the viewport is at
  /// rest.
  mutating func swapVariants(at time: SimTime) {
    guard motion.phase == .idle else { return }
    for item in ItemsInOrder(screen.visible.indices, motion.direction) {
      askForFull(item, at: time)
    }
  }

  private mutating func askForFull(_ item: ItemIndex, at time: SimTime) {
    guard screen.states[item] != .hidden else { return }
    let cell = screen.cellOfItem[item]
    guard !screen.cells[cell].askedFull else { return }
    screen.cells.update(cell) { $0.askedFull = true }
    let (awaited, isLow) = (screen.cells[cell].awaited, screen.cells[cell].isLow)
    guard isLow || keys.isLow(awaited) else { return }
    if awaited != .none { withdraw(cell, at: time) }
    request(item, .full, at: time)
  }
}
