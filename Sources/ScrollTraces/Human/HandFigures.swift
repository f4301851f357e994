package import ScrollCore
import ScrollDevice
import ScrollLayout

/// The figures of a hand on a scroll view, measured from the motion of a trace.
///
/// A gesture is a stretch of tracking, from the touch of a finger to its lift. A trace whose
/// recording has no touches has no gestures. Times in the background count nowhere.
package struct HandFigures: Sendable {
  /// The seconds between a lift and the next touch.
  package private(set) var gaps: [Double] = []
  /// The seconds from a touch to its lift.
  package private(set) var lengths: [Double] = []
  /// The distances that the content moves under each finger, in points.
  package private(set) var travels: [Double] = []
  /// The number of pairs of successive gestures that move the content, and the number of these
  /// pairs that move it in opposite directions.
  package private(set) var pairs = 0, turns = 0
  /// The mean speeds of the content in the first 50 ms after a lift, in points per second.
  ///
  /// Only flings count: after the lift, the content is at least as fast as `Pace.slow`.
  package private(set) var releases: [Double] = []
  /// The seconds of the looks, ascending.
  package let looks: [Double]
  /// The number of times that an item comes to the middle of the viewport, including the first
  /// item.
  ///
  /// It is `nil` if the layout has items beside each other, or changes.
  package let visits: Int?
  /// The seconds in the foreground.
  package let foregroundSeconds: Double

  /// The time after a lift in which the speed is measured.
  private static let releaseWindow = SimTime(milliseconds: 50)

  /// Measures a trace.
  /// - Complexity: O(samples log items + samples log samples).
  package init(_ trace: ScrollTrace) {
    let motion = trace.motion
    let absences = trace.absences
    looks = Pace(motion, except: absences).looks.values.map(\.seconds)
    foregroundSeconds =
      motion.duration.seconds
      - absences.reduce(0) { $0 + ($1.upperBound - $1.lowerBound).seconds }
    visits = Self.visits(of: trace)
    var lastLift: SimTime?
    var lastStep = 0.0
    for gesture in Self.gestures(in: motion) {
      let (touch, lift) = (motion.times[gesture.lowerBound], motion.times[gesture.upperBound])
      if let lastLift, !absences.contains(where: { $0.overlaps(lastLift..<touch) }) {
        gaps.append((touch - lastLift).seconds)
      }
      lastLift = lift
      lengths.append((lift - touch).seconds)
      let step = motion.offsets[gesture.upperBound] - motion.offsets[gesture.lowerBound]
      travels.append(abs(step))
      if let speed = Self.speed(after: gesture.upperBound, in: motion), speed >= Pace.slow {
        releases.append(speed)
      }
      guard step != 0 else { continue }
      if lastStep != 0 {
        pairs += 1
        if (step > 0) != (lastStep > 0) { turns += 1 }
      }
      lastStep = step
    }
  }

  /// Returns the samples of each touch and its lift.
  private static func gestures(in motion: ScrollMotion) -> [Range<Int>] {
    var gestures: [Range<Int>] = []
    var touch: Int?
    for sample in motion.times.indices {
      if motion.phases[sample] == .tracking {
        if touch == nil { touch = sample }
      } else if let start = touch {
        gestures.append(start..<sample)
        touch = nil
      }
    }
    // A finger that is still down at the end does not lift.
    return gestures
  }

  /// Returns the mean speed from a lift on, until the next touch; `nil` if the touch follows at
  /// once.
  private static func speed(after lift: Int, in motion: ScrollMotion) -> Double? {
    var end = lift
    while end + 1 < motion.times.count, motion.phases[end] != .tracking,
      motion.times[end] - motion.times[lift] < releaseWindow
    {
      end += 1
    }
    guard end > lift else { return nil }
    let span = (motion.times[end] - motion.times[lift]).seconds
    return abs(motion.offsets[end] - motion.offsets[lift]) / span
  }

  private static func visits(of trace: ScrollTrace) -> Int? {
    let placement = trace.placement
    let isOneByOne = zip(placement.ends, placement.starts.dropFirst()).allSatisfy(<=)
    guard trace.epochs.count == 1, isOneByOne else { return nil }
    let middle = trace.viewportLength / 2
    var visits = 1
    var last: Int?
    for offset in trace.motion.offsets {
      let item = placement.starts.partitioningIndex { $0 > offset + middle }
      if let last { visits += abs(item - last) }
      last = item
    }
    return visits
  }
}

extension ScrollTrace {
  /// The times from each `background` to the next `foreground` or `relaunch`.
  package var absences: [Range<SimTime>] {
    var absences: [Range<SimTime>] = []
    var start: SimTime?
    for event in events {
      switch event.event {
      case .background: start = start ?? event.time
      case .foreground, .relaunch:
        if let start, start < event.time { absences.append(start..<event.time) }
        start = nil
      default: break
      }
    }
    if let start, start < duration { absences.append(start..<duration) }
    return absences
  }
}

extension [Double] {
  /// Returns the index of the first number that fulfills a condition.
  /// - Precondition: all numbers after it fulfill the condition, too.
  fileprivate func partitioningIndex(where isLate: (Double) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isLate(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
