import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// How a load begins, and how it is given up.
extension Simulation {
  /// Starts a load for an item, or ahead of any (`item` -1).
  ///
  /// - Returns: the load, or -1 for what was there at once.
  mutating func start(
    _ picture: Int32, key: Int32, for item: Int32, reason: AbsenceReason,
    priority: LoadPriority? = nil, at time: SimTime
  ) -> Int32 {
    let location = locate(picture, key, at: time)
    if item < 0 || states[Int(item)] != .hidden { fates[Int(key)].reason = .askedLate }
    if readsAtOnce(location.source) {
      return readOnMain(
        picture, key: key, location, for: item, reason: reason, priority, at: time)
    }
    let slot = addLoad(picture, key, location, item, reason, priority, at: time)
    noteStart(of: slot, at: time)
    if item < 0, loader.prefetchLimit > 0 {
      if prefetching.running >= loader.prefetchLimit {
        inFlight.wait(slot, for: .held, stage: .held, at: screenTime(time))
        note(time, .queued(load: inFlight.loads[Int(slot)].serial, .held))
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
    _ picture: Int32, _ key: Int32, at time: SimTime
  ) -> FileLocation {
    let version = versions[Int(picture / keys.variants)]
    let mayDerive = loader.variants == .derived && picture % 2 == 1
    let fate = fates[Int(key)]
    if mayDerive, fate.derived >= 0, !loader.timeStamps || fate.derivedVersion >= version {
      return FileLocation(
        picture: fate.derived, file: fate.derived, source: .file, version: fate.derivedVersion)
    }
    let file = mayDerive ? picture - 1 : picture
    guard works[Int(file)].isRemote else {
      return FileLocation(picture: picture, file: file, source: .file, version: version)
    }
    return locateOnDisk(picture, file, key, at: time)
      ?? FileLocation(picture: picture, file: file, source: .network, version: version)
  }

  /// What the app keeps on disk under the name of a file; nil if there is nothing current.
  mutating func locateOnDisk(
    _ picture: Int32, _ file: Int32, _ key: Int32, at time: SimTime
  ) -> FileLocation? {
    let name = diskKey(of: file, key)
    guard tiers.disk?.contains(ImageID(name), at: time) ?? false,
      let version = tiers.disk?.version(of: ImageID(name)),
      !loader.timeStamps || version >= versions[Int(picture / keys.variants)]
    else { return nil }
    let stored = tiers.pictureOnDisk[Int(name)]
    return FileLocation(
      picture: stored + picture - file, file: stored, source: .disk, version: version)
  }

  /// The key of a file in the disk cache.
  mutating func diskKey(of file: Int32, _ key: Int32) -> Int32 {
    key - key % keys.variants + file % keys.variants
  }

  private mutating func readsAtOnce(_ source: Load.Source) -> Bool {
    switch source {
    case .network: loader.download == .main
    case .file, .disk, .memory: loader.read == .main
    }
  }

  mutating func addLoad(
    _ picture: Int32, _ key: Int32, _ location: FileLocation, _ item: Int32,
    _ reason: AbsenceReason, _ priority: LoadPriority?, at time: SimTime
  ) -> Int32 {
    var load = Load(
      picture, key: key, location, item: item, appearance: item < 0 ? 0 : appearances[Int(item)],
      cell: item < 0 ? -1 : cellOfItem[Int(item)],
      prefetcher: item < 0 ? priority ?? .prefetch : nil, reason: reason, at: screenTime(time),
      start: time.nanoseconds)
    load.isReencoded = location.source == .disk && encodesAgain
    let slot = inFlight.add(load)
    if loader.coalescing { loadOfKey[Int(key)] = slot }
    if item >= 0 {
      let serial = inFlight.loads[Int(slot)].serial
      cells.update(cellOfItem[Int(item)]) {
        $0.load = slot
        $0.serial = serial
        $0.waitedBefore = WaitTimes()
      }
    }
    return slot
  }

  mutating func noteStart(of slot: Int32, at time: SimTime) {
    let load = inFlight.loads[Int(slot)]
    note(
      time,
      .started(
        load: load.serial, key: load.key, picture: load.picture, item: load.item,
        isPrefetch: load.item < 0))
  }

  /// A load goes to where its bytes come from.
  mutating func proceed(_ slot: Int32, at time: SimTime) {
    let load = inFlight.loads[Int(slot)]
    switch load.source {
    case .file, .disk:
      queueForFlash(slot, at: time)
    case .network:
      let retryAt = fates[Int(load.key)].retryAt
      if fates[Int(load.key)].failures > 0, retryAt > time.nanoseconds {
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
    _ picture: Int32, _ key: Int32, for item: Int32, at time: SimTime
  ) {
    let file = cachedBitmap[Int(key)]
    hold(file)
    let held = bitmaps[file]
    let location = FileLocation(
      picture: held.picture, file: held.picture, source: .memory, version: held.version)
    let slot = addLoad(picture, key, location, item, .askedLate, nil, at: time)
    let hasMask = works[Int(held.picture)].maskDecode > 0 && !held.isReencoded
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
  mutating func withdraw(_ cell: Int32, at time: SimTime) {
    let (slot, serial) = (cells[cell].load, cells[cell].serial)
    stopWaiting(cell, at: time)
    // What was delivered in this very frame has no load any more.
    guard slot >= 0, inFlight.loads[Int(slot)].stage != .free,
      inFlight.loads[Int(slot)].serial == serial
    else { return endRequest(of: cell, as: \.leftUnshown) }
    let isCancelled = inFlight.withdrawViewer(slot) && cancelUnwanted(slot, at: time)
    endRequest(of: cell, as: isCancelled ? \.cancelled : \.leftUnshown)
  }

  /// Cancels a load that nobody waits for, if the loader does so and it is not too late.
  mutating func cancelUnwanted(_ slot: Int32, at time: SimTime) -> Bool {
    guard loader.cancelOnLeave else { return false }
    let load = inFlight.loads[Int(slot)]
    switch load.stage {
    case .free, .reading, .decoding, .finished: return false
    case .queuedForLane where load.lane >= 0: return false
    case .transferring:
      let bytes = tiers.network.cancel(Int(load.connection), at: time)
      tiers.loadOfConnection[Int(load.connection)] = -1
      report.work.wastedBytes += bytes
      note(time, .done(load: load.serial, .transferring, lane: Int(load.connection)))
    case .queuedForLane: releaseSource(of: slot)
    case .held, .backingOff, .queuedForNetwork, .queuedForFlash: break
    }
    note(time, .cancelled(load: load.serial))
    if load.isUnusedPrefetch { report.prefetch.cancelled += 1 }
    fates[Int(load.key)].reason = .cancelled
    forgetLoad(slot, at: time)
    if load.stage == .transferring { pumpNetwork(at: time) }
    memoryChanged(at: time)
    return true
  }

  /// Takes a load out of the table.
  mutating func forgetLoad(_ slot: Int32, at time: SimTime) {
    let load = inFlight.loads[Int(slot)]
    if loader.coalescing, loadOfKey[Int(load.key)] == slot { loadOfKey[Int(load.key)] = -1 }
    releasePrefetchSlot(of: slot, at: time)
    inFlight.remove(slot, at: screenTime(time))
  }

  /// A load that was ahead of its time counts no longer for the prefetcher's limit.
  mutating func releasePrefetchSlot(of slot: Int32, at time: SimTime) {
    guard inFlight.loads[Int(slot)].takesPrefetchSlot else { return }
    inFlight.update(slot) { $0.takesPrefetchSlot = false }
    prefetching.running -= 1
    if prefetching.running < loader.prefetchLimit, let next = inFlight.next(for: .held) {
      prefetching.running += 1
      inFlight.update(next) { $0.takesPrefetchSlot = true }
      proceed(next, at: time)
    }
  }

  /// Somebody sees what the prefetcher's limit held back.
  mutating func admitHeld(_ slot: Int32, at time: SimTime) {
    inFlight.unlink(slot)
    proceed(slot, at: time)
  }
}
