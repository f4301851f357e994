package import ScrollCore

/// An interval of motion along one curve, which ends when the next leg begins, or before.
package struct MotionLeg: Sendable {
  enum Curve: Sendable {
    case rest(Double)
    case drag(DragPath)
    case finger(FingerPath)
    case fling(FlingPath)
    case clamped(ClampedFling)
    case turn(PagingPath)
    case animation(AnimatedScroll)
  }

  package var start: SimTime
  /// The time at which the motion along the curve has come to rest.
  package var end: SimTime
  var curve: Curve
  var phase: ScrollPhase

  package func position(at time: SimTime) -> Double {
    let elapsed = (time - start).seconds
    return switch curve {
    case .rest(let offset): offset
    case .drag(let path): path.position(at: elapsed)
    case .finger(let path): path.position(at: elapsed)
    case .fling(let path): path.position(at: elapsed)
    case .clamped(let path): path.position(at: elapsed)
    case .turn(let path): path.position(at: elapsed)
    case .animation(let path): path.position(at: elapsed)
    }
  }

  /// Samples legs on a regular grid, up to the first grid time at or after `end`.
  /// - Throws: `GestureError` if the legs move for more than a day.
  static func sample(
    _ legs: [MotionLeg], until end: SimTime, hertz: Int64
  ) throws(GestureError) -> ScrollMotion {
    var movement = SimTime.zero
    for (index, leg) in legs.enumerated() {
      let next = index + 1 < legs.count ? legs[index + 1].start : end
      movement += max(.zero, min(leg.end, next) - leg.start)
    }
    guard movement <= ScrollMotion.longestMovement else { throw .movesTooLong(movement) }
    var builder = MotionBuilder()
    let last = end.firstVsync(hertz: hertz)
    var tick: Int64 = 0, index = 0
    while tick <= last {
      let time = SimTime.vsync(tick, hertz: hertz)
      while index + 1 < legs.count, legs[index + 1].start <= time { index += 1 }
      let leg = legs[index]
      let rests = time >= leg.end
      builder.append(
        time, leg.position(at: time).roundedToSixtyFourth, rests ? .idle : leg.phase)
      // Nothing changes while a leg rests: continue just before the next one.
      let next =
        index + 1 < legs.count ? legs[index + 1].start.firstVsync(hertz: hertz) - 1 : last
      tick = rests ? max(tick + 1, min(next, last)) : tick + 1
    }
    return builder.motion()
  }
}

/// The path of content under a finger that drags it from rest to a release velocity.
///
/// The finger's position is the cubic curve that begins at rest and ends at its travel with the
/// release velocity: `p u^2 (3 - 2u) + r u^2 (u - 1)`. `u` is the elapsed share of the contact
/// time, `p` the travel, and `r` the release velocity times the contact time. If the release
/// velocity is more than three times the mean velocity, the finger first moves back. `HeldContent`
/// describes how the content follows the finger. Two fingers and the acceleration of consecutive
/// quick flicks, which UIKit does not document, are left out.
struct DragPath: Sendable, Equatable {
  let travel: Double, duration: Double, release: Double
  let content: HeldContent

  init(_ content: HeldContent, travel: Double, duration: Double, release: Double) {
    self.content = content
    self.travel = travel
    self.duration = duration
    self.release = release
  }

  func position(at time: Double) -> Double { content.position(movedBy: finger(at: time)) }

  /// The velocity of the content when the finger lifts.
  var releaseVelocity: Double { release * content.slope(movedBy: finger(at: duration)) }

  /// Returns the distance that the finger has moved.
  private func finger(at time: Double) -> Double {
    let share = min(max(time / duration, 0), 1)
    return share * share * (travel * (3 - 2 * share) + release * duration * (share - 1))
  }
}

