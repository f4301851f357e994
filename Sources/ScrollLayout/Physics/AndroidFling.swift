import ScrollCore

/// A fling of Android's `OverScroller` (`SplineOverScroller`).
///
/// With `R = ln 0.78 / ln 0.9`, the inflexion `I = 0.35`, the friction `f = 0.015` and a
/// gravity of `G = 9.80665 x 39.37 x 160 x 0.84` dp/s²: it lasts `(I v / (f G))^(1 / (R - 1))`
/// seconds, cut to whole milliseconds, and goes `I v` times that, uncut. In between it follows a
/// table that is the Bézier curve through (0.175, 0.5) and (0.35, 1). Density drops out of all of
/// this when lengths are in dp, which are points here.
///
/// Unlike on iOS, twice the speed goes 3.3 times as far, and a fling cut short and begun again is
/// another one.
///
/// - Note: Source: the constants of `OverScroller.java` in the Android Open Source Project.
public struct AndroidFling: Sendable, Equatable {
  static let exponent = log(0.78) / log(0.9)
  static let inflexion = 0.35
  static let deceleration = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let spline = BezierEasing(0.175, 0.5, 0.35, 1)

  /// Seconds.
  public let duration: Double
  /// Points, signed.
  public let distance: Double

  /// A fling.
  /// - Parameter velocity: of the release in points per second.
  public init(velocity: Double) {
    let uncut = Self.seconds(velocity)
    duration = (uncut * 1000).rounded(.down) / 1000
    distance = Self.inflexion * velocity * uncut
  }

  /// How long a fling lasts before its milliseconds are cut.
  static func seconds(_ velocity: Double) -> Double {
    guard velocity != 0 else { return 0 }
    return exp(log(inflexion * abs(velocity) / deceleration) / (exponent - 1))
  }

  /// How far it has gone after some seconds.
  public func travel(at time: Double) -> Double {
    duration > 0 ? distance * Self.spline(time / duration) : 0
  }
}
