/// The path of a paging scroll view to a nearby page after the finger lifts.
///
/// The target is the page nearest to the offset that `Deceleration.projection` gives at the fast
/// rate. It is at most one page from the page at which the drag began, and never outside of the
/// content. A critically damped spring moves the offset there, starting with the velocity of the
/// release.
///
/// The standard spring would overshoot after a hard flick and show a part of the page after the
/// target, which UIKit does not do. So the path raises the spring's frequency to `velocity /
/// distance` if this is higher. It is the lowest frequency that does not overshoot. UIKit documents
/// none of this.
///
/// Units are seconds since release, points, and points per second.
public struct PagingPath: Sendable, Equatable {
  /// The page that the path ends at.
  public let target: Int
  /// The offset at which the path comes to rest.
  public let rest: Double
  /// The time at which the offset comes to rest, because half a point is left.
  public let duration: Double

  private let start: Double, velocity: Double
  private let spring: BounceSpring

  /// Creates a path to a page.
  /// - Parameters:
  ///   - offset: the offset at release.
  ///   - velocity: the velocity at release.
  ///   - current: the page at which the drag began.
  ///   - page: the length of a page, positive.
  ///   - bounds: the lowest and highest offset at which the viewport shows only content.
  ///   - spring: a critically damped spring.
  ///   - tolerance: the distance from the target at which the offset counts as resting.
  public init(
    from offset: Double, velocity: Double, current: Int, page: Double,
    bounds: ClosedRange<Double>, spring: BounceSpring = .standard, tolerance: Double = 0.5
  ) {
    precondition(page > 0, "a page of \(page) points")
    let projected = Deceleration(start: offset, velocity: velocity, rate: .fast).projection
    let nearest = (projected / page).rounded()
    let highest = max(0, (bounds.upperBound / page).rounded(.up))
    let wanted = min(max(nearest, Double(current) - 1), Double(current) + 1)
    target = Int(min(max(wanted, 0), highest))
    rest = min(max(Double(target) * page, bounds.lowerBound), bounds.upperBound)
    start = offset
    self.velocity = velocity

    let needed = velocity / (rest - offset)
    self.spring =
      needed.isFinite && needed > spring.frequency
      ? BounceSpring(criticalFrequency: needed) : spring
    duration = self.spring.settleTime(
      from: offset - rest, velocity: velocity, within: tolerance)
  }

  public func position(at time: Double) -> Double {
    guard time < duration else { return rest }
    return rest + spring.displacement(at: time, from: start - rest, velocity: velocity)
  }

  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    return spring.velocity(at: time, from: start - rest, velocity: velocity)
  }
}
