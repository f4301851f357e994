/// What a paging scroll view does when the finger lifts: it goes to a page near by.
///
/// The target is the page nearest to the WWDC projection at the fast rate, at most one page
/// from the page at which the drag began, and never outside the content. A critically
/// damped spring takes the offset there with the velocity of the release.
///
/// The standard spring would overshoot after a hard flick and show a strip of the page
/// after the target, which UIKit does not. So the spring's frequency is raised to
/// `velocity / distance` where that is more: the lowest that does not overshoot. UIKit
/// documents none of this.
///
/// Seconds since release, points, points per second.
public struct PagingPath: Sendable, Equatable {
  /// The page gone to.
  public let target: Int
  /// Where the offset comes to rest.
  public let rest: Double
  /// When the offset comes to rest: half a point is left.
  public let duration: Double

  private let start: Double, velocity: Double
  private let spring: BounceSpring

  /// A way to a page.
  /// - Parameters:
  ///   - offset: the offset at release.
  ///   - velocity: the velocity at release.
  ///   - current: the page at which the drag began.
  ///   - page: the length of a page, positive.
  ///   - bounds: the lowest and highest offset at which the viewport shows content only.
  ///   - spring: a critically damped spring.
  ///   - tolerance: how far from the target the offset counts as resting.
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
