import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the main thread loads itself, at once.
extension Simulation {
  /// Reads or downloads on the main thread, and decodes there unless a lane does; nothing any more
  /// if the process will have ended before.
  ///
  /// - Returns: the load that goes on in the background, none if it is all done.
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

  /// Whether the main thread has so much to do already that the process will have ended before.
  private func isOver(at time: SimTime) -> Bool {
    let work = mainThread.work.total
    return work > Watchdog.longestBlock
      && time + SimTime(nanoseconds: work) > session.end(ifBlockedFrom: time)
  }

  /// The bytes of a file come to the main thread, which waits for them; false if they do not.
  private mutating func fetchOnMain(
    _ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source, at time: SimTime
  ) -> Bool {
    let work = works[file]
    switch source {
    case .network:
      // Backing off is no further failure.
      guard downloads.backOff(key, at: time) == nil else {
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
      downloads.didFetch(key)
      if encodesAgain { mainThread.work.decode += work.encode }
      storeOnDisk(file, key, version: loading.version(of: keys.image(of: file)))
      pumpFlash(at: time)
    case .file, .disk, .memory:
      let bytes = fileBytes(file, source)
      if !readsPages(file, key, source) {
        mainThread.work.read += source == .disk ? work.storedRead : work.read
        flash.didRead(bytes)
      }
      if source == .disk { touchDisk(file, key, at: time) }
    }
    return true
  }

  /// Bytes of a file as they are where they come from.
  mutating func fileBytes(_ file: PictureIndex, _ source: Load.Source) -> Int {
    source == .disk ? works[file].stored : works[file].encoded
  }

  /// What the main thread has read is there in this very frame.
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

  /// An image object over the bytes of a file that the cache keeps.
  mutating func view(ofFile file: BitmapIndex) -> BitmapIndex {
    let entry = footprint.bitmaps[file]
    return footprint.bitmaps.make(
      bytes: 0, picture: entry.picture, key: entry.key, version: entry.version,
      isReencoded: entry.isReencoded)
  }

  /// The main thread makes a low variant of a full image, and writes it.
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
