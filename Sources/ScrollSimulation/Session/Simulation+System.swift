import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The processing of events: of the network, the flash channel, the lanes and the system.
extension Simulation {
  /// Processes all events up to and including a moment; of events with equal times, those of the
  /// trace come before completions of work.
  ///
  /// The method stops at a relaunch, because the first frame of the new process comes before the
  /// remaining events.
  mutating func processEvents(upTo time: SimTime) {
    while session.death == nil, session.resumed == nil {
      let (next, network) = (queue.nextTime, downloads.nextTime)
      let (deadline, change) = (session.deadline, session.scenario.nextEventTime)
      guard min(next, network, deadline, change) <= time else { return }
      if deadline < min(next, network, change) { return session.meetDeadline() }
      if change <= min(next, network), let event = session.scenario.nextEvent {
        session.scenario.passEvent()
        handle(event.event, at: event.time)
      } else if network <= next {
        receive(at: network)
      } else if let event = queue.popFirst() {
        switch event.kind {
        case EventKind.wake: woken(at: event.time)
        case EventKind.flash: flashIsDone(event.payload, at: event.time)
        case EventKind.call: callIsDue(at: event.time)
        case EventKind.disk: diskHasEncoded(at: event.time)
        default: laneIsDone(event.payload, at: event.time)
        }
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

  /// Skips to the moment at which the app returns to the foreground, or to the last event.
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

  /// Notifies the cache of a memory state at the next frame, or at once in the background.
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

  /// Relaunches the app: the memory cache and all loads are lost, and every visible item appears
  /// again.
  ///
  /// The app comes to the foreground. The old cache and its state end with the process. Files that
  /// are not yet written completely are lost; files on disk remain.
  private mutating func relaunch(at time: SimTime) {
    comeBack(at: time)
    closeFrame(at: time.nanoseconds, isPresented: false)
    mainThread.stop(at: time.nanoseconds)
    taps.endProcess()
    stalls.clear(at: time.nanoseconds - session.offScreen, time)
    // The process ends in one step: the system purges none of its pictures meanwhile.
    footprint.beginStep()
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
    prefetching.endProcess(cache.prefetches)
    cache.endProcess()
    launch(at: time)
  }

  /// Drops all loads, so that nothing is in flight after a relaunch.
  private mutating func dropLoads(at time: SimTime) {
    for slot in LoadIndex.first(loading.inFlight.loads.count) {
      let load = loading.inFlight.loads[slot]
      guard load.stage != .free else { continue }
      if load.isUnusedPrefetch { cache.countPrefetch(.unfinished) }
      if load.stage == .transferring { downloads.cancel(load.connection, at: time) }
      if load.bitmap != .none { footprint.release(load.bitmap) }
      if load.cachedFile != .none { footprint.release(load.cachedFile) }
      // A load that had finished is lost, not cancelled.
      if load.stage != .finished { note(time, .cancelled(load: load.serial)) }
    }
    for index in 0..<loading.lateHits.count { footprint.release(loading.lateHits[index].bitmap) }
    footprint.freeEncoded(footprint.encoded)
    loading.endProcess()
    downloads.endProcess()
    flash.endProcess()
    diskQueue.endProcess()
    queue = EventQueue()
    calls.endProcess()
    lanes.giveBackAll(at: time.nanoseconds)
  }
}

/// The end of a session, and the start of a later one that takes over its state.
extension Simulation {
  /// Sends the app to the background after the last sample, where it finishes the work under way.
  ///
  /// Work that is unfinished at the end of the break is dropped, and all cells are removed.
  /// - Parameters:
  ///   - time: the end of the break.
  ///   - keepsMemory: `false` to end the process in the break; with `true` it ends only for lack of
  ///     memory or by the watchdog.
  /// - Returns: `true` if the process still runs at the end of the break; otherwise its cache is
  ///   empty.
  mutating func leave(until time: SimTime, keepsMemory: Bool) -> Bool {
    _ = session.takeResumption()
    session.scenario.passAllEvents()
    if session.death == nil {
      handle(.background, at: SimTime(nanoseconds: session.end))
      processEvents(upTo: time)
    }
    // Work under way ended with the process.
    let time = min(time, session.death?.time ?? .never)
    forEachVisible { $0.disappear($1, at: time) }
    for cell in CellIndex.first(screen.cells.cells.count) { clear(cell, at: time) }
    dropLoads(at: time)
    endAllAccesses(at: time)
    let survives = keepsMemory && session.death == nil
    if !survives { cache.model.removeAll(because: .removed) }
    drainRemovals(at: time)
    return survives
  }

  /// Takes over the state of an earlier session; all figures begin at 0.
  /// - Parameters:
  ///   - earlier: a simulation of the same scenario after its end.
  ///   - keepsMemory: `true` to take over the memory cache and the disk, `false` for the disk only.
  mutating func takeOver(_ earlier: consuming Simulation, keepsMemory: Bool) {
    loading.takeOver(earlier.loading)
    flash.takeOver(earlier.flash)
    if keepsMemory {
      cache = earlier.cache
      cache.beginSession()
      footprint.takeOver(earlier.footprint)
      if session.scenario.nextEpochTime < .never {
        cache.model.placementChanged(to: screen.placement)
      }
    } else {
      cache.beginProcess()
    }
  }
}

/// The end of a run.
extension Simulation {
  /// Ends the work under way at the end of the run.
  mutating func end() {
    let time = session.stop, stop = time.nanoseconds
    if session.isInBackground {
      cache.integrate(until: screenTime(time))
      _ = session.leaveBackground(at: time)
      stalls.comeBack(at: time)
    }
    closeFrame(at: stop, isPresented: false)
    let onScreen = stop - session.offScreen
    stalls.integrate(until: onScreen, time)
    cache.integrate(until: screenTime(time))
    taps.endProcess()
    countOpenRequests(at: time)
    lanes.giveBackAll(at: stop)
    downloads.cancelAll(at: time)
    mainThread.stop(at: stop)
    note(time, .ended(death: session.death?.reason))
  }

  /// Counts the requests and prefetches without an outcome.
  private mutating func countOpenRequests(at time: SimTime) {
    forEachVisible { simulation, item in
      if simulation.screen.states[item] == .waiting {
        simulation.giveUp(item, at: time)
      }
      simulation.endRequest(of: simulation.screen.cellOfItem[item], as: .unfinished)
    }
    for slot in LoadIndex.first(loading.inFlight.loads.count)
    where loading.inFlight.loads[slot].stage != .free
      && loading.inFlight.loads[slot].isUnusedPrefetch
    {
      cache.countPrefetch(.unfinished)
    }
    cache.countUnusedPrefetches()
  }

  /// Counts an item that still waits for its image at the end of the run.
  ///
  /// If the app was killed, the image counts as never shown, otherwise as unfinished.
  private mutating func giveUp(_ item: ItemIndex, at time: SimTime) {
    let cell = screen.cellOfItem[item]
    let isReturn = screen.cells[cell].isReturn
    guard session.death == nil else {
      stalls.didLeaveUnshown(isReturn: isReturn)
      return explainNeverShown(cell, until: moment(time))
    }
    stalls.stillWaits(isReturn: isReturn)
    guard log != nil else { return }
    let (_, parts) = unshownWait(cell, until: moment(time))
    note(
      time,
      .unfinished(item: item.number, reason: screen.cells[cell].reason ?? .askedLate, waits: parts))
  }
}

/// The launch of the app, and changes of the layout.
extension Simulation {
  /// Launches the app; its preloading delays the first frame.
  ///
  /// The launch preloads the images of the first items, in order and each once, except images that
  /// need a download. The main thread reads and decodes them and offers them to the cache. If the
  /// app runs out of memory, it is killed at the time at which the launch needs this memory, and
  /// preloading ends.
  mutating func launch(at time: SimTime) {
    mainThread.awaitLaunch(due: session.launch(at: time))
    guard loader.preload > 0, loader.cache, !cache.wasKept else {
      return note(time, .launched(preloading: .zero))
    }
    mainThread.work = RunReport.MainThreadWork()
    var preloaded: Set<KeyIndex> = []
    let end = session.end(ifBlockedFrom: time)
    for item in 0..<screen.placement.count where preloaded.count < loader.preload {
      guard session.death == nil, launched(from: time) <= end else { break }
      let key = keys.key(of: ItemIndex(item))
      let picture = keys.picture(of: image(of: ItemIndex(item)), as: key)
      guard !works[picture].isRemote, preloaded.insert(key).inserted else { continue }
      preload(picture, key, at: time)
      if session.postponeDeath(to: launched(from: time)) { break }
    }
    let busy = mainThread.launch(at: time)
    note(time, .launched(preloading: busy))
    session.preload(from: time, for: busy)
  }

  /// Returns the end of the work of a launch so far.
  private func launched(from time: SimTime) -> SimTime {
    time + SimTime(nanoseconds: mainThread.work.total)
  }

  private mutating func preload(_ picture: PictureIndex, _ key: KeyIndex, at time: SimTime) {
    let work = works[picture]
    if !readsPages(picture, key, .file) {
      mainThread.work.read += work.read
      flash.didRead(work.encoded)
    }
    let bitmap = makeBitmap(
      bytes: work.encoded, picture: picture, key: key,
      version: loading.version(of: keys.image(of: picture)), at: time)
    if !cachesFiles { decodeNow(bitmap, at: time) }
    store(key, bitmap: bitmap, as: .prefetched, unseen: work.encoded, at: time)
    cache.countPrefetch(.issued)
    release(bitmap, at: time)
  }

  /// Enters a new layout after a rotation or an insertion; returns `false` if there is none.
  mutating func enterEpoch(at time: SimTime) -> Bool {
    guard let epoch = session.scenario.enterEpoch(by: time) else { return false }
    var entered = keys
    let placement = entered.enter(epoch)
    if keys.haveSizes { leaveResized(entered, at: time) }
    keys = entered
    screen.lay(out: placement, extent: epoch.viewportExtent, at: motion.offset)
    cache.model.placementChanged(to: screen.placement)
    prefetching.layoutChanged(
      to: screen.placement, breadth: epoch.viewportBreadth, until: session.scenario.nextEpochTime)
    return true
  }

  /// Creates cells before their items are visible, in the time that the frame leaves unused.
  ///
  /// These are the cells of the next items in the direction of movement: as many items as are
  /// visible, at least one. Some of them may already have cells.
  mutating func prepareCells() {
    let work = scenario.device.mainThread.cellWork.nanoseconds
    let period = 1_000_000_000 / session.hertz
    let step = Int(motion.direction.rawValue)
    let shown = screen.visible.indices.count { overlaps($0) }
    var (item, left) = (step > 0 ? screen.visible.first : screen.visible.end, max(1, shown))
    if step < 0 {
      // In a waterfall, items after the last visible one may end before it.
      let upper = motion.offset + screen.extent
      while item < screen.placement.count, screen.placement.starts[item] < upper { item += 1 }
      item -= 1
    }
    while left > 0, item >= 0, item < screen.placement.count, mainThread.work.total + work <= period
    {
      if isAhead(item) {
        left -= 1
        if screen.prepare(ItemIndex(item)) { mainThread.work.cells += work }
      }
      item += step
    }
  }

  /// Returns `true` if an item exists and lies beyond the viewport in the direction of movement.
  private mutating func isAhead(_ item: Int) -> Bool {
    let (start, end) = (screen.placement.starts[item], screen.placement.ends[item])
    guard start < end else { return false }
    return motion.direction == .forward
      ? start >= motion.offset + screen.extent : end <= motion.offset
  }
}

/// Methods that skip frames in which only the offset changes.
extension Simulation {
  /// Skips the frames from a vsync on that would change nothing but the offset.
  ///
  /// In such a frame no item enters, leaves or waits, no load is delivered, the prefetcher's plan
  /// does not change, and the screen shows the same items. The method extends the open frame over
  /// these frames. Half of the frames of a scroll, and all frames at rest, are of this kind.
  ///
  /// - Returns: the vsync of the first frame that has to be processed.
  mutating func passFrames(from vsync: Int64) -> Int64 {
    guard log == nil, !cache.isSpatial, !cache.needsTicks, loader.cellPreparation != .ahead,
      !loader.defers, !loader.looksUpWhatItDraws, isQuiet,
      stalls.shows(mainThread.frame.screen), !stalls.isBehind,
      let plan = prefetching.slack(around: viewport(at: motion.time))
    else { return vsync }
    let last = min(SimTime(nanoseconds: session.end), session.scenario.lastQuietTime)
    let visible = screen.visible.slack(in: screen.placement)
    var (vsync, nextEvent) = (vsync, min(queue.nextTime, downloads.nextTime))
    var passed = PassedFrames()
    var time = SimTime.vsync(vsync, hertz: session.hertz)
    while time <= last {
      if nextEvent <= time {
        include(&passed, due: time)
        processEvents(upTo: time)
        guard isQuiet, excess == mainThread.frame.screen.excess else { return vsync }
        nextEvent = min(queue.nextTime, downloads.nextTime)
      }
      // Three values in place of a copy of the cursor: the processor would have to wait for it.
      let (before, offset, direction) = (motion.time, motion.offset, motion.direction)
      motion.pass(time, in: scenario.motion)
      guard changesNothing(since: offset, direction, visible, plan),
        session.scenario.passSamples(
          before: time, within: min(offset, motion.offset), max(offset, motion.offset))
      else {
        motion.goBack(to: before, direction, in: scenario.motion)
        break
      }
      session.move(by: motion.offset - offset)
      passed.start = before
      passed.offset = offset
      vsync += 1
      passed.count += 1
      passed.time = time
      time = .vsync(vsync, hertz: session.hertz)
    }
    include(&passed, due: time)
    return vsync
  }

  /// Frames that were skipped and are not yet part of the figures.
  private struct PassedFrames {
    var count = 0
    /// The time and the offset of the frame before the last skipped one.
    var start = SimTime.zero, offset = 0.0
    /// The time of the last skipped frame.
    var time = SimTime.zero
  }

  /// Adds skipped frames to the figures, as one frame that was on screen all the time; the last of
  /// them is due at a vsync.
  private mutating func include(_ passed: inout PassedFrames, due: SimTime) {
    guard passed.count > 0 else { return }
    loading.inFlight.reuseSlots()
    stalls.pass(
      to: LateScreen.Frame(start: passed.start, offset: passed.offset, extent: screen.extent),
      until: passed.time, due: due)
    mainThread.goOn(
      over: passed.count, from: passed.time, due: due, offScreen: session.offScreen)
    passed.count = 0
  }

  /// A Boolean value that indicates whether the open frame changed nothing, and the next one will
  /// change nothing but the offset.
  private var isQuiet: Bool {
    mutating get {
      mainThread.work.total == 0 && screen.isQuiet && loading.isQuiet && session.isQuiet
        && taps.isQuiet
    }
  }

  /// Returns `true` if a movement changes neither the visible items nor the prefetcher's plan.
  @inline(__always)
  private mutating func changesNothing(
    since offset: Double, _ direction: ScrollDirection, _ visible: VisibleRange.Slack,
    _ plan: PlanSlack
  ) -> Bool {
    guard (motion.phase != .idle) == mainThread.frame.screen.isScrolling else { return false }
    if motion.offset == offset, motion.direction == direction { return true }
    return plan.covers(lower: motion.offset, motion.direction)
      && visible.covers(lower: motion.offset, upper: motion.offset + screen.extent)
  }
}
