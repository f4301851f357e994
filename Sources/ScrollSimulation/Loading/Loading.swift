import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The loads in flight, and the results that wait for the next frame.
struct Loading: ~Copyable {
  /// A hit that reaches its cell one frame later.
  struct LateHit {
    var item: ItemIndex, appearance: Int32
    /// The picture that the item requested; it may request another one before the next frame.
    var asked: PictureIndex
    var bitmap: BitmapIndex
  }

  var inFlight: InFlightTable
  /// The load that requests for each key join; empty if requests never share a load.
  private var loadOfKey: Table<Key, LoadIndex>
  /// The number of times that each image's content has changed; empty until the first change.
  private var versions: Table<ImageID, Int32>
  private let imageCount: Int
  /// The loads that wait for the next frame, in order of completion.
  private(set) var finished = UniqueArray<LoadIndex>()
  private(set) var lateHits = UniqueArray<LateHit>()
  private let ranks: Bool, isLIFO: Bool, isCoalescing: Bool, raisesJoined: Bool

  /// Returns a copy that shares no state.
  func copy() -> Loading {
    Loading(
      inFlight: inFlight.copy(), loadOfKey: loadOfKey.copy(), versions: versions.copy(),
      imageCount: imageCount, finished: finished.clone(), lateHits: lateHits.clone(), ranks: ranks,
      isLIFO: isLIFO, isCoalescing: isCoalescing, raisesJoined: raisesJoined)
  }
}

extension Loading {
  init(_ prepared: PreparedScenario) {
    let (scenario, loader) = (prepared.scenario, prepared.scenario.loader)
    (ranks, isLIFO, isCoalescing) = (loader.priorities, loader.order == .lifo, loader.sharesLoads)
    raisesJoined = loader.raisesJoined
    inFlight = InFlightTable(ranks: ranks, isLIFO: isLIFO, raisesJoined: raisesJoined)
    loadOfKey = Table(repeating: .none, count: loader.sharesLoads ? prepared.keys.count : 0)
    versions = Table(repeating: 0, count: 0)
    imageCount = scenario.images.count
  }

  /// A Boolean value that indicates whether the next frame has nothing to deliver.
  var isQuiet: Bool { finished.isEmpty && lateHits.isEmpty }

  /// Adds a load, which later requests of its key join if loads are shared.
  mutating func add(_ load: Load) -> LoadIndex {
    let slot = inFlight.add(load)
    if isCoalescing { loadOfKey[load.key] = slot }
    return slot
  }

  /// Returns the load that requests for a key join; `none` if there is none, or if requests never
  /// share a load.
  func shared(_ key: KeyIndex) -> LoadIndex { isCoalescing ? loadOfKey[key] : .none }

  /// Prevents requests from joining a load.
  mutating func unshare(_ slot: LoadIndex, of key: KeyIndex) {
    if isCoalescing, loadOfKey[key] == slot { loadOfKey[key] = .none }
  }

  /// Adds a load to those that wait for the next frame.
  mutating func finish(_ slot: LoadIndex) { finished.append(slot) }

  /// Removes the first `count` finished loads, which were delivered.
  mutating func didDeliver(_ count: Int) {
    for index in count..<finished.count { finished[index - count] = finished[index] }
    for _ in 0..<count { _ = finished.popLast() }
  }

  /// Adds a hit that waits for the next frame.
  mutating func add(_ hit: LateHit) { lateHits.append(hit) }

  mutating func didDeliverLateHits() { lateHits.removeAll(keepingCapacity: true) }

  /// Handles the end of the process: no load is in flight.
  mutating func endProcess() {
    for slot in LoadIndex.first(inFlight.loads.count) where inFlight.loads[slot].stage != .free {
      unshare(slot, of: inFlight.loads[slot].key)
    }
    lateHits.removeAll()
    finished.removeAll()
    inFlight = InFlightTable(
      ranks: ranks, isLIFO: isLIFO, raisesJoined: raisesJoined, after: inFlight.serials)
  }

  /// Counts a change of the content behind an image.
  mutating func change(_ image: ImageIndex) {
    if versions.count == 0 { versions = Table(repeating: 0, count: imageCount) }
    versions[image] += 1
  }

  /// Takes over the versions of images from an earlier session.
  mutating func takeOver(_ earlier: consuming Loading) { versions = earlier.versions }

  /// Returns the number of content changes of an image.
  func version(of image: ImageIndex) -> Int32 { versions.count > 0 ? versions[image] : 0 }
}

