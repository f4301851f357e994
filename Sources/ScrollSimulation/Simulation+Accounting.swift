import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// What a frame cost, when it was on screen, and what it showed.
extension Simulation {
  /// A frame from its processing to the start of the next one; its work is `frameWork`.
  struct Frame {
    /// Not accounted for yet.
    var isOpen = false
    /// When it was processed.
    var start: Int64 = 0
    /// In screen time: its start, the vsync after it, and the one it is ready for.
    var begun: Int64 = 0, due: Int64 = 0, planned: Int64 = 0
    var screen = StallLedger.Screen()
  }

  /// An item whose image is shown for the first time, and what it had waited for.
  struct ShownItem {
    var item: ItemIndex
    var waits: WaitTimes
    var reason: AbsenceReason
  }

  mutating func openFrame(from start: SimTime, due: SimTime, until planned: SimTime) {
    frame.isOpen = true
    frame.start = start.nanoseconds
    mainThread.work(from: start.nanoseconds, for: frameWork.total)
    frame.begun = start.nanoseconds - offScreen
    frame.due = due.nanoseconds - offScreen
    frame.planned = planned.nanoseconds - offScreen
    frame.screen = StallLedger.Screen()
    frame.screen.isScrolling = motion.phase != .idle
    frame.screen.excess = excess
    if let budget, frame.screen.excess.isOverLimit {
      report.cache.peakExcess = max(report.cache.peakExcess, cacheCost - budget)
    }
  }

  /// Accounts for the last processed frame, as far as the run goes.
  ///
  /// One that never got on screen, because the run ended or the app was relaunched, counts
  /// what it had done so far; the images that it would have shown let wait until then.
  mutating func closeFrame(at time: Int64, isPresented: Bool) {
    guard frame.isOpen else { return }
    frame.isOpen = false
    let now = time - offScreen
    if waitingCount + overwrittenCount + flawedCount > 0 { measureStalls(at: now) }
    if frame.screen.isScrolling { report.hitches.scrolling.nanoseconds += now - frame.begun }
    let isLate = frame.planned > frame.due && min(now, frame.planned) > frame.due
    note(
      SimTime(nanoseconds: frame.start),
      .frame(
        RunEvent.Frame(
          work: frameWork, due: SimTime(nanoseconds: frame.due + offScreen),
          presented: SimTime(nanoseconds: time), isLate: isLate, isPresented: isPresented,
          blank: frame.screen.blank, soft: frame.screen.soft, wrong: frame.screen.wrong)))
    if frameWork.total > 0 {
      report.hitches.mainThreadBusy.nanoseconds += min(frameWork.total, time - frame.start)
      if isLate { accountHitch(min(now, frame.planned) - frame.due) }
      frameWork = Work()
    }
    if isPresented { stalls.present(frame.screen, at: now) }
    if !entered.isEmpty || !shownNow.isEmpty {
      assignPresentation(isPresented ? now : frame.planned, at: now)
    }
  }

  /// The frame was due so much earlier; not a hitch if the run ended before that.
  private mutating func accountHitch(_ nanoseconds: Int64) {
    let late = SimTime(nanoseconds: nanoseconds)
    report.hitches.count += 1
    report.hitches.time += late
    if frame.screen.isScrolling { report.hitches.scrollingTime += late }
    report.hitches.worst = max(report.hitches.worst, late)
    report.hitches.causes += frameWork
  }

