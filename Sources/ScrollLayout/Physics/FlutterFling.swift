import ScrollCore

/// A fling of Flutter's `ClampingScrollSimulation`: Android's distance, on a simpler curve.
///
/// It lasts `R I` times as long as Android's, with whose constants it begins at its velocity and
/// slows down to rest: `x = d (1 - (1 - t/T)^R)`. Cut anywhere, the rest of it is the fling that
/// begins there.
///
/// - Note: Source: `scroll_simulation.dart` of Flutter.
public struct FlutterFling: Sendable, Equatable {
  /// Seconds.
  public let duration: Double
  /// Points, signed.
  public let distance: Double

  /// A fling.
  /// - Parameter velocity: of the release in points per second.
  public init(velocity: Double) {
    let android = AndroidFling.seconds(velocity)
    duration = AndroidFling.exponent * AndroidFling.inflexion * android
    distance = AndroidFling.inflexion * velocity * android
  }

  /// How far it has gone after some seconds.
  public func travel(at time: Double) -> Double {
    guard duration > 0, time > 0 else { return 0 }
    guard time < duration else { return distance }
    return distance * (1 - exp(AndroidFling.exponent * log(1 - time / duration)))
  }
}
