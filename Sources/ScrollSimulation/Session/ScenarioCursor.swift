import ScrollCore
import ScrollDevice
import ScrollLayout

/// How far a run has come in its scenario: the next event, the next layout and the next sample.
struct ScenarioCursor {
  private var motion: ScrollMotion
  private var events: [TimedSystemEvent]
  private let epochs: [LayoutEpoch]
  private var event = 0, epoch = 0, sample = 0

  init(_ scenario: Scenario) {
    motion = scenario.motion
    events = scenario.events
    epochs = scenario.laterEpochs
  }

  /// The motion goes on.
  mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    motion.append(time, offset, phase)
  }

  /// Another event is to come after those that are known.
  mutating func append(_ event: TimedSystemEvent) { events.append(event) }

  /// The events that are still to come, in order of time.
  var laterEvents: ArraySlice<TimedSystemEvent> { events[event...] }

  /// The next of them; nil after the last.
  var nextEvent: TimedSystemEvent? { event < events.count ? events[event] : nil }

  mutating func passEvent() { event += 1 }

  /// The layout that begins by now, the last if there are several; nil if none does.
  mutating func enterEpoch(by time: SimTime) -> LayoutEpoch? {
    var entered: LayoutEpoch?
    while epoch < epochs.count, epochs[epoch].time <= time {
      entered = epochs[epoch]
      epoch += 1
    }
    return entered
  }

  /// When the next layout begins.
  var nextEpochTime: SimTime { epoch < epochs.count ? epochs[epoch].time : .never }

  /// The last moment before the trace changes something else than the offset.
  var lastQuietTime: SimTime {
    let change = event < events.count ? min(nextEpochTime, events[event].time) : nextEpochTime
    return SimTime(nanoseconds: change.nanoseconds - 1)
  }

  /// Passes the samples before a frame, and widens the bounds to where they are.
  mutating func passSamples(before time: SimTime, _ lower: inout Double, _ upper: inout Double) {
    while sample < motion.times.count, motion.times[sample] < time {
      lower = min(lower, motion.offsets[sample])
      upper = max(upper, motion.offsets[sample])
      sample += 1
    }
  }

  /// The same if they lie within the bounds; otherwise passes none, and returns false.
  mutating func passSamples(before time: SimTime, within lower: Double, _ upper: Double) -> Bool {
    var next = sample
    while next < motion.times.count, motion.times[next] < time {
      guard lower <= motion.offsets[next], motion.offsets[next] <= upper else { return false }
      next += 1
    }
    sample = next
    return true
  }
}
