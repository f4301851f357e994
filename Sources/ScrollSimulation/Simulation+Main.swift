import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the main thread loads itself, at once.
extension Simulation {
  /// Reads or downloads on the main thread, and decodes there unless a lane does.
  ///
  /// - Returns: the load that goes on in the background, none if it is all done.
  mutating func readOnMain(
    _ picture: PictureIndex, key: KeyIndex, _ location: FileLocation, for item: ItemIndex,
    reason: AbsenceReason, _ priority: LoadPriority?, at time: SimTime
  ) -> LoadIndex {
    let (file, source) = (location.file, location.source)
    guard fetchOnMain(file, key, source, at: time) else {
      if item != .none { failRequest(of: cellOfItem[item], at: time) }
      if item == .none { report.prefetch.failed += 1 }
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
    inFlight.update(slot) {
      $0.bytes = bytes
      $0.hasMaskLeft = work.maskDecode > 0 && !$0.isReencoded
    }
    encodedInFlight += bytes
    memoryChanged(at: time)
    inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: screenTime(time))
    note(time, .queued(load: inFlight.loads[slot].serial, .lanes))
    pumpLanes(at: time)
    return slot
  }

  /// The bytes of a file come to the main thread, which waits for them; false if they do not.
  private mutating func fetchOnMain(
    _ file: PictureIndex, _ key: KeyIndex, _ source: Load.Source, at time: SimTime
  ) -> Bool {
    let work = works[file]
    switch source {
    case .network:
      // Backing off is no further failure.
      guard fates[key].failures == 0 || fates[key].retryAt <= time.nanoseconds else {
        fates[key].reason = .failed
        return false
      }
      guard tiers.network.isOnline else {
        fail(key, at: time)
        return false
      }
      let (wait, outcome) = tiers.network.waitAlone(forBytes: work.encoded)
      frameWork.network += wait.nanoseconds
      report.work.radioActive += wait
      guard outcome == .finished else {
        fail(key, at: time)
        return false
      }
      report.work.downloads += 1
      report.work.bytesDownloaded += work.encoded
      fates[key].failures = 0
      if encodesAgain { frameWork.decode += work.encode }
      storeOnDisk(file, key, version: versions[keys.image(of: file)])
      pumpFlash(at: time)
    case .file, .disk, .memory:
      let bytes = fileBytes(file, source)
      if !readsPages(file, key, source) {
        frameWork.read += source == .disk ? work.storedRead : work.read
        report.work.bytesRead += bytes
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
    let bitmap = bitmaps.make(
      bytes: fileBytes(location.file, location.source),
      picture: picture, key: key, version: location.version,
      isReencoded: isReencoded && !derives)
    memoryChanged(at: time)
    note(time, .readOnMain(item: item.number, key: key.number))
    if derives {
      derive(bitmap, from: location.file, isReencoded: isReencoded, at: time)
    } else if !loader.decodesLazily, !cachesFiles {
      decodeNow(bitmap)
      memoryChanged(at: time)
    }
    if loader.cache {
      keep(bitmap, key, as: item == .none ? .prefetched : .viewed, at: time)
    } else {
      fates[key].reason = .evicted
    }
    if item != .none { show(bitmap, in: item, at: time) }
    release(bitmap)
    memoryChanged(at: time)
  }

  /// An image object over the bytes of a file that the cache keeps.
  mutating func view(ofFile file: BitmapIndex) -> BitmapIndex {
    let entry = bitmaps[file]
    return bitmaps.make(
      bytes: 0, picture: entry.picture, key: entry.key, version: entry.version,
      isReencoded: entry.isReencoded)
  }

  /// The main thread makes a low variant of a full image, and writes it.
  mutating func derive(
    _ bitmap: BitmapIndex, from file: PictureIndex, isReencoded: Bool, at time: SimTime
  ) {
    let entry = bitmaps[bitmap]
    let (work, full) = (works[entry.picture], works[file])
    let decode = full.plainDecode(isReencoded: isReencoded)
    let cost = decode + work.reduction
    _ = bitmaps.decode(bitmap, bytes: work.bitmap, cost: cost, isPurgeable: work.isPurgeable)
    let composition = isReencoded ? 0 : full.composition
    frameWork.composition += composition
    frameWork.decode += decode - composition + (loader.tiles ? 0 : work.reduction)
    frameWork.tiles += loader.tiles ? work.reduction : 0
    report.work.mainDecodes += 1
    report.work.mainDecode += SimTime(nanoseconds: cost)
    memoryChanged(at: time)
    writeVariant(entry.picture, entry.key, version: entry.version)
    pumpFlash(at: time)
  }
}
