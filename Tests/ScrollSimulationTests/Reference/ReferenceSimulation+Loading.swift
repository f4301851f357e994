import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation

/// Loads from their start to their turn: their sources, order and cancellation.
extension ReferenceSimulation {
  /// A Boolean value that indicates whether the cache keeps files, so that images without a waiting
  /// appearance need not be decoded.
  var cachesFiles: Bool { loader.cache && loader.holds == .encoded }
  var decodesOnLanes: Bool { loader.decodeOn == .background && loader.decode != .lazy }

  func start(
    _ rendition: Int, _ key: ImageID, for ask: AppearanceRequest?, ahead: Load.Urgency? = nil
  ) {
    let load = newLoad(rendition, key, for: ask)
    load.reason = history[key] ?? .neverAsked
    history[key] = .askedLate
    load.ahead = ahead
    if ask == nil {
      let fetched = Fetched(wasIssued: true)
      records.fetched.append(fetched)
      load.fetched = fetched
    }
    add(load, for: ask)
    let isOnMain = load.source == .network ? loader.download == .main : loader.read == .main
    if isOnMain, isOver {
      loads.removeAll { $0 === load }
      ask?.load = nil
      load.fetched?.come(to: .unfinished)
    } else if load.source == .network, loader.download == .main {
      downloadOnMain(load)
    } else if load.source != .network, loader.read == .main {
      readOnMain(load)
    } else if isTooFast {
      queue(load, .deferred)
    } else {
      call(load)
    }
  }

  /// Sends a load when the main thread has finished its earlier work in this frame.
  private func call(_ load: Load) {
    let work = isInFrame ? records.frames[records.frames.count - 1].work.total : 0
    guard work > 0 else { return admit(load) }
    queue(load, .called)
    schedule(.call(load), at: now + SimTime(nanoseconds: work))
  }

  /// Starts a load that the main thread has come to, if it is still wanted.
  func comeTo(_ load: Load) {
    if load.stage == .called, loads.contains(where: { $0 === load }) { admit(load) }
  }

  /// Begins the loads that wait for a slower viewport, in the order of their requests.
  func letDeferredBegin() {
    guard !isTooFast else { return }
    let waiting = loads.filter { $0.stage == .deferred }.sorted { $0.place < $1.place }
    for load in waiting { call(load) }
  }

  /// Begins a load, unless too many prefetches are in progress.
  private func admit(_ load: Load) {
    if load.waiting.isEmpty, loader.prefetchLimit > 0 {
      load.isLimited = true
      if loads.count(where: { $0.isLimited && $0.stage != .finished && $0.stage != .held })
        - 1 >= loader.prefetchLimit
      {
        load.isLimited = false
        queue(load, .held)
      } else {
        begin(load)
      }
    } else {
      begin(load)
    }
  }

  /// A Boolean value that indicates whether the process will end before the main thread has done
  /// its work.
  private var isOver: Bool {
    let frame = records.frames.count - 1
    let isFirst = records.launches[records.launches.count - 1].frame == frame
    let work = SimTime(nanoseconds: records.frames[frame].work.total)
    return work > SimTime(seconds: 10) && now + work > endIfBlocked(isLaunch: isFirst)
  }

  /// Creates a load of a file of the bundle, of a file that the app has written, or of a download.
  private func newLoad(_ rendition: Int, _ key: ImageID, for ask: AppearanceRequest?) -> Load {
    let mayDerive = loader.variants == .derived && costs[rendition].isLow
    let made = mayDerive ? derivedFiles[key] : nil
    let isMade = made.map { isCurrent($0, rendition) } ?? false
    let load = Load(
      rendition, key, starter: ask, source: .flash, bytes: costs[rendition].original,
      derives: mayDerive && !isMade, version: version(of: rendition),
      frame: records.frames.count - 1)
    if let made, isMade {
      (load.rendition, load.bytes, load.version) = (made.rendition, made.bytes, made.version)
    } else {
      locate(load)
    }
    return load
  }

  /// Returns `true` if the app's disk cache has the file that a prefetch would load.
  func isOnDisk(_ rendition: Int, _ key: ImageID) -> Bool {
    newLoad(rendition, key, for: nil).source == .disk
  }

  /// Returns the rendition whose file the load was meant to have: its own, or the full image.
  private func original(_ load: Load) -> Int { load.derives ? load.asked - 1 : load.asked }

  /// Finds the file that a load needs, on the disk if it is a download.
  func locate(_ load: Load) {
    load.rendition = load.asked
    load.bytes = costs[original(load)].original
    load.version = version(of: load.asked)
    guard costs[original(load)].isRemote else { return }
    load.source = .network
    guard disk?.contains(diskKey(load), at: now) == true, let stored = diskFiles[diskKey(load)],
      isCurrent(stored, load.asked)
    else { return }
    load.source = .disk
    load.rendition = load.derives ? stored.rendition + 1 : stored.rendition
    (load.bytes, load.version) = (stored.bytes, stored.version)
    if sizes != nil { (load.rendition, load.bytes) = (load.asked, costs[load.asked].stored) }
  }

