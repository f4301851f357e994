import ScrollCore

/// A fling that reaches no edge, whose speed falls exponentially from the moment of release.
///
/// With `k = rate.decay`: `v(t) = v0 e^(-kt)` and `x(t) = x0 + v0/k (1 - e^(-kt))`. If a fling is
/// cut at any time and restarted with its position and velocity at this time, it continues
/// unchanged. Catching a fling and flicking again use this property.
///
/// Units are seconds, points, and points per second; positive velocities are towards higher
/// offsets.
///
/// - Note: Source: I. Lobanov, "Deceleration mechanics of UIScrollView" (2020). UIKit documents
///   neither the curve nor the time at which a fling stops; `stopTime(within:)` states the rule of
///   scrollsim.
public struct Deceleration: Sendable, Equatable {
  /// The offset at release.
  public let start: Double
  /// The velocity at release.
  public let velocity: Double
  public let rate: DecelerationRate

  private let decay: Double

  public init(start: Double, velocity: Double, rate: DecelerationRate) {
    self.start = start
    self.velocity = velocity
    self.rate = rate
    decay = rate.decay
  }

  /// The offset at which the fling would come to rest after infinite time.
  public var landing: Double { start + distance }

  /// The signed distance from the release to the landing, linear in the velocity.
  public var distance: Double { velocity / decay }

  public func position(at time: Double) -> Double {
    start - velocity / decay * expm1(-decay * time)
  }

  public func velocity(at time: Double) -> Double {
    velocity * exp(-decay * time)
  }

  /// Returns the velocity of the fling at a position `X`: `v0 - k (X - x0)`.
  ///
  /// The fling need not reach the position.
  public func velocity(passing position: Double) -> Double {
    velocity - decay * (position - start)
  }

  /// Returns the time at which the fling is at a position; `nil` if the position lies behind the
  /// release, or at or beyond the landing.
  public func time(toReach position: Double) -> Double? {
    guard position != start else { return 0 }
    let share = decay * (position - start) / velocity
    guard share > 0, share < 1 else { return nil }
    return -log1p(-share) / decay
  }

  /// Returns the time from which less than `remaining` points are left to the landing; 0 if less
  /// are left at the release.
  ///
  /// UIKit's threshold is undocumented; half a point is one pixel at scale 2. Doubling the velocity
  /// adds `ln 2 / k`.
  public func stopTime(within remaining: Double = 0.5) -> Double {
    guard abs(velocity) > decay * remaining else { return 0 }
    return log(abs(velocity) / (decay * remaining)) / decay
  }

  /// The offset that a release will reach by the formula shown at WWDC 2018 ("Designing Fluid
  /// Interfaces"): `x0 + v0/1000 d/(1 - d)`.
  ///
  /// The formula adds up steps of one millisecond, each of which first slows down and then moves.
  /// Steps that first move and then slow down give `v0/1000/(1 - d)`. `landing`, the limit of short
  /// steps, lies between both. For 2000 pt/s at the normal rate, the three values are 998, 1000 and
  /// 999 points.
  public var projection: Double {
    start + velocity / 1000 * rate.perMillisecond / (1 - rate.perMillisecond)
  }
}

/// The deceleration rate of a fling: `UIScrollView.DecelerationRate`.
///
/// Raw values are the words in traces and on the command line.
public enum DecelerationRate: String, Sendable, CaseIterable {
  case normal
  case fast

  /// The share of the velocity that remains after one millisecond, as UIKit states it.
  public var perMillisecond: Double {
    switch self {
    case .normal: 0.998
    case .fast: 0.99
    }
  }

  /// The rate as an exponent per second: the velocity falls as `exp(-decay * t)`.
  public var decay: Double { -1000 * log(perMillisecond) }
}
