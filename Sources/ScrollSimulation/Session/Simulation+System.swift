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
    while session.death == nil, session.resumed == nil {
      let (next, network) = (queue.nextTime, downloads.nextTime)
      let (deadline, event) = (session.deadline, session.scenario.nextEvent)
      if deadline <= time, deadline < min(next, network, event?.time ?? .never) {
        return session.meetDeadline()
      }
      if let event, event.time <= time, event.time <= next, event.time <= network {
        session.scenario.passEvent()
        handle(event.event, at: event.time)
      } else if network <= time, network <= next {
        receive(at: network)
      } else if next <= time, let event = queue.popFirst() {
        switch event.kind {
        case EventKind.wake: woken(at: event.time)
        case EventKind.flash: flashIsDone(event.payload, at: event.time)
        case EventKind.call: callIsDue(at: event.time)
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
      guard !session.isInBackground else { return }
      cache.integrate(until: screenTime(time))
      stalls.integrate(until: screenTime(time), time)
      session.enterBackground(at: time)
      deliverPressure(at: time)
      cache.model.didEnterBackground(at: time)
      flash.didEnterBackground(at: time)
      drainRemovals(at: time)
      if prefetching.plansForBackground, !session.isFresh { prefetch(at: time) }
    case .foreground: comeBack(at: time)
    case .tap: if !session.isInBackground { taps.tap(at: screenTime(time)) }
    case .relaunch: relaunch(at: time)
    case .externalPressure(let bytes):
      obey(footprint.otherProcessesChanged(by: ByteCount(count: bytes)), at: time)
    case .offline: goOffline(at: time)
    case .online:
      downloads.goOnline()
      pumpNetwork(at: time)
    case .change(let image): loading.change(ImageIndex(image))
    case .beginAccess(let image): beginAccess(to: image, at: time)
    case .endAccess(let image): endAccess(to: image, at: time)
    case .useContent(let image): useContent(of: image)
    case .rotate, .insert: break  // an epoch of the layout
    }
  }

  /// Skips to the moment at which the app comes back, or to its last event.
  mutating func waitForReturn() {
    while session.isInBackground, session.death == nil, let next = session.scenario.nextEvent {
      guard next.time.nanoseconds <= session.end else { return }
      processEvents(upTo: next.time)
      session.resume(at: next.time)
    }
  }

  private mutating func comeBack(at time: SimTime) {
    guard session.leaveBackground(at: time) else { return }
    stalls.comeBack(at: time)
    prefetching.didComeBack()
  }

  /// The cache is notified of a memory state at the next frame, in the background at once.
  mutating func notice(_ level: PressureLevel, at time: SimTime) {
    session.notice(level)
    if session.isInBackground { deliverPressure(at: time) }
  }

  mutating func deliverPressure(at time: SimTime) {
    guard session.hasPressure else { return }
    for level in session.takePressure() {
      note(time, .pressure(level))
      cache.model.pressureChanged(to: level, at: time)
      drainRemovals(at: time)
      guard level > .normal else { continue }
      prefetching.didWarn()
      if footprint.interface.count > 0 { changeMemory(at: time) { $0.footprint.purgeInterface() } }
    }
    obey(footprint.warningWasAnswered(), at: time)
  }

  /// Memory and the in-flight table are lost, every visible item appears anew.
  ///
  /// Brings the app to the front. The old cache dies with its process and what it remembers;
  /// what was on its way to the disk is lost, what is there stays.
  private mutating func relaunch(at time: SimTime) {
    comeBack(at: time)
    closeFrame(at: time.nanoseconds, isPresented: false)
    mainThread.stop(at: time.nanoseconds)
    taps.endProcess()
    stalls.clear(at: time.nanoseconds - session.offScreen, time)
    forEachVisible { $0.disappear($1, at: time) }
    for cell in CellIndex.first(screen.cells.cells.count) { clear(cell, at: time) }
    dropLoads(at: time)
    endAllAccesses(at: time)
    cache.model.removeAll(because: .removed)
    drainRemovals(at: time)
    changeMemory(at: time) { $0.footprint.endProcess() }
    obey(footprint.warningWasAnswered(), at: time)
    screen.endProcess()
    session.endProcess()
    prefetching.endProcess()
    cache.endProcess()
    launch(at: time)
  }

  /// After a relaunch: nothing is in flight.
  private mutating func dropLoads(at time: SimTime) {
    for slot in LoadIndex.first(loading.inFlight.loads.count) {
      let load = loading.inFlight.loads[slot]
      guard load.stage != .free else { continue }
      if load.isUnusedPrefetch { cache.countPrefetch(.unfinished) }
      if load.stage == .transferring { downloads.cancel(load.connection, at: time) }
      if load.bitmap != .none { footprint.release(load.bitmap) }
      if load.cachedFile != .none { footprint.release(load.cachedFile) }
      // One that had finished is lost, not cancelled.
      if load.stage != .finished { note(time, .cancelled(load: load.serial)) }
    }
    for index in 0..<loading.lateHits.count { footprint.release(loading.lateHits[index].bitmap) }
    footprint.freeEncoded(footprint.encoded)
    loading.endProcess()
    downloads.endProcess()
    flash.endProcess()
    queue = EventQueue()
    calls.endProcess()
    lanes.giveBackAll(at: time.nanoseconds)
  }
}
