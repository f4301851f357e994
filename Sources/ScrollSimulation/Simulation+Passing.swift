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
    guard log == nil, !isSpatial, !needsTicks, loader.cellPreparation != .ahead, isQuiet,
      stalls.shows(frame.screen), let plan = prefetching.slack(around: viewport(at: motion.time))
    else { return vsync }
    let last = min(SimTime(nanoseconds: end), nextChange)
    var vsync = vsync
    var time = SimTime.vsync(vsync, hertz: hertz)
    while time <= last {
      if queue.nextTime <= time || tiers.network.nextTime <= time {
        processEvents(upTo: time)
        guard isQuiet, excess == frame.screen.excess else { return vsync }
      }
      let before = motion
      motion.pass(time, in: scenario.motion)
      guard changesNothing(since: before, plan), passSamples(until: time, from: before.offset)
      else {
        motion = before
        return vsync
      }
      travelled += abs(motion.offset - before.offset)
      inFlight.reuseSlots()
      vsync += 1
      let next = SimTime.vsync(vsync, hertz: hertz)
      goOn(from: time, due: next)
      time = next
    }
    return vsync
  }

  /// Whether nothing happened in the frame that is open, nor is about to in the next one.
  private var isQuiet: Bool {
    mutating get {
      frameWork.total == 0 && entered.isEmpty && shownNow.isEmpty && finished.isEmpty
        && lateHits.isEmpty && pressure.isEmpty
        && waitingCount + overwrittenCount + flawedCount == 0
        && death == nil && resumed == nil && !isInBackground
    }
  }

  /// The last moment before the trace changes something else than the offset.
  private var nextChange: SimTime {
    mutating get {
      var next = SimTime.never
      if nextEpoch < scenario.laterEpochs.count { next = scenario.laterEpochs[nextEpoch].time }
      if nextEvent < scenario.events.count { next = min(next, scenario.events[nextEvent].time) }
      return SimTime(nanoseconds: next.nanoseconds - 1)
    }
  }

  /// Whether a movement leaves everything visible and planned as it was.
  private mutating func changesNothing(since before: MotionCursor, _ plan: PlanSlack) -> Bool {
    guard (motion.phase != .idle) == frame.screen.isScrolling else { return false }
    if motion.offset == before.offset, motion.direction == before.direction { return true }
    return plan.covers(lower: motion.offset, motion.direction)
      && visible.holds(lower: motion.offset, upper: motion.offset + extent, in: placement)
  }

  /// Passes the samples before a frame; false if one of them is somewhere else than between
  /// the last frame and this one.
  private mutating func passSamples(until time: SimTime, from offset: Double) -> Bool {
    let (lower, upper) = (min(offset, motion.offset), max(offset, motion.offset))
    var next = sample
    while next < scenario.motion.times.count, scenario.motion.times[next] < time {
      guard lower <= scenario.motion.offsets[next], scenario.motion.offsets[next] <= upper
      else { return false }
      next += 1
    }
    sample = next
    return true
  }

  /// The frame that is open is on screen, and the next one is the same.
  private mutating func goOn(from time: SimTime, due: SimTime) {
    report.frames += 1
    let now = time.nanoseconds - offScreen
    if frame.screen.isScrolling { report.hitches.scrolling.nanoseconds += now - frame.begun }
    frame.start = time.nanoseconds
    frame.begun = now
    frame.due = due.nanoseconds - offScreen
    frame.planned = frame.due
  }
}
