/// A fling between the edges of the content: a deceleration, and a bounce at the edge that it
/// reaches.
///
/// When the fling reaches an edge, the spring starts with the velocity of the fling at that time.
/// If the offset is released beyond an edge, the spring starts at once. If the release is so fast
/// towards the content that the spring crosses the edge, a new deceleration starts at the edge with
/// the velocity of the crossing. UIKit does not document this case; the rule keeps position and
/// velocity continuous.
///
/// The path ends when half a point is left. A deceleration comes to rest where it is then, a bounce
/// on the edge itself. A path that starts with the position and velocity of another path at some
/// time is the rest of that path. So a fling can be caught, cut and flicked again anywhere.
///
/// Units are seconds since release, points, and points per second.
public struct FlingPath: Sendable, Equatable {
  enum Curve: Equatable {
    case glide(Deceleration)
    case bounce(edge: Double, displacement: Double, velocity: Double)
  }

  struct Leg: Equatable {
    var start: Double
    var curve: Curve
  }

  /// The time at which the offset comes to rest.
  public let duration: Double
  /// The offset at which the path comes to rest.
  public let rest: Double

  let legs: [Leg]
  private let spring: BounceSpring

  /// Creates a fling.
  /// - Parameters:
  ///   - offset: the offset at release, inside or outside `bounds`.
  ///   - velocity: the velocity at release.
  ///   - rate: the scroll view's deceleration rate.
  ///   - bounds: the lowest and highest offset at which the viewport shows only content.
  ///   - spring: the spring that brings the offset back.
  ///   - tolerance: the distance from the landing or from the edge at which the offset counts as
  ///     resting.
  /// - Precondition: the spring does not oscillate: its damping ratio is at least 1.
  public init(
    from offset: Double, velocity: Double, rate: DecelerationRate, bounds: ClosedRange<Double>,
    spring: BounceSpring = .standard, tolerance: Double = 0.5
  ) {
    precondition(spring.dampingRatio >= 1, "a bounce must not swing back into the content")
    self.spring = spring
    var legs: [Leg] = []
    var glide = Deceleration(start: offset, velocity: velocity, rate: rate)
    var released = 0.0

    let nearest = min(max(offset, bounds.lowerBound), bounds.upperBound)
    if nearest != offset {
      let beyond = offset - nearest
      legs.append(
        Leg(start: 0, curve: .bounce(edge: nearest, displacement: beyond, velocity: velocity)))
      let settled = spring.settleTime(from: beyond, velocity: velocity, within: tolerance)
      guard let crossing = spring.timeToRest(from: beyond, velocity: velocity),
        crossing < settled
      else {
        self.legs = legs
        (duration, rest) = (settled, nearest)
        return
      }
      glide = Deceleration(
        start: nearest,
        velocity: spring.velocity(at: crossing, from: beyond, velocity: velocity), rate: rate)
      released = crossing
    }

    legs.append(Leg(start: released, curve: .glide(glide)))
    let stop = glide.stopTime(within: tolerance)
    let edge = glide.velocity > 0 ? bounds.upperBound : bounds.lowerBound
    if let hit = glide.time(toReach: edge), hit < stop {
      let velocity = glide.velocity(passing: edge)
      legs.append(
        Leg(
          start: released + hit,
          curve: .bounce(edge: edge, displacement: 0, velocity: velocity)))
      duration =
        released + hit + spring.settleTime(from: 0, velocity: velocity, within: tolerance)
      rest = edge
    } else {
      (duration, rest) = (released + stop, glide.position(at: stop))
    }
    self.legs = legs
  }

  public func position(at time: Double) -> Double {
    guard time < duration, let leg = leg(at: time) else { return rest }
    switch leg.curve {
    case .glide(let glide): return glide.position(at: time - leg.start)
    case .bounce(let edge, let displacement, let velocity):
      return edge
        + spring.displacement(at: time - leg.start, from: displacement, velocity: velocity)
    }
  }

  public func velocity(at time: Double) -> Double {
    guard time < duration, let leg = leg(at: time) else { return 0 }
    switch leg.curve {
    case .glide(let glide): return glide.velocity(at: time - leg.start)
    case .bounce(_, let displacement, let velocity):
      return spring.velocity(at: time - leg.start, from: displacement, velocity: velocity)
    }
  }

  /// The time at which the offset reaches an edge from inside the content; `nil` if it does not.
  public var hitTime: Double? {
    guard let last = legs.last, case .bounce(_, 0, _) = last.curve else { return nil }
    return last.start
  }

  private func leg(at time: Double) -> Leg? {
    legs.last { $0.start <= time } ?? legs.first
  }
}
