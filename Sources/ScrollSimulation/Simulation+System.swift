import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What the system does: time passes on network, flash and lanes, apps come and go.
extension Simulation {
  /// Everything up to and including a moment, trace events before completions.
  ///
  /// Stops at a relaunch, whose first frame comes before the rest.
  mutating func processEvents(upTo time: SimTime) {
    while death == nil, resumed == nil {
      let (next, network) = (queue.nextTime, tiers.network.nextTime)
      let event = nextEvent < scenario.events.count ? scenario.events[nextEvent] : nil
      if let event, event.time <= time, event.time <= next, event.time <= network {
        nextEvent += 1
        handle(event.event, at: event.time)
      } else if network <= time, network <= next {
        receive(at: network)
      } else if next <= time, let event = queue.popFirst() {
        switch event.kind {
        case EventKind.wake: woken(at: event.time)
        case EventKind.flash: flashIsDone(event.payload, at: event.time)
        default: laneIsDone(event.payload, at: event.time)
        }
      } else {
        return
      }
    }
  }

  private mutating func handle(_ event: SystemEvent, at time: SimTime) {
    note(time, .system(event))
    switch event {
    case .memoryPressure(let kind):
      switch kind {
      case .normal: notice(.normal, at: time)
      case .warning: notice(.warning, at: time)
      case .critical: notice(.critical, at: time)
      }
    case .background:
      guard !isInBackground else { return }
      integrateCachedBytes(until: time)
      isInBackground = true
      wentOff = time.nanoseconds
      deliverPressure(at: time)
      model.didEnterBackground(at: time)
      tiers.disk?.didEnterBackground(at: time)
      drainRemovals(at: time)
      if prefetching.plansForBackground, !isFresh { prefetch(at: time) }
    case .foreground: comeBack(at: time)
    case .relaunch: relaunch(at: time)
    case .externalPressure(let bytes):
      obey(memory.otherProcessesChanged(by: bytes), at: time)
    case .offline: goOffline(at: time)
    case .online:
      tiers.network.goOnline()
      pumpNetwork(at: time)
    case .change(let image): versions[ImageIndex(image)] += 1
    case .rotate, .insert: break  // an epoch of the layout
    }
  }

  /// Skips to the moment at which the app comes back, or to its last event.
  mutating func waitForReturn() {
    while isInBackground, death == nil, nextEvent < scenario.events.count {
      let time = scenario.events[nextEvent].time
      guard time.nanoseconds <= end else { return }
      processEvents(upTo: time)
      if !isInBackground, resumed == nil { resumed = time }
    }
  }

  private mutating func comeBack(at time: SimTime) {
    guard isInBackground else { return }
    isInBackground = false
    offScreen += time.nanoseconds - wentOff
    prefetching.hasComeBack = true
  }

  /// The memory state is told to the cache at the next frame, in the background at once.
  mutating func notice(_ level: PressureLevel, at time: SimTime) {
    pressure.append(level)
    if isInBackground { deliverPressure(at: time) }
  }

  mutating func deliverPressure(at time: SimTime) {
    guard !pressure.isEmpty else { return }
    let levels = pressure
    pressure = []
    for level in levels {
      note(time, .pressure(level))
      model.pressureChanged(to: level, at: time)
      drainRemovals(at: time)
      guard level > .normal else { continue }
      prefetching.hadMemoryWarning = true
      if interface.count > 0 {
        interface.purge()
        memoryChanged(at: time)
      }
    }
  }

  /// Memory and the in-flight table are lost, every visible item appears anew.
  ///
  /// Brings the app to the front. The old cache dies with its process and what it remembers;
  /// what was on its way to the disk is lost, what is there stays.
  private mutating func relaunch(at time: SimTime) {
    comeBack(at: time)
    closeFrame(at: time.nanoseconds, isPresented: false)
    mainThread.stop(at: time.nanoseconds)
    stalls.present(nil, at: time.nanoseconds - offScreen)
    forEachVisible { $0.disappear($1, at: time) }
    for cell in CellIndex.first(cells.cells.count) { clear(cell, at: time) }
    visible = VisibleRange()
    isFresh = true
    pressure = []
    dropLoads(at: time)
    model.removeAll(because: .removed)
    drainRemovals(at: time)
    for key in fates.indices where fates[key].reason != .neverAsked || fates[key].wasUsed {
      fates[key].reason = .killed
      fates[key].failures = 0
      fates[key].evictedAt = -1
    }
    interface.dropAll()
    for item in isPrepared.indices { isPrepared[item] = false }
    memoryChanged(at: time)
    prefetching.forgetPlan()
    if let afterRelaunch { cache = afterRelaunch() }
    knownCost = nil
    launch(at: time)
  }

  /// After a relaunch: nothing is in flight.
  private mutating func dropLoads(at time: SimTime) {
    for slot in LoadIndex.first(inFlight.loads.count) {
      let load = inFlight.loads[slot]
      guard load.stage != .free else { continue }
      if load.isUnusedPrefetch { report.prefetch.unfinished += 1 }
      if load.stage == .transferring {
        report.work.wastedBytes += tiers.network.cancel(load.connection.position, at: time)
        tiers.loadOfConnection[load.connection] = .none
      }
      if load.bitmap != .none { release(load.bitmap) }
      if load.cachedFile != .none { release(load.cachedFile) }
      if loader.coalescing { loadOfKey[load.key] = .none }
      // One that had finished is lost, not cancelled.
      if load.stage != .finished { note(time, .cancelled(load: load.serial)) }
    }
    for index in 0..<lateHits.count { release(lateHits[index].bitmap) }
    lateHits.removeAll()
    finished.removeAll()
    inFlight = InFlightTable(
      ranks: loader.priorities, isLIFO: loader.order == .lifo, after: inFlight.serials)
    tiers.dropWrites()
    tiers.awaitsToken = false
    queue = EventQueue()
    (flashUser, encodedInFlight) = (.nobody, 0)
    prefetching.running = 0
    lanes.giveBackAll(at: time.nanoseconds)
  }
}