  func add(_ load: Load, for ask: AppearanceRequest?) {
    loads.append(load)
    load.begun = now
    if let ask {
      ask.load = load
      ask.appearance.wait(for: .load(load), at: now)
      load.waiting.append(ask)
    }
    load.urgency = greatestUrgency(load) ?? .prefetch
  }

  /// Queues a load for the network or for flash.
  func begin(_ load: Load) {
    guard load.source == .network else {
      if load.source == .disk, storesImages { queueForDisk(load) } else { queueForFlash(load) }
      return
    }
    if let failure = failures[address(load.key)], failure.retry > now {
      queue(load, .backsOff)
      schedule(.wake(load), at: failure.retry)
    } else {
      queueForNetwork(load)
    }
  }

  func queue(_ load: Load, _ stage: Load.Stage) {
    if !load.isListed { latest[load.key] = load }
    load.isListed = true
    load.enter(stage, at: now)
    load.place = sequence
    sequence += 1
  }

  private func greatestUrgency(_ load: Load) -> Load.Urgency? {
    load.waiting.isEmpty ? load.ahead : .visible
  }

  /// Sets the load's priority to the highest of its requests; a changed load goes to the end of the
  /// new class.
  func reprioritize(_ load: Load) {
    // An item that only joined does not change the priority.
    guard loader.raisesJoined || load.waiting.isEmpty else { return }
    guard let urgency = greatestUrgency(load), urgency != load.urgency else { return }
    load.urgency = urgency
    // Loads that are held back keep the order of their requests.
    guard loader.priorities, load.stage != .held, load.stage != .deferred else { return }
    load.place = sequence
    sequence += 1
  }

  /// Returns the first waiting load of the highest priority.
  func next(_ stage: Load.Stage) -> Load? { first(of: loads.filter { $0.stage == stage }) }

  func first(of loads: [Load]) -> Load? {
    loads.min {
      let (left, right) = (rank($0), rank($1))
      if left != right { return left > right }
      return loader.order == .fifo ? $0.place < $1.place : $0.place > $1.place
    }
  }

  private func rank(_ load: Load) -> Int { loader.priorities ? load.urgency.rawValue : 0 }

  /// Cancels a load that is no longer wanted, if the loader cancels; returns `true` if the load is
  /// gone.
  func abandon(_ load: Load) -> Bool {
    guard load.waiting.isEmpty, load.ahead == nil else { return false }
    let wasTransfer = load.stage == .transfers, wasDecode = load.stage == .decodes
    switch load.stage {
    case .deferred: break
    case .called, .held, .backsOff, .queuesForNetwork, .queuesForDisk, .queuesForFlash:
      guard loader.cancelOnLeave, loader.cancelQueued else { return false }
    case .queuesForLane:
      guard loader.cancelOnLeave, loader.cancelQueued, load.parts == 0 else { return false }
    case .transfers:
      guard loader.cancelOnLeave, loader.cancelDownload else { return false }
      records.wastedBytes += network.cancel(load.slot, at: now)
    case .decodes:
      guard loader.cancelOnLeave, loader.cancelDecode else { return false }
      stopDecoding(load)
    case .reads, .encodes, .finished: return false
    }
    giveUp(load)
    serveDisk()
    // The end of a decode and the lane's next work are one step.
    if wasDecode {
      serveLanes()
      settle()
    }
    if wasTransfer {
      serveNetwork()
      expectNetwork()
    }
    return true
  }

  /// Ends a load without a result.
  private func giveUp(_ load: Load) {
    loads.removeAll { $0 === load }
    load.fetched?.come(to: .cancelled)
    history[load.key] = .cancelled
    releaseLimit(load)
  }

  /// Drops a file that was read but is no longer wanted; returns `true` if it was dropped.
  func dropRead(_ load: Load) -> Bool {
    guard loader.cancelOnLeave, loader.cancelRead, load.waiting.isEmpty, load.ahead == nil
    else { return false }
    load.file = nil
    giveUp(load)
    settle()
    return true
  }

  /// Stops decoding all parts of a load, and frees its lanes.
  private func stopDecoding(_ load: Load) {
    let count = events.count
    events.removeAll {
      if case .lane(let other, _) = $0.event { other === load } else { false }
    }
    busyLanes -= count - events.count
    masks.removeAll { $0 === load }
    release(load.scratch + written(load.rendition))
    (load.picture, load.file) = (nil, nil)
  }

  /// Frees a prefetch's place for the next one that is held.
  func releaseLimit(_ load: Load) {
    guard load.isLimited else { return }
    load.isLimited = false
    guard let held = loads.filter({ $0.stage == .held }).min(by: { $0.place < $1.place })
    else { return }
    held.isLimited = true
    begin(held)
  }

  /// Sends a held load, because an appearance now waits for it.
  func letGo(_ load: Load) { call(load) }

  /// Returns the picture that a load has brought, or that the app makes of it.
  func newPicture(_ load: Load, isResult: Bool = false) -> Picture {
    pictures += 1
    let bytes = isResult && load.derives ? costs[load.rendition].original : load.bytes
    return Picture(
      load.rendition, load.key, version: load.version, bytes: bytes, number: pictures)
  }

  func newPicture(like other: Picture) -> Picture {
    pictures += 1
    return Picture(
      other.rendition, other.key, version: other.version, bytes: other.bytes, number: pictures)
  }
}