  /// Tells the items of a frame when it is on screen.
  private mutating func assignPresentation(_ presented: Int64, at now: Int64) {
    for index in 0..<entered.count {
      let cell = cellOfItem[ItemIndex(entered[index])]
      let (load, serial) = (cells[cell].load, cells[cell].serial)
      let before =
        load != .none && inFlight.loads[load].serial == serial
        ? inFlight.loads[load].waits(until: now) : WaitTimes()
      cells.update(cell) {
        $0.firstPresented = presented
        $0.waited = WaitTimes()
        $0.waitedBefore = before
        if $0.failedAt != .min { $0.failedAt = max($0.failedAt, presented) }
      }
    }
    for index in 0..<shownNow.count {
      let shown = shownNow[index]
      let wait = presented - cells[cellOfItem[shown.item]].firstPresented
      stalls.didShow(after: wait)
      if wait > 0 {
        let parts = parts(of: wait, shown.waits, hasFailed: false)
        explain(shown.item, shown.reason, wait, parts, at: now)
      }
    }
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  /// What a cell has waited for since it was first on screen.
  mutating func waits(of cell: CellIndex, until now: Int64) -> WaitTimes {
    var waits = cells[cell].waited
    let (load, serial) = (cells[cell].load, cells[cell].serial)
    guard load != .none, inFlight.loads[load].serial == serial else { return waits }
    waits += inFlight.loads[load].waits(until: now)
    waits -= cells[cell].waitedBefore
    return waits
  }

  /// A cell no longer waits for its load, or for another one after a failure.
  mutating func stopWaiting(_ cell: CellIndex, at time: SimTime) {
    guard cells[cell].load != .none || cells[cell].failedAt != .min else { return }
    let now = screenTime(time)
    let waits = waits(of: cell, until: now)
    cells.update(cell) {
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
    report.stalls.absences[Int(reason.rawValue)] += 1
    report.stalls.waits += parts
    report.stalls.waited += SimTime(nanoseconds: wait)
    note(
      SimTime(nanoseconds: now + offScreen), .late(item: item.number, reason: reason, waits: parts))
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
    explain(cells[cell].item, cells[cell].reason ?? .askedLate, wait, parts, at: now)
  }

  /// How long a cell has been on screen without its image, and what for.
  private mutating func unshownWait(_ cell: CellIndex, until now: Int64) -> (Int64, WaitTimes) {
    let since = cells[cell].firstPresented
    guard since != .min else { return (0, WaitTimes()) }
    let (wait, waits) = (max(0, now - since), waits(of: cell, until: now))
    return (wait, parts(of: wait, waits, hasFailed: cells[cell].failedAt != .min))
  }

  /// Tells the log of an item that still waits at the end.
  private mutating func noteUnfinished(_ item: ItemIndex, at time: SimTime) {
    guard log != nil, states[item] == .waiting else { return }
    let cell = cellOfItem[item]
    let (_, parts) = unshownWait(cell, until: screenTime(time))
    note(
      time,
      .unfinished(item: item.number, reason: cells[cell].reason ?? .askedLate, waits: parts))
  }

  /// The shares of the viewport that are blank, soft and wrong.
  ///
  /// Added up in the direction of movement, so that a mirrored run has the same sums.
  private mutating func measureStalls(at now: Int64) {
    for item in ItemsInOrder(visible.indices, motion.direction) { measureStall(of: item, at: now) }
  }

  private mutating func measureStall(of item: ItemIndex, at now: Int64) {
    guard states[item] != .hidden, states[item] != .shown || flawedCount > 0 else { return }
    let cell = cellOfItem[item]
    if states[item] == .shown {
      if cells[cell].isFlawed { settleFade(cell, at: now) }
      guard cells[cell].isFlawed else { return }
    }
    let (lower, upper) = (motion.offset, motion.offset + extent)
    let overlap =
      min(upper, placement.ends[item.position]) - max(lower, placement.starts[item.position])
    let share = overlap * placement.breadths[item.position] / extent
    let bitmap = cells[cell].bitmap
    if bitmap == .none {
      frame.screen.blank += share
    } else if keys.image(of: bitmaps[bitmap].picture) != image(of: item) {
      frame.screen.wrong += share
    } else if keys.isLow(bitmaps[bitmap].picture)
      || (states[item] == .shown && cells[cell].fadesUntil != .min)
    {
      frame.screen.soft += share
    }
  }

  /// A fade begins when its frame is on screen, and is over in the first frame after its end.
  private mutating func settleFade(_ cell: CellIndex, at now: Int64) {
    let until = cells[cell].fadesUntil
    if until == .max {
      cells.update(cell) { $0.fadesUntil = now + SimTime(seconds: loader.fadeDuration).nanoseconds }
    } else if until != .min, now >= until {
      cells.update(cell) { $0.fadesUntil = .min }
      if !cells[cell].isFlawed { flawedCount -= 1 }
    }
  }

  /// Whether the cache, or what no cache could do without, is over the budget.
  var excess: StallLedger.Excess {
    mutating get {
      guard let budget else { return StallLedger.Excess() }
      // Only where loads might make up the rest are they added up one by one.
      return StallLedger.Excess(
        isOverLimit: cacheCost > budget,
        isOversubscribed: visibleBytes + encodedInFlight + inFlight.bitmaps * largestBitmap
          > budget
          && visibleBytes + inFlightBytes() > budget)
    }
  }

  /// Closes the books at the end of the run.
  mutating func finish() {
    let stop = death?.time.nanoseconds ?? end
    let time = SimTime(nanoseconds: stop)
    if isInBackground {
      integrateCachedBytes(until: time)
      offScreen += stop - wentOff
      isInBackground = false
    }
    closeFrame(at: stop, isPresented: false)
    let screen = stop - offScreen
    stalls.integrate(until: screen)
    integrateCachedBytes(until: time)
    report.duration = time
    report.screenTime = SimTime(nanoseconds: screen)
    report.death = death
    report.stalls.unfinished = waitingCount
    countOpenRequests(at: time)
    stalls.report(
      into: &report, never: report.stalls.neverShown + report.stalls.unfinished)
    lanes.giveBackAll(at: stop)
    report.work.laneBusy = lanes.busy.indices.map { SimTime(nanoseconds: lanes.busy[$0]) }
    report.work.wastedDecodes = bitmaps.wastedDecodes
    report.work.wastedDecode = SimTime(nanoseconds: bitmaps.wastedNanoseconds)
    report.memory.peakFootprint = memory.peakFootprint
    report.cache.residentBytes = cachedBytes
    finishTiers(at: time)
    closeBooks(at: time)
    note(time, .ended(death: death?.reason))
  }

  /// Requests and prefetches that have not come to an end.
  private mutating func countOpenRequests(at time: SimTime) {
    forEachVisible { simulation, item in
      simulation.noteUnfinished(item, at: time)
      simulation.endRequest(of: simulation.cellOfItem[item], as: \.unfinished)
    }
    for slot in LoadIndex.first(inFlight.loads.count)
    where inFlight.loads[slot].stage != .free && inFlight.loads[slot].isUnusedPrefetch {
      report.prefetch.unfinished += 1
    }
    for key in fates.indices where fates[key].isUnusedPrefetch {
      report.prefetch.unused += 1
    }
  }
}
