import BasicContainers
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

  mutating func openFrame(from start: SimTime, due: SimTime, until planned: SimTime) {
    frame.isOpen = true
    frame.start = start.nanoseconds
    frame.begun = start.nanoseconds - offScreen
    frame.due = due.nanoseconds - offScreen
    frame.planned = planned.nanoseconds - offScreen
    frame.screen.isScrolling = motion.phase != .idle
    frame.screen.blank = 0
    frame.screen.wrong = 0
    if waitingCount + overwrittenCount > 0 { measureStalls() }
  }

  /// Accounts for the last processed frame, as far as the run goes.
  ///
  /// One that never got on screen, because the run ended or the app was relaunched, counts
  /// what it had done so far; the images that it would have shown let wait until then.
  mutating func closeFrame(at time: Int64, isPresented: Bool) {
    guard frame.isOpen else { return }
    frame.isOpen = false
    let now = time - offScreen
    if frame.screen.isScrolling { report.hitches.scrolling.nanoseconds += now - frame.begun }
    if frameWork.total > 0 {
      report.hitches.mainThreadBusy.nanoseconds += min(frameWork.total, time - frame.start)
      if frame.planned > frame.due { accountHitch(min(now, frame.planned) - frame.due) }
      frameWork = Work()
    }
    if isPresented { stalls.present(frame.screen, at: now) }
    if !entered.isEmpty || !shownNow.isEmpty {
      assignPresentation(isPresented ? now : frame.planned)
    }
  }

  /// The frame was due so much earlier; not a hitch if the run ended before that.
  private mutating func accountHitch(_ nanoseconds: Int64) {
    guard nanoseconds > 0 else { return }
    let late = SimTime(nanoseconds: nanoseconds)
    report.hitches.count += 1
    report.hitches.time += late
    if frame.screen.isScrolling { report.hitches.scrollingTime += late }
    report.hitches.worst = max(report.hitches.worst, late)
    report.hitches.causes += frameWork
  }

  /// Tells the items of a frame when it is on screen.
  private mutating func assignPresentation(_ presented: Int64) {
    for index in 0..<entered.count { firstPresented[Int(entered[index])] = presented }
    for index in 0..<shownNow.count {
      stalls.didShow(after: presented - firstPresented[Int(shownNow[index])])
    }
    entered.removeAll(keepingCapacity: true)
    shownNow.removeAll(keepingCapacity: true)
  }

  /// The shares of the viewport that are blank and wrong.
  private mutating func measureStalls() {
    let (lower, upper) = (motion.offset, motion.offset + scenario.viewportExtent)
    for item in visible.indices where states[item] != .shown {
      let overlap =
        min(upper, scenario.placement.ends[item]) - max(lower, scenario.placement.starts[item])
      let share = overlap * scenario.placement.breadths[item] / scenario.viewportExtent
      let bitmap = cells.cells[Int(cellOfItem[item])].bitmap
      if bitmap < 0 {
        frame.screen.blank += share
      } else if bitmaps.image(of: bitmap) != scenario.placement.images[item].index {
        frame.screen.wrong += share
      }
    }
  }

  /// Closes the books at the end of the run.
  mutating func finish() {
    let stop = death?.time.nanoseconds ?? end
    if isInBackground { offScreen += stop - wentOff }
    closeFrame(at: stop, isPresented: false)
    stalls.integrate(until: stop - offScreen)
    report.duration = SimTime(nanoseconds: stop)
    report.death = death
    report.stalls.unfinished = waitingCount
    report.requests.unfinished = waitingCount
    stalls.report(
      into: &report.stalls, never: report.stalls.neverShown + report.stalls.unfinished)
    report.work.wastedDecodes = bitmaps.wastedDecodes
    report.work.wastedDecode = SimTime(nanoseconds: bitmaps.wastedNanoseconds)
    report.memory.peakFootprint = memory.peakFootprint
    report.cache.residentBytes = cachedBytes
  }
}