/// The start and the cancellation of loads.
extension Simulation {
  /// Starts a load for an item, or a prefetch without an item.
  ///
  /// - Returns: the load; none if the image was available at once.
  mutating func start(
    _ picture: PictureIndex, key: KeyIndex, for item: ItemIndex, reason: AbsenceReason,
    priority: LoadPriority? = nil, at time: SimTime
  ) -> LoadIndex {
    let location = locate(picture, key, at: time)
    if item == .none || screen.states[item] != .hidden { cache.setReason(.askedLate, for: key) }
    if readsAtOnce(location.source) {
      return readOnMain(
        picture, key: key, location, for: item, reason: reason, priority, at: time)
    }
    let slot = addLoad(picture, key, location, item, reason, priority, at: time)
    noteStart(of: slot, at: time)
    if gate.isClosed {
      deferLoad(slot, at: time)
    } else {
      begin(slot, at: time)
    }
    return slot
  }

  /// Begins a load as soon as the main thread has done its earlier work of this frame.
  mutating func begin(_ slot: LoadIndex, at time: SimTime) {
    let work = mainThread.isAtWork ? mainThread.work.total : 0
    guard work > 0 else { return goOut(slot, at: time) }
    loading.inFlight.enter(slot, .called, at: moment(time))
    note(time, .queued(load: loading.inFlight.loads[slot].serial, .mainThread))
    calls.append(slot, serial: loading.inFlight.loads[slot].serial)
    queue.schedule(
      EventQueue.Event(
        time: time + SimTime(nanoseconds: work), kind: EventKind.call, payload: 0))
  }

  /// Begins the next load that was requested in the last frame, because the main thread has done
  /// the work before the request.
  mutating func callIsDue(at time: SimTime) {
    if let slot = calls.next(in: loading.inFlight) { goOut(slot, at: time) }
  }

  /// Begins a load, or holds it back if the limit of simultaneous prefetches is reached.
  private mutating func goOut(_ slot: LoadIndex, at time: SimTime) {
    if loading.inFlight.loads[slot].viewers == 0, loader.prefetchLimit > 0 {
      guard prefetching.takeSlot() else {
        loading.inFlight.wait(slot, for: .held, stage: .held, at: moment(time))
        return note(time, .queued(load: loading.inFlight.loads[slot].serial, .held))
      }
      loading.inFlight.update(slot) { $0.takesPrefetchSlot = true }
    }
    proceed(slot, at: time)
  }

  /// Returns the location of the bytes of a picture: on flash from the start, written by the app,
  /// or remote.
  mutating func locate(
    _ picture: PictureIndex, _ key: KeyIndex, at time: SimTime
  ) -> FileLocation {
    let version = loading.version(of: keys.image(of: picture))
    let mayDerive = loader.variants == .derived && keys.isLow(picture)
    if mayDerive, let file = flash.variant(key), !loader.timeStamps || file.version >= version {
      return FileLocation(
        picture: file.picture, file: file.picture, source: .file, version: file.version)
    }
    let file = mayDerive ? keys.full(of: picture) : picture
    guard works[file].isRemote else {
      return FileLocation(picture: picture, file: file, source: .file, version: version)
    }
    return locateOnDisk(picture, file, key, at: time)
      ?? FileLocation(picture: picture, file: file, source: .network, version: version)
  }

