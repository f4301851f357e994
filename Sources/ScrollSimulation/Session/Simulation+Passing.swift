import BasicContainers
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout

/// Frames in which nothing happens but movement.
extension Simulation {
  /// Passes the frames from a vsync on that would leave everything as it is but the offset.
  ///
  /// In such a frame no item enters, leaves or waits, nothing is delivered, the plan of the
  /// prefetcher holds, and the screen shows what it did: the frame that is open goes on. Half of
  /// a scroll and all of a rest are like that.
  ///
  /// - Returns: the vsync of the first frame that has to be processed.
  mutating func passFrames(from vsync: Int64) -> Int64 {
    guard log == nil, !cache.isSpatial, !cache.needsTicks, loader.cellPreparation != .ahead,
      !loader.defers, isQuiet, stalls.shows(mainThread.frame.screen), !stalls.isBehind,
      let plan = prefetching.slack(around: viewport(at: motion.time))
    else { return vsync }
    let last = min(SimTime(nanoseconds: session.end), session.scenario.lastQuietTime)
    var vsync = vsync
    var time = SimTime.vsync(vsync, hertz: session.hertz)
    while time <= last {
      if queue.nextTime <= time || downloads.nextTime <= time {
        processEvents(upTo: time)
        guard isQuiet, excess == mainThread.frame.screen.excess else { return vsync }
      }
      let before = motion
      motion.pass(time, in: scenario.motion)
      guard changesNothing(since: before, plan),
        session.scenario.passSamples(
          before: time, within: min(before.offset, motion.offset), max(before.offset, motion.offset)
        )
      else {
        motion = before
        return vsync
      }
      session.move(by: motion.offset - before.offset)
      loading.inFlight.reuseSlots()
      vsync += 1
      let next = SimTime.vsync(vsync, hertz: session.hertz)
      stalls.pass(
        to: LateScreen.Frame(start: before.time, offset: before.offset, extent: screen.extent),
        until: time, due: next)
      mainThread.goOn(from: time, due: next, offScreen: session.offScreen)
      time = next
    }
    return vsync
  }

  /// Whether nothing happened in the frame that is open, nor is about to in the next one.
  private var isQuiet: Bool {
    mutating get {
      mainThread.work.total == 0 && screen.isQuiet && loading.isQuiet && session.isQuiet
        && taps.isQuiet
    }
  }

  /// Whether a movement leaves everything visible and planned as it was.
  private mutating func changesNothing(since before: MotionCursor, _ plan: PlanSlack) -> Bool {
    guard (motion.phase != .idle) == mainThread.frame.screen.isScrolling else { return false }
    if motion.offset == before.offset, motion.direction == before.direction { return true }
    return plan.covers(lower: motion.offset, motion.direction)
      && screen.visible.holds(
        lower: motion.offset, upper: motion.offset + screen.extent, in: screen.placement)
  }
}
