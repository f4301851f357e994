import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How a load begins, and how it is given up.
extension Simulation {
  /// Starts a load for an item, or ahead of any (no item).
  ///
  /// - Returns: the load; none for what was there at once.
  mutating func start(
    _ picture: PictureIndex, key: KeyIndex, for item: ItemIndex, reason: AbsenceReason,
    priority: LoadPriority? = nil, at time: SimTime
  ) -> LoadIndex {
    let location = locate(picture, key, at: time)
    if item == .none || states[item] != .hidden { fates[key].reason = .askedLate }
    if readsAtOnce(location.source) {
      return readOnMain(
        picture, key: key, location, for: item, reason: reason, priority, at: time)
    }
    let slot = addLoad(picture, key, location, item, reason, priority, at: time)
    noteStart(of: slot, at: time)
    if item == .none, loader.prefetchLimit > 0 {
      if prefetching.running >= loader.prefetchLimit {
        inFlight.wait(slot, for: .held, stage: .held, at: screenTime(time))
        note(time, .queued(load: inFlight.loads[slot].serial, .held))
        return slot
      }
      prefetching.running += 1
      inFlight.update(slot) { $0.takesPrefetchSlot = true }
    }
    proceed(slot, at: time)
    return slot
  }

  /// Where the bytes of a picture are: on flash from the start, written by the app, or away.
  private mutating func locate(
    _ picture: PictureIndex, _ key: KeyIndex, at time: SimTime
  ) -> FileLocation {
    let version = versions[keys.image(of: picture)]
    let mayDerive = loader.variants == .derived && keys.isLow(picture)
    let fate = fates[key]
    if mayDerive, fate.derived != .none, !loader.timeStamps || fate.derivedVersion >= version {
      return FileLocation(
        picture: fate.derived, file: fate.derived, source: .file, version: fate.derivedVersion)
    }
    let file = mayDerive ? keys.full(of: picture) : picture
    guard works[file].isRemote else {
      return FileLocation(picture: picture, file: file, source: .file, version: version)
    }
    return locateOnDisk(picture, file, key, at: time)
      ?? FileLocation(picture: picture, file: file, source: .network, version: version)
  }

  /// What the app keeps on disk under the name of a file; nil if there is nothing current.
  mutating func locateOnDisk(
    _ picture: PictureIndex, _ file: PictureIndex, _ key: KeyIndex, at time: SimTime
  ) -> FileLocation? {
    let name = keys.key(key, for: file)
    guard tiers.disk?.contains(name.id, at: time) ?? false,
      let version = tiers.disk?.version(of: name.id),
      !loader.timeStamps || version >= versions[keys.image(of: picture)]
    else { return nil }
    let stored = tiers.pictureOnDisk[name]
    return FileLocation(
      picture: keys.picture(of: stored, as: picture), file: stored, source: .disk, version: version)
  }

  private mutating func readsAtOnce(_ source: Load.Source) -> Bool {
    switch source {
    case .network: loader.download == .main
    case .file, .disk, .memory: loader.read == .main
    }
  }

  mutating func addLoad(
    _ picture: PictureIndex, _ key: KeyIndex, _ location: FileLocation, _ item: ItemIndex,
    _ reason: AbsenceReason, _ priority: LoadPriority?, at time: SimTime
  ) -> LoadIndex {
    var load = Load(
      picture, key: key, location, item: item, appearance: item == .none ? 0 : appearances[item],
      cell: item == .none ? .none : cellOfItem[item],
      prefetcher: item == .none ? priority ?? .prefetch : nil, reason: reason, at: screenTime(time),
      start: time.nanoseconds)
    load.isReencoded = location.source == .disk && encodesAgain
    let slot = inFlight.add(load)
    if loader.coalescing { loadOfKey[key] = slot }
    if item != .none {
      let serial = inFlight.loads[slot].serial
      cells.update(cellOfItem[item]) {
        $0.load = slot
        $0.serial = serial
        $0.waitedBefore = WaitTimes()
      }
    }
    return slot
  }

  mutating func noteStart(of slot: LoadIndex, at time: SimTime) {
    let load = inFlight.loads[slot]
    note(
      time,
      .started(
        load: load.serial, key: load.key.number, picture: load.picture.number,
        item: load.item.number,
        isPrefetch: load.item == .none))
  }