  /// Returns the location of a file on the app's disk under its name; `nil` if there is no file of
  /// the current version.
  mutating func locateOnDisk(
    _ picture: PictureIndex, _ file: PictureIndex, _ key: KeyIndex, at time: SimTime
  ) -> FileLocation? {
    let name = keys.diskName(of: file, key)
    guard let stored = flash.stored(name, at: time),
      !loader.timeStamps || stored.version >= loading.version(of: keys.image(of: picture))
    else { return nil }
    let found = keys.picture(of: stored.picture, as: picture)
    return FileLocation(
      picture: found, file: keys.haveSizes ? found : stored.picture, source: .disk,
      version: stored.version)
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
      picture, key: key, location, item: item,
      appearance: item == .none ? 0 : screen.appearances[item],
      cell: item == .none ? .none : screen.cellOfItem[item],
      prefetcher: item == .none ? priority ?? .prefetch : nil, reason: reason, at: moment(time),
      start: time.nanoseconds)
    load.isReencoded = location.source == .disk && encodesAgain
    let slot = loading.add(load)
    if item != .none {
      let serial = loading.inFlight.loads[slot].serial
      screen.cells.update(screen.cellOfItem[item]) {
        $0.load = slot
        $0.serial = serial
        $0.waitedBefore = WaitTimes()
      }
    }
    return slot
  }

  mutating func noteStart(of slot: LoadIndex, at time: SimTime) {
    guard log != nil else { return }
    let load = loading.inFlight.loads[slot]
    note(
      time,
      .started(
        load: load.serial, key: load.key.number, picture: load.picture.number,
        item: load.item.number,
        isPrefetch: load.item == .none))
  }

  /// Makes a load wait for the resource that has its bytes: network, disk queue, flash channel or
  /// cache.
  mutating func proceed(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    switch load.source {
    case .disk where loader.storesImages: queueForDisk(slot, at: time)
    case .file, .disk:
      queueForFlash(slot, at: time)
    case .network:
      if let retryAt = downloads.backOff(keys.address(of: load.key), at: time) {
        loading.inFlight.enter(slot, .backingOff, at: moment(time))
        note(time, .queued(load: load.serial, .backOff))
        backOff(slot, until: retryAt)
      } else {
        loading.inFlight.wait(slot, for: .network, stage: .queuedForNetwork, at: moment(time))
        note(time, .queued(load: load.serial, .network))
        pumpNetwork(at: time)
      }
    case .memory:
      loading.inFlight.wait(slot, for: .lanes, stage: .queuedForLane, at: moment(time))
      note(time, .queued(load: load.serial, .lanes))
      pumpLanes(at: time)
    }
  }

  /// Decodes an image that was found in a cache of encoded images.
  mutating func decodeCached(
    _ file: BitmapIndex, _ picture: PictureIndex, _ key: KeyIndex, for item: ItemIndex,
    at time: SimTime
  ) {
    hold(file)
    let held = footprint.bitmaps[file]
    let location = FileLocation(
      picture: held.picture, file: held.picture, source: .memory, version: held.version)
    let slot = addLoad(picture, key, location, item, .askedLate, nil, at: time)
    let hasMask = works[held.picture].maskDecode > 0 && !held.isReencoded
    loading.inFlight.update(slot) {
      $0.cachedFile = file
      $0.isReencoded = held.isReencoded
      $0.hasMaskLeft = hasMask
    }
    noteStart(of: slot, at: time)
    proceed(slot, at: time)
  }

  /// A Boolean value that indicates whether the cache keeps encoded files, so that a load for which
  /// no item waits need not decode its file.
  var cachesFiles: Bool { loader.cache && loader.holds == .encoded }

  /// Ends the wait of an item's cell, and its request.
  mutating func withdraw(_ cell: CellIndex, at time: SimTime) {
    let (slot, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
    stopWaiting(cell, at: time)
    // An image that was delivered in this frame has no load any more.
    guard slot != .none, loading.inFlight.loads[slot].stage != .free,
      loading.inFlight.loads[slot].serial == serial
    else { return endRequest(of: cell, as: .leftUnshown) }
    let isCancelled = loading.inFlight.withdrawViewer(slot) && cancelUnwanted(slot, at: time)
    endRequest(of: cell, as: isCancelled ? .cancelled : .leftUnshown)
  }

  /// Cancels a load that nothing waits for, if the loader cancels loads in that stage; returns
  /// `true` if it did.
  mutating func cancelUnwanted(_ slot: LoadIndex, at time: SimTime) -> Bool {
    guard loading.inFlight.loads[slot].canBeCancelled(by: loader) else { return false }
    changeMemory(at: time) { $0.cancel(slot, at: time) }
    return true
  }

  mutating func cancel(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    if load.stage == .transferring {
      downloads.cancel(load.connection, at: time)
      note(time, .done(load: load.serial, .transferring, lane: load.connection.position))
    }
    if load.stage == .decoding { stopDecoding(slot, at: time) }
    if load.stage == .queuedForLane || load.stage == .decoding { releaseSource(of: slot) }
    note(time, .cancelled(load: load.serial))
    if load.isUnusedPrefetch { cache.countPrefetch(.cancelled) }
    cache.setReason(.cancelled, for: load.key)
    forgetLoad(slot, at: time)
    if load.stage == .transferring { pumpNetwork(at: time) }
    if load.stage == .decoding { pumpLanes(at: time) }
    if load.stage == .queuedForFlash { pumpDisk(at: time) }
  }

  /// Removes a load from the table.
  mutating func forgetLoad(_ slot: LoadIndex, at time: SimTime) {
    let load = loading.inFlight.loads[slot]
    loading.unshare(slot, of: load.key)
    releasePrefetchSlot(of: slot, at: time)
    loading.inFlight.remove(slot, at: moment(time))
  }

  /// Stops counting a load for the prefetcher's limit.
  mutating func releasePrefetchSlot(of slot: LoadIndex, at time: SimTime) {
    guard loading.inFlight.loads[slot].takesPrefetchSlot else { return }
    loading.inFlight.update(slot) { $0.takesPrefetchSlot = false }
    prefetching.giveBackSlot()
    if let next = loading.inFlight.next(for: .held), prefetching.takeSlot() {
      loading.inFlight.update(next) { $0.takesPrefetchSlot = true }
      proceed(next, at: time)
    }
  }

  /// Begins a load that the prefetcher's limit held back, because an item requested it.
  mutating func admitHeld(_ slot: LoadIndex, at time: SimTime) {
    loading.inFlight.unlink(slot)
    begin(slot, at: time)
  }
}
