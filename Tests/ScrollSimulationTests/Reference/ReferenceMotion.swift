import ScrollCore
import ScrollLayout

/// The position of the viewport at a time, found by a search of all samples for each time.
struct ReferenceMotion {
  var motion: ScrollMotion
  var initial: ScrollDirection
  var window: SimTime

  /// Linear between samples, constant after the last.
  func offset(at time: SimTime) -> Double {
    let before = motion.times.lastIndex { $0 <= time } ?? 0
    guard before + 1 < motion.times.count else { return motion.offsets[before] }
    let (start, end) = (motion.times[before], motion.times[before + 1])
    let share = Double((time - start).nanoseconds) / Double((end - start).nanoseconds)
    return motion.offsets[before] + (motion.offsets[before + 1] - motion.offsets[before]) * share
  }

  /// That of the sample at or before the time.
  func phase(at time: SimTime) -> ScrollPhase {
    motion.phases[motion.times.lastIndex { $0 <= time } ?? 0]
  }

  /// The mean over the window before a time, clipped at the start.
  func velocity(at time: SimTime) -> Double {
    let start = max(time - window, .zero)
    return start < time ? (offset(at: time) - offset(at: start)) / (time - start).seconds : 0
  }

  /// That of the last movement.
  func direction(at time: SimTime) -> ScrollDirection {
    var direction = initial
    for index in motion.times.indices.dropFirst() where motion.times[index - 1] < time {
      let movement = motion.offsets[index] - motion.offsets[index - 1]
      if movement != 0 { direction = movement > 0 ? .forward : .backward }
    }
    return direction
  }

  /// All that was seen between two times, both included, of a viewport of some extent.
  func swept(from start: SimTime, to end: SimTime, extent: Double) -> Range<Double> {
    var offsets = [offset(at: start), offset(at: end)]
    for (time, offset) in zip(motion.times, motion.offsets) where time > start && time < end {
      offsets.append(offset)
    }
    return (offsets.min() ?? 0)..<((offsets.max() ?? 0) + extent)
  }
}
