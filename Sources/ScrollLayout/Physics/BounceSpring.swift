import ScrollCore

/// The damped spring that brings content back to its edge.
///
/// With `w = sqrt(stiffness / mass)`, `a = dampingRatio w` and a displacement `x0` moving
/// at `v0`:
///
///     x(t) = x0 C(t) + (v0 + a x0) S(t)
///     v(t) = v0 C(t) - (a v0 + w^2 x0) S(t)
///
/// where `C` and `S` are `e^(-at)` times 1 and `t` (critically damped), `cos bt` and
/// `sin(bt)/b` (under-damped) or `cosh bt` and `sinh(bt)/b` (over-damped),
/// `b = w sqrt|1 - dampingRatio^2|`.
///
/// Units are seconds, points, and points per second; displacements are measured from the position
/// of rest.
///
/// - Note: UIKit does not document its spring. The standard spring, critically damped with `w =
///   10/s`, is that of I. Lobanov, "How UIScrollView works" (2020).
public struct BounceSpring: Sendable, Equatable {
  /// The mass and the stiffness; only their ratio has an effect.
  public let mass: Double, stiffness: Double
  /// The damping ratio; 1 is critical damping, the quickest return without oscillation.
  public let dampingRatio: Double

  /// The spring with mass 1 and stiffness 100, critically damped.
  public static let standard = BounceSpring(mass: 1, stiffness: 100, dampingRatio: 1)

  /// Creates a spring.
  /// - Precondition: every value is positive.
  public init(mass: Double, stiffness: Double, dampingRatio: Double) {
    precondition(
      mass > 0 && stiffness > 0 && dampingRatio > 0,
      "no spring of mass \(mass), stiffness \(stiffness), damping \(dampingRatio)")
    self.mass = mass
    self.stiffness = stiffness
    self.dampingRatio = dampingRatio
  }

  /// Creates a critically damped spring with an angular frequency per second.
  public init(criticalFrequency: Double) {
    self.init(mass: 1, stiffness: criticalFrequency * criticalFrequency, dampingRatio: 1)
  }

  /// The angular frequency without damping, per second.
  public var frequency: Double { (stiffness / mass).squareRoot() }

  private var damping: Double { dampingRatio * frequency }

  /// The value `b` of the formulas in the type's description; 0 if the spring is critically damped.
  private var swing: Double { frequency * abs(1 - dampingRatio * dampingRatio).squareRoot() }

  public func displacement(at time: Double, from start: Double, velocity: Double) -> Double {
    let (c, s) = basis(at: time)
    return start * c + (velocity + damping * start) * s
  }

  public func velocity(at time: Double, from start: Double, velocity: Double) -> Double {
    let (c, s) = basis(at: time)
    return velocity * c - (damping * velocity + frequency * frequency * start) * s
  }

  /// Returns the time at which the displacement is first zero; `nil` if never.
  public func timeToRest(from start: Double, velocity: Double) -> Double? {
    time(whenRatioIs: -start / (velocity + damping * start))
  }

  /// Returns the time at which the displacement is first at an extreme, its peak; `nil` if never.
  public func timeToPeak(from start: Double, velocity: Double) -> Double? {
    time(
      whenRatioIs: velocity / (damping * velocity + frequency * frequency * start))
  }

  /// Returns the time from which the displacement remains at most `distance`; 0 if it never is
  /// more.
  ///
  /// The time is exact to the last bits. Between two extremes the displacement is monotone, so
  /// bisection finds the time.
  public func settleTime(
    from start: Double, velocity: Double, within distance: Double = 0.5
  ) -> Double {
    func isOutside(_ time: Double) -> Bool {
      abs(displacement(at: time, from: start, velocity: velocity)) > distance
    }
    // The interval between extremes at whose beginning the spring is outside for the last time.
    var last = 0.0
    var next = timeToPeak(from: start, velocity: velocity) ?? .infinity
    if next == 0 { next = swing > 0 && dampingRatio < 1 ? .pi / swing : .infinity }
    while next < .infinity, isOutside(next) {
      last = next
      next = dampingRatio < 1 ? next + .pi / swing : .infinity
    }
    guard isOutside(last) else { return 0 }
    var settled = next
    if settled == .infinity {
      var step = 1 / frequency
      while isOutside(last + step) { step *= 2 }
      settled = last + step
    }
    while true {
      let middle = (last + settled) / 2
      guard middle > last, middle < settled else { return settled }
      if isOutside(middle) { last = middle } else { settled = middle }
    }
  }

  /// Returns `C` and `S` at a time.
  private func basis(at time: Double) -> (Double, Double) {
    if dampingRatio == 1 {
      let decay = exp(-damping * time)
      return (decay, decay * time)
    }
    if dampingRatio < 1 {
      let decay = exp(-damping * time)
      return (decay * cos(swing * time), decay * sin(swing * time) / swing)
    }
    let slow = exp((swing - damping) * time)
    let quick = exp(-(swing + damping) * time)
    return ((slow + quick) / 2, (slow - quick) / (2 * swing))
  }

  /// Returns the first time, not before 0, at which `S / C` is `ratio`.
  private func time(whenRatioIs ratio: Double) -> Double? {
    let time: Double
    if dampingRatio == 1 {
      time = ratio
    } else if dampingRatio < 1 {
      let angle = atan(ratio * swing)
      time = (angle < 0 ? angle + .pi : angle) / swing
    } else {
      time = atanh(ratio * swing) / swing
    }
    return time >= 0 && time < .infinity ? time : nil
  }
}