  /// A load goes to where its bytes come from.
  mutating func proceed(_ slot: LoadIndex, at time: SimTime) {
    let load = inFlight.loads[slot]
    switch load.source {
    case .file, .disk:
      queueForFlash(slot, at: time)
    case .network:
      let retryAt = fates[load.key].retryAt
      if fates[load.key].failures > 0, retryAt > time.nanoseconds {
        inFlight.enter(slot, .backingOff, at: screenTime(time))
        note(time, .queued(load: load.serial, .backOff))
        backOff(slot, until: retryAt)
      } else {
        inFlight.wait(slot, for: .network, stage: .queuedForNetwork, at: screenTime(time))
        note(time, .queued(load: load.serial, .network))
        pumpNetwork(at: time)
      }
    case .memory:
      inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: screenTime(time))
      note(time, .queued(load: load.serial, .lanes))
      pumpLanes(at: time)
    }
  }

  /// A hit in a cache of encoded images: decoded again.
  mutating func decodeCached(
    _ picture: PictureIndex, _ key: KeyIndex, for item: ItemIndex, at time: SimTime
  ) {
    let file = cachedBitmap[key]
    hold(file)
    let held = bitmaps[file]
    let location = FileLocation(
      picture: held.picture, file: held.picture, source: .memory, version: held.version)
    let slot = addLoad(picture, key, location, item, .askedLate, nil, at: time)
    let hasMask = works[held.picture].maskDecode > 0 && !held.isReencoded
    inFlight.update(slot) {
      $0.cachedFile = file
      $0.isReencoded = held.isReencoded
      $0.hasMaskLeft = hasMask
    }
    noteStart(of: slot, at: time)
    proceed(slot, at: time)
  }

  /// What nobody waits for need not be decoded to be stored.
  var cachesFiles: Bool { loader.cache && loader.holds == .encoded }

  /// An item's cell no longer waits; how its request ends.
  mutating func withdraw(_ cell: CellIndex, at time: SimTime) {
    let (slot, serial) = (cells[cell].load, cells[cell].serial)
    stopWaiting(cell, at: time)
    // What was delivered in this very frame has no load any more.
    guard slot != .none, inFlight.loads[slot].stage != .free,
      inFlight.loads[slot].serial == serial
    else { return endRequest(of: cell, as: \.leftUnshown) }
    let isCancelled = inFlight.withdrawViewer(slot) && cancelUnwanted(slot, at: time)
    endRequest(of: cell, as: isCancelled ? \.cancelled : \.leftUnshown)
  }

  /// Cancels a load that nobody waits for, if the loader does so and it is not too late.
  mutating func cancelUnwanted(_ slot: LoadIndex, at time: SimTime) -> Bool {
    guard loader.cancelOnLeave else { return false }
    let load = inFlight.loads[slot]
    switch load.stage {
    case .free, .reading, .decoding, .finished: return false
    case .queuedForLane where load.lane != .none: return false
    case .transferring:
      let bytes = tiers.network.cancel(load.connection.position, at: time)
      tiers.loadOfConnection[load.connection] = .none
      report.work.wastedBytes += bytes
      note(time, .done(load: load.serial, .transferring, lane: load.connection.position))
    case .queuedForLane: releaseSource(of: slot)
    case .held, .backingOff, .queuedForNetwork, .queuedForFlash: break
    }
    note(time, .cancelled(load: load.serial))
    if load.isUnusedPrefetch { report.prefetch.cancelled += 1 }
    fates[load.key].reason = .cancelled
    forgetLoad(slot, at: time)
    if load.stage == .transferring { pumpNetwork(at: time) }
    memoryChanged(at: time)
    return true
  }

  /// Takes a load out of the table.
  mutating func forgetLoad(_ slot: LoadIndex, at time: SimTime) {
    let load = inFlight.loads[slot]
    if loader.coalescing, loadOfKey[load.key] == slot { loadOfKey[load.key] = .none }
    releasePrefetchSlot(of: slot, at: time)
    inFlight.remove(slot, at: screenTime(time))
  }

  /// A load that was ahead of its time counts no longer for the prefetcher's limit.
  mutating func releasePrefetchSlot(of slot: LoadIndex, at time: SimTime) {
    guard inFlight.loads[slot].takesPrefetchSlot else { return }
    inFlight.update(slot) { $0.takesPrefetchSlot = false }
    prefetching.running -= 1
    if prefetching.running < loader.prefetchLimit, let next = inFlight.next(for: .held) {
      prefetching.running += 1
      inFlight.update(next) { $0.takesPrefetchSlot = true }
      proceed(next, at: time)
    }
  }

  /// Somebody sees what the prefetcher's limit held back.
  mutating func admitHeld(_ slot: LoadIndex, at time: SimTime) {
    inFlight.unlink(slot)
    proceed(slot, at: time)
  }
}
