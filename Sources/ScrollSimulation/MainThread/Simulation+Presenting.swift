import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// The cost of a frame, and when it was on screen.
extension Simulation {
  mutating func openFrame(from start: SimTime, due: SimTime, until planned: SimTime) {
    var shown = StallLedger.Screen()
    shown.isScrolling = motion.phase != .idle
    shown.excess = excess
    if let budget = cache.budget, shown.excess.isOverLimit {
      cache.didExceed(by: budgeted - ByteCount(budget))
    }
    let begun = start.nanoseconds - session.offScreen
    let free = start + SimTime(nanoseconds: mainThread.work.total)
    session.block(from: begun, until: session.isLaunching ? planned : free)
    stalls.open(due: due)
    let due = due.nanoseconds - session.offScreen
    taps.didDraw()
    mainThread.open(
      MainThread.Frame(
        start: start.nanoseconds, begun: begun, due: due,
        planned: planned.nanoseconds - session.offScreen, screen: shown))
  }

  /// Accounts for the last processed frame, as far as the run goes.
  ///
  /// One that never got on screen, because the run ended or the app was relaunched, counts
  /// what it had done so far; the items whose images it would have shown wait on.
  mutating func closeFrame(at time: Int64, isPresented: Bool) {
    let now = time - session.offScreen
    guard mainThread.close() else {
      // A launch without a frame is over.
      if !isPresented { mainThread.stopAwaiting(at: now) }
      return
    }
    if isPresented {
      session.endLaunch(at: now)
      taps.didPresent(at: now)
    }
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
    if isPresented {
      stalls.present(
        frame.screen,
        LateScreen.Frame(
          start: SimTime(nanoseconds: frame.start), offset: motion.offset, extent: screen.extent),
        at: now, SimTime(nanoseconds: time))
    }
    if !screen.entered.isEmpty || !screen.shownNow.isEmpty {
      let frozen = mainThread.frozen(at: now)
      let after = isPresented ? 0 : max(0, frame.planned - max(now, frame.due))
      let moment = ScreenMoment(now: now, frozen: frozen)
      assignPresentation(
        ScreenMoment(now: isPresented ? now : frame.planned, frozen: frozen + after), at: moment)
      if !isPresented { screen.takeBackShown() }
      tellShown(at: moment)
    }
  }

  /// A frame is on screen: since then the items that entered in it wait, or show their images.
  private mutating func assignPresentation(_ presented: ScreenMoment, at now: ScreenMoment) {
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
        if !$0.failedAt.isNever, $0.failedAt.now < presented.now { $0.failedAt = presented }
      }
    }
  }

  /// Images are on screen that were not before.
  private mutating func tellShown(at presented: ScreenMoment) {
    for index in 0..<screen.shownNow.count {
      let shown = screen.shownNow[index]
      let cell = screen.cells[screen.cellOfItem[shown.item]]
      let (first, wait) = (cell.firstPresented, presented.now - cell.firstPresented.now)
      stalls.visits.didShow(after: wait, isReturn: cell.isReturn)
      if wait > 0 {
        let parts = parts(of: shown.waits, from: first, to: presented)
        explain(shown.item, shown.reason, wait, parts, at: presented.now)
      }
    }
    screen.didPresent()
  }
}