/// Content that a finger holds: it follows the finger inside its edges, and less and less beyond
/// them.
///
/// A finger that touches content beyond an edge, as during a bounce, holds the content where it is.
/// The finger then counts as having pulled the content to this position against the rubber band.
struct HeldContent: Sendable, Equatable {
  let bounds: ClosedRange<Double>
  let band: RubberBand
  /// The position that the content would have at the touch without rubber bands at its edges.
  let origin: Double

  init(from offset: Double, bounds: ClosedRange<Double>, band: RubberBand) {
    self.bounds = bounds
    self.band = band
    let edge = min(max(offset, bounds.lowerBound), bounds.upperBound)
    // A bounce may be farther out than any finger can pull; then use the farthest pull.
    let reach = 0.999 * band.extent
    let displacement = min(max(offset - edge, -reach), reach)
    origin = edge + (displacement == 0 ? 0 : band.pull(displacement: displacement))
  }

  /// Returns the position of the content after the finger has moved it by `travel` since the touch.
  func position(movedBy travel: Double) -> Double {
    let (edge, pull) = split(travel)
    return pull == 0 ? edge : edge + band.displacement(pull: pull)
  }

  /// Returns the speed of the content after the finger has moved by `travel`, as a share of the
  /// finger's speed.
  func slope(movedBy travel: Double) -> Double {
    let (_, pull) = split(travel)
    return pull == 0 ? 1 : band.slope(pull: pull)
  }

  /// Returns the position without rubber bands, clamped to the edges, and the distance by which it
  /// was beyond an edge.
  private func split(_ travel: Double) -> (edge: Double, pull: Double) {
    let finger = origin + travel
    let edge = min(max(finger, bounds.lowerBound), bounds.upperBound)
    return (edge, finger - edge)
  }
}

/// The path of content under a finger whose movement was recorded.
///
/// The *slop* is the distance that a finger must move before it scrolls. The content does not move
/// within the slop, and then follows the finger minus the slop. UIKit does not document its slop;
/// measurements of its pan gestures show 10 points.
struct FingerPath: Sendable, Equatable {
  /// The slop in points.
  static let slop = 10.0
  /// The seconds over which the release velocity is averaged, or the whole contact if it is
  /// shorter.
  static let window = 0.05
  /// The greatest velocity in points per second.
  ///
  /// Android's `ViewConfiguration` allows no faster flings; UIKit's limit is not known.
  static let highestVelocity = 8000.0

  let content: HeldContent
  /// The times of the samples in seconds since the touch.
  private let times: [Double]
  /// The distance at each sample that the content would have moved without edges.
  private let travel: [Double]

  init(_ content: HeldContent, _ contact: FingerContact) {
    self.content = content
    times = contact.times.map { ($0 - contact.times[0]).seconds }
    // A finger that returns to its start moves the content back as well.
    let moved = contact.positions.map { contact.positions[0] - $0 }
    let start = moved.firstIndex { abs($0) > Self.slop } ?? moved.endIndex
    let slop = start < moved.endIndex ? (moved[start] < 0 ? -Self.slop : Self.slop) : 0
    travel = moved.indices.map { $0 < start ? 0 : moved[$0] - slop }
  }

  var duration: Double { times[times.count - 1] }

  func position(at time: Double) -> Double { content.position(movedBy: travel(at: time)) }

  /// The velocity of the content when the finger lifts.
  var releaseVelocity: Double {
    let window = min(Self.window, duration)
    guard window > 0, let last = travel.last else { return 0 }
    let mean = (last - travel(at: duration - window)) / window
    let velocity = min(max(mean, -Self.highestVelocity), Self.highestVelocity)
    return velocity * content.slope(movedBy: last)
  }

  /// Returns the travel, interpolated linearly between the samples.
  private func travel(at time: Double) -> Double {
    var (low, high) = (0, times.count - 1)
    guard time > times[low] else { return travel[low] }
    guard time < times[high] else { return travel[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let share = (time - times[low]) / (times[high] - times[low])
    return travel[low] + (travel[high] - travel[low]) * share
  }
}
