package import ScrollCore

/// A stretch of motion along one curve; it ends where the next leg begins, at the latest.
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
  /// From here on the offset rests.
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
  static func sample(_ legs: [MotionLeg], until end: SimTime, hertz: Int64) -> ScrollMotion {
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
      // Nothing changes while a leg rests: go on just before the next one.
      let next =
        index + 1 < legs.count ? legs[index + 1].start.firstVsync(hertz: hertz) - 1 : last
      tick = rests ? max(tick + 1, min(next, last)) : tick + 1
    }
    return builder.motion()
  }
}

/// Content under a finger that drags it from rest to a release velocity.
///
/// In between, the finger's travel is the cubic curve with these ends
/// (`p u^2 (3 - 2u) + r u^2 (u - 1)`, `u` the share of the contact, `p` the travel, `r` release
/// velocity times contact). A release faster than three times the mean velocity makes the finger
/// go back first. What the content does under it is `HeldContent`. Two fingers and the speed-up
/// of quick flicks in a row, which UIKit does not document, are left out.
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

  /// How far the finger has moved.
  private func finger(at time: Double) -> Double {
    let share = min(max(time / duration, 0), 1)
    return share * share * (travel * (3 - 2 * share) + release * duration * (share - 1))
  }
}

/// Content that a finger holds: it follows the finger inside its edges, less and less beyond.
///
/// Touching content beyond an edge, as during a bounce, picks it up where it is: the finger
/// counts as pulling as far as the rubber band needs for that.
struct HeldContent: Sendable, Equatable {
  let bounds: ClosedRange<Double>
  let band: RubberBand
  /// Where the content would be at touch if it had no edges.
  let origin: Double

  init(from offset: Double, bounds: ClosedRange<Double>, band: RubberBand) {
    self.bounds = bounds
    self.band = band
    let edge = min(max(offset, bounds.lowerBound), bounds.upperBound)
    // A bounce may be farther out than any finger can pull: then take the farthest.
    let reach = 0.999 * band.extent
    let displacement = min(max(offset - edge, -reach), reach)
    origin = edge + (displacement == 0 ? 0 : band.pull(displacement: displacement))
  }

  /// Where the content is when the finger has moved it by so much since it touched.
  func position(movedBy travel: Double) -> Double {
    let (edge, pull) = split(travel)
    return pull == 0 ? edge : edge + band.displacement(pull: pull)
  }

  /// How fast the content moves there, as a share of the finger's speed.
  func slope(movedBy travel: Double) -> Double {
    let (_, pull) = split(travel)
    return pull == 0 ? 1 : band.slope(pull: pull)
  }

  /// The offset or edge that is nearest to the finger, and how far beyond it that is.
  private func split(_ travel: Double) -> (edge: Double, pull: Double) {
    let finger = origin + travel
    let edge = min(max(finger, bounds.lowerBound), bounds.upperBound)
    return (edge, finger - edge)
  }
}

/// Content under a finger whose way was recorded.
///
/// Nothing moves until the finger has left the slop; from there on the content follows it, the
/// slop left out. UIKit's is documented nowhere; 10 points is what its pan gestures show.
struct FingerPath: Sendable, Equatable {
  /// Points.
  static let slop = 10.0
  /// The velocity of the release is the mean over so many seconds, or over a shorter contact.
  static let window = 0.05
  /// Points per second: Android's `ViewConfiguration` allows flings no more, UIKit's limit is not
  /// known.
  static let highestVelocity = 8000.0

  let content: HeldContent
  /// Seconds since the touch.
  private let times: [Double]
  /// How far the content has been moved, without edges.
  private let travel: [Double]

  init(_ content: HeldContent, _ contact: FingerContact) {
    self.content = content
    times = contact.times.map { ($0 - contact.times[0]).seconds }
    // A finger that goes back to where it was moves the content back, too.
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

  /// Linear between the samples.
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
