import ScrollCore

/// A fling of Chromium, by its older `FlingCurve`.
///
/// There is one curve, `P(t) = a (e^(-g t) - 1) - b t` with `a = -5707.62`, `b = 172` and
/// `g = 3.7`, and a fling enters it where its speed is that of the release: so `v' = -g (v + b)`,
/// and it stops after `ln((v + b) / b) / g` seconds. Faster releases than the curve begins with
/// count as that.
///
/// - Note: Source: `fling_curve.cc` of Chromium.
public struct ChromiumFixedFling: Sendable, Equatable {
  private static let alpha = -5707.62, beta = 172.0, gamma = 3.7

  /// The speed with which the curve begins.
  private static var fastest: Double { -alpha * gamma - beta }

  private let speed: Double, sign: Double
  /// Seconds.
  public let duration: Double

  /// A fling.
  /// - Parameter velocity: of the release in points per second.
  public init(velocity: Double) {
    speed = min(abs(velocity), Self.fastest)
    sign = velocity < 0 ? -1 : 1
    duration = log((speed + Self.beta) / Self.beta) / Self.gamma
  }

  /// Points, signed.
  public var distance: Double { travel(at: duration) }

  /// How far it has gone after some seconds.
  public func travel(at time: Double) -> Double {
    -sign * ((speed + Self.beta) / Self.gamma * expm1(-Self.gamma * time) + Self.beta * time)
  }
}
