import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Loads that the main thread does itself, within a frame.
extension Simulation {
  /// Reads or downloads a file on the main thread, and decodes it there or on a lane.
  ///
  /// The method does nothing if the watchdog or a relaunch ends the process before the main thread
  /// gets to it.
  ///
  /// - Returns: the load that continues in the background; `none` if no work is left.
  mutating func readOnMain(
    _ picture: PictureIndex, key: KeyIndex, _ location: FileLocation, for item: ItemIndex,
    reason: AbsenceReason, _ priority: LoadPriority?, at time: SimTime
  ) -> LoadIndex {
    let (file, source) = (location.file, location.source)
    guard !isOver(at: time) else {
      if item == .none { cache.countPrefetch(.unfinished) }
      return .none
    }
    guard fetchOnMain(file, key, source, at: time) else {
      if item != .none { failRequest(of: screen.cellOfItem[item], at: time) }
      if item == .none { cache.countPrefetch(.failed) }
      return .none
    }
    let isLazy = loader.decodesLazily || (item == .none && cachesFiles)
    if loader.decodeOn == .main || (isLazy && file == location.picture) {
      deliverSynchronously(location, key, to: item, at: time)
      return .none
    }
    let slot = addLoad(picture, key, location, item, reason, priority, at: time)
    noteStart(of: slot, at: time)
    let (bytes, work) = (fileBytes(file, source), works[file])
    loading.inFlight.update(slot) {
      $0.bytes = bytes
      $0.hasMaskLeft = work.maskDecode > 0 && !$0.isReencoded
    }
    holdEncoded(bytes, at: time)
    loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
    note(time, .queued(load: loading.inFlight.loads[slot].serial, .lanes))
    pumpLanes(at: time)
    return slot
  }

  /// Returns a Boolean value that indicates whether the process ends before the main thread has
  /// done the work that it already has.
  private func isOver(at time: SimTime) -> Bool {
    let work = mainThread.work.total
    return work > Watchdog.longestBlock
      && time + SimTime(nanoseconds: work) > session.end(ifBlockedFrom: time)
  }

  /// Waits on the main thread for the bytes of a file.
  ///
  /// - Returns: `false` if the bytes do not arrive.
  private mutating func fetchOnMain(
    _ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source, at time: SimTime
  ) -> Bool {
    let work = works[file]
    switch source {
    case .network:
      // Backing off is not another failure.
      guard downloads.backOff(keys.address(of: key), at: time) == nil else {
        cache.setReason(.failed, for: key)
        return false
      }
      guard downloads.isOnline else {
        fail(key, at: time)
        return false
      }
      let (wait, outcome) = downloads.waitAlone(forBytes: work.encoded)
      mainThread.work.network += wait.nanoseconds
      guard outcome == .finished else {
        fail(key, at: time)
        return false
      }
      downloads.didFetch(keys.address(of: key))
      if encodesFirst { mainThread.work.decode += work.encode }
      let version = loading.version(of: keys.image(of: file))
      storeOnDisk(file, key, version: version)
      storeEncoded(file, key, version: version, at: time)
      pumpFlash(at: time)
    case .file, .disk, .memory:
      let bytes = fileBytes(file, source)
      if !readsPages(file, key, source) {
        mainThread.work.read += readTime(of: file, source)
        flash.didRead(bytes)
      }
      if source == .disk { touchDisk(file, key, at: time) }
    }
    return true
  }

  /// Returns the bytes of a file at its source.
  mutating func fileBytes(_ file: PictureIndex, _ source: Load.Source) -> Int {
    source == .disk ? works[file].stored : works[file].encoded
  }

  /// Delivers a picture that the main thread has read, in the same frame.
  private mutating func deliverSynchronously(
    _ location: FileLocation, _ key: KeyIndex, to item: ItemIndex, at time: SimTime
  ) {
    let (picture, derives) = (location.picture, location.file != location.picture)
    let isReencoded = location.source == .disk && encodesAgain
    let bytes = fileBytes(location.file, location.source)
    let bitmap = makeBitmap(
      bytes: bytes,
      picture: picture, key: key, version: location.version,
      isReencoded: isReencoded && !derives, at: time)
    note(time, .readOnMain(item: item.number, key: key.number))
    if derives {
      derive(bitmap, from: location.file, isReencoded: isReencoded, at: time)
    } else if !loader.decodesLazily, !cachesFiles {
      decodeNow(bitmap, at: time)
    }
    if loader.entersMemory(from: location.source) {
      keep(
        bitmap, key, as: item == .none ? .prefetched : .viewed, unseen: item == .none ? bytes : 0,
        at: time)
    } else {
      passBy(key, isPrefetched: item == .none, isViewed: false, bytes: bytes)
    }
    if item != .none { show(bitmap, in: item, at: time) }
    release(bitmap, at: time)
  }

  /// Creates an image object over the bytes of a file that the cache keeps.
  mutating func view(ofFile file: BitmapIndex) -> BitmapIndex {
    let entry = footprint.bitmaps[file]
    return footprint.bitmaps.make(
      bytes: 0, picture: entry.picture, key: entry.key, version: entry.version,
      isReencoded: entry.isReencoded)
  }

