import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What a frame cost, when it was on screen, and what it showed.
extension Simulation {
  mutating func openFrame(from start: SimTime, due: SimTime, until planned: SimTime) {
    var shown = StallLedger.Screen()
    shown.isScrolling = motion.phase != .idle
    shown.excess = excess
    if let budget = cache.budget, shown.excess.isOverLimit {
      cache.didExceed(by: cache.cost - budget)
    }
    mainThread.open(
      MainThread.Frame(
        start: start.nanoseconds, begun: start.nanoseconds - session.offScreen,
        due: due.nanoseconds - session.offScreen, planned: planned.nanoseconds - session.offScreen,
        screen: shown))
  }

  /// Accounts for the last processed frame, as far as the run goes.
  ///
  /// One that never got on screen, because the run ended or the app was relaunched, counts
  /// what it had done so far; the images that it would have shown are late until then.
  mutating func closeFrame(at time: Int64, isPresented: Bool) {
    guard mainThread.close() else { return }
    let now = time - session.offScreen
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
    if isPresented { stalls.present(frame.screen, at: now) }
    if !screen.entered.isEmpty || !screen.shownNow.isEmpty {
      assignPresentation(isPresented ? now : frame.planned, at: now)
    }
  }

  /// Tells the items of a frame when it is on screen.
  private mutating func assignPresentation(_ presented: Int64, at now: Int64) {
    for index in 0..<screen.entered.count {
      let cell = screen.cellOfItem[ItemIndex(screen.entered[index])]
      let (load, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
      let before =
        load != .none && loading.inFlight.loads[load].serial == serial
        ? loading.inFlight.loads[load].waits(until: now) : WaitTimes()
      screen.cells.update(cell) {
        $0.firstPresented = presented
        $0.waited = WaitTimes()
        $0.waitedBefore = before
        if $0.failedAt != .min { $0.failedAt = max($0.failedAt, presented) }
      }
    }
    for index in 0..<screen.shownNow.count {
      let shown = screen.shownNow[index]
      let wait = presented - screen.cells[screen.cellOfItem[shown.item]].firstPresented
      stalls.didShow(after: wait)
      if wait > 0 {
        let parts = parts(of: wait, shown.waits, hasFailed: false)
        explain(shown.item, shown.reason, wait, parts, at: now)
      }
    }
    screen.didPresent()
  }

  /// What a cell has waited for since it was first on screen.
  mutating func waits(of cell: CellIndex, until now: Int64) -> WaitTimes {
    var waits = screen.cells[cell].waited
    let (load, serial) = (screen.cells[cell].load, screen.cells[cell].serial)
    guard load != .none, loading.inFlight.loads[load].serial == serial else { return waits }
    waits += loading.inFlight.loads[load].waits(until: now)
    waits -= screen.cells[cell].waitedBefore
    return waits
  }

  /// A cell no longer waits for its load, or for another one after a failure.
  mutating func stopWaiting(_ cell: CellIndex, at time: SimTime) {
    guard screen.cells[cell].load != .none || screen.cells[cell].failedAt != .min else { return }
    let now = screenTime(time)
    let waits = waits(of: cell, until: now)
    screen.cells.update(cell) {
      $0.waited = waits
      $0.load = .none
      if $0.failedAt != .min, $0.firstPresented != .min { $0.waited.backOff += now - $0.failedAt }
      $0.failedAt = .min
    }
  }

  /// An image came late or never: why it was absent, and what it waited for.
  private mutating func explain(
    _ item: ItemIndex, _ reason: AbsenceReason, _ wait: Int64, _ parts: WaitTimes, at now: Int64
  ) {
    stalls.explain(reason, wait: wait, parts)
    note(
      SimTime(nanoseconds: now + session.offScreen),
      .late(item: item.number, reason: reason, waits: parts))
  }

  /// What a wait was for: its rest is the main thread's, or that for another try.
  private mutating func parts(
    of wait: Int64, _ waits: WaitTimes, hasFailed: Bool
  ) -> WaitTimes {
    var parts = waits
    let rest = max(0, wait - parts.total)
    if hasFailed { parts.backOff += rest } else { parts.mainThread += rest }
    return parts
  }

  /// The cell of an item leaves without having shown its image.
  mutating func explainNeverShown(_ cell: CellIndex, until now: Int64) {
    let (wait, parts) = unshownWait(cell, until: now)
    explain(screen.cells[cell].item, screen.cells[cell].reason ?? .askedLate, wait, parts, at: now)
  }

  /// How long a cell has been on screen without its image, and what for.
  private mutating func unshownWait(_ cell: CellIndex, until now: Int64) -> (Int64, WaitTimes) {
    let since = screen.cells[cell].firstPresented
    guard since != .min else { return (0, WaitTimes()) }
    let (wait, waits) = (max(0, now - since), waits(of: cell, until: now))
    return (wait, parts(of: wait, waits, hasFailed: screen.cells[cell].failedAt != .min))
  }

  /// Tells the log of an item that still waits at the end.
  private mutating func noteUnfinished(_ item: ItemIndex, at time: SimTime) {
    guard log != nil, screen.states[item] == .waiting else { return }
    let cell = screen.cellOfItem[item]
    let (_, parts) = unshownWait(cell, until: screenTime(time))
    note(
      time,
      .unfinished(item: item.number, reason: screen.cells[cell].reason ?? .askedLate, waits: parts))
  }

  /// The shares of the viewport that are blank, soft and wrong.
  ///
  /// Added up in the direction of movement, so that a mirrored run has the same sums.
  private mutating func measureStalls(at now: Int64) {
    var shown = mainThread.frame.screen
    for item in ItemsInOrder(screen.visible.indices, motion.direction) {
      measureStall(of: item, into: &shown, at: now)
    }
    mainThread.show(shown)
  }

  private mutating func measureStall(
    of item: ItemIndex, into shown: inout StallLedger.Screen, at now: Int64
  ) {
    guard screen.states[item] != .hidden, screen.states[item] != .shown || screen.hasFlawedCells
    else { return }
    let cell = screen.cellOfItem[item]
    if screen.states[item] == .shown {
      if screen.cells[cell].isFlawed {
        screen.settleFade(
          cell, for: SimTime(seconds: loader.fadeDuration).nanoseconds, at: now)
      }
      guard screen.cells[cell].isFlawed else { return }
    }
    let (lower, upper) = (motion.offset, motion.offset + screen.extent)
    let overlap =
      min(upper, screen.placement.ends[item.position])
      - max(lower, screen.placement.starts[item.position])
    let share = overlap * screen.placement.breadths[item.position] / screen.extent
    let bitmap = screen.cells[cell].bitmap
    if bitmap == .none {
      shown.blank += share
    } else if keys.image(of: footprint.bitmaps[bitmap].picture) != image(of: item) {
      shown.wrong += share
    } else if keys.isLow(footprint.bitmaps[bitmap].picture)
      || (screen.states[item] == .shown && screen.cells[cell].fadesUntil != .min)
    {
      shown.soft += share
    }
  }

  /// Whether the cache, or what no cache could do without, is over the budget.
  var excess: StallLedger.Excess {
    mutating get {
      guard let budget = cache.budget else { return StallLedger.Excess() }
      // Only where loads might make up the rest are they added up one by one.
      return StallLedger.Excess(
        isOverLimit: cache.cost > budget,
        isOversubscribed: screen.pictures.bytes + footprint.encoded + loading.inFlight.bitmaps
          * footprint.largestBitmap
          > budget
          && screen.pictures.bytes + inFlightBytes() > budget)
    }
  }

  /// Ends what is under way at the end of the run.
  mutating func end() {
    let stop = session.death?.time.nanoseconds ?? session.end
    let time = SimTime(nanoseconds: stop)
    if session.isInBackground {
      cache.integrate(until: screenTime(time))
      _ = session.leaveBackground(at: time)
    }
    closeFrame(at: stop, isPresented: false)
    let onScreen = stop - session.offScreen
    stalls.integrate(until: onScreen)
    cache.integrate(until: screenTime(time))
    stalls.stillWait(screen.waitingCount)
    countOpenRequests(at: time)
    lanes.giveBackAll(at: stop)
    downloads.cancelAll(at: time)
    mainThread.stop(at: stop)
    note(time, .ended(death: session.death?.reason))
  }

  /// Requests and prefetches that have not come to an end.
  private mutating func countOpenRequests(at time: SimTime) {
    forEachVisible { simulation, item in
      simulation.noteUnfinished(item, at: time)
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
}