  /// Makes a low variant of a full image on the main thread, and writes it.
  mutating func derive(
    _ bitmap: BitmapIndex, from file: PictureIndex, isReencoded: Bool, at time: SimTime
  ) {
    let entry = footprint.bitmaps[bitmap]
    let (work, full) = (works[entry.picture], works[file])
    let decode =
      full.plainDecode(isReencoded: isReencoded)
      + extraOnMain(of: file, isReencoded, scratch: full.source, written: work.bitmap)
    let cost = decode + work.reduction
    changeMemory(at: time) {
      _ = $0.footprint.bitmaps.decode(
        bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    }
    let composition = isReencoded ? 0 : full.composition
    mainThread.work.composition += composition
    mainThread.work.decode += decode - composition + (loader.tiles ? 0 : work.reduction)
    mainThread.work.tiles += loader.tiles ? work.reduction : 0
    mainThread.didDecode(for: cost)
    writeVariant(entry.picture, entry.key, version: entry.version)
    pumpFlash(at: time)
  }
}

/// The cost of a frame, and the time at which it was on screen.
extension Simulation {
  mutating func openFrame(from start: SimTime, due: SimTime, until planned: SimTime) {
    var shown = StallAccounting.Screen()
    shown.isScrolling = motion.phase != .idle
    shown.excess = excess
    if let budget = cache.budget, shown.excess.isOverLimit {
      cache.didExceed(by: budgeted - ByteCount(budget))
    }
    let begun = start.nanoseconds - session.offScreen
    let free = start + SimTime(nanoseconds: mainThread.work.total)
    session.block(from: begun, until: session.isLaunching ? planned : free)
    stalls.open(due: due)
    let due = due.nanoseconds - session.offScreen
    taps.didDraw()
    mainThread.open(
      MainThread.Frame(
        start: start.nanoseconds, begun: begun, due: due,
        planned: planned.nanoseconds - session.offScreen, screen: shown))
  }

  /// Closes the last processed frame and adds it to all figures.
  ///
  /// If the run or the process ended before the frame was on screen (`isPresented` is `false`),
  /// only its work up to then counts. The items whose images it would have shown continue to wait.
  mutating func closeFrame(at time: Int64, isPresented: Bool) {
    let now = time - session.offScreen
    guard mainThread.close() else {
      // A launch without a frame has ended.
      if !isPresented { mainThread.stopAwaiting(at: now) }
      return
    }
    if isPresented {
      session.endLaunch(at: now)
      taps.didPresent(at: now)
    }
    if screen.isFlawed { measureStalls(at: now) }
    let frame = mainThread.frame
    note(
      SimTime(nanoseconds: frame.start),
      .frame(
        RunEvent.Frame(
          work: mainThread.work, due: SimTime(nanoseconds: frame.due + session.offScreen),
          presented: SimTime(nanoseconds: time), isLate: mainThread.isLate(at: now),
          isPresented: isPresented, blank: frame.screen.blank, soft: frame.screen.soft,
          wrong: frame.screen.wrong)))
    mainThread.account(until: now, at: time)
    if isPresented {
      stalls.present(
        frame.screen,
        LateScreen.Frame(
          start: SimTime(nanoseconds: frame.start), offset: motion.offset, extent: screen.extent),
        at: now, SimTime(nanoseconds: time))
    }
    if !screen.entered.isEmpty || !screen.shownNow.isEmpty {
      let moment = ScreenMoment(now: now, frozen: mainThread.frozen(at: now))
      assignPresentation(at: moment)
      if !isPresented { takeBackShown(at: moment) }
      tellShown(at: moment)
    }
  }

  /// Stores the end of a frame in the cells that entered in this frame; their waits count from this
  /// moment.
  ///
  /// The frame is on screen from then on, or never.
  private mutating func assignPresentation(at now: ScreenMoment) {
    for index in 0..<screen.entered.count {
      let cell = screen.cellOfItem[ItemIndex(screen.entered[index])]
      let before = loadWaits(of: cell, until: now) ?? WaitTimes()
      screen.cells.update(cell) {
        $0.firstPresented = now
        $0.waited = WaitTimes()
        $0.waitedBefore = before
        if !$0.failedAt.isNever, $0.failedAt.now < now.now { $0.failedAt = now }
      }
    }
  }

  /// Takes back the images of a frame that never gets on screen; their items continue to wait.
  ///
  /// A cell may have requested another rendition since: the wait for that one does not count.
  private mutating func takeBackShown(at now: ScreenMoment) {
    for index in 0..<screen.shownNow.count {
      let cell = screen.cellOfItem[screen.shownNow[index].item]
      guard let before = loadWaits(of: cell, until: now) else { continue }
      screen.cells.update(cell) { $0.waitedBefore = before }
    }
    screen.takeBackShown()
  }

  /// Reports the images that are on screen for the first time.
  private mutating func tellShown(at presented: ScreenMoment) {
    for index in 0..<screen.shownNow.count {
      let shown = screen.shownNow[index]
      let cell = screen.cells[screen.cellOfItem[shown.item]]
      let (first, wait) = (cell.firstPresented, presented.now - cell.firstPresented.now)
      stalls.visits.didShow(after: wait, isReturn: cell.isReturn)
      if wait > 0 {
        let parts = parts(of: shown.waits, from: first, to: presented)
        explain(shown.item, shown.reason, wait, parts, at: presented.now)
      }
    }
    screen.didPresent()
  }
}
