/// A fling that ends where it reaches an edge, as on Android, in Chromium and in Flutter.
///
/// Units are seconds since release and points.
struct ClampedFling: Sendable, Equatable {
  /// The time at which the offset comes to rest, and its position there.
  let duration: Double, rest: Double

  private let start: Double
  private let curve: FlingCurve
  private let bounds: ClosedRange<Double>

  /// Creates a fling.
  /// - Parameters:
  ///   - offset: the offset at release.
  ///   - curve: the curve from there.
  ///   - bounds: the lowest and highest offset at which the viewport shows only content.
  init(from offset: Double, along curve: FlingCurve, bounds: ClosedRange<Double>) {
    self.curve = curve
    self.bounds = bounds
    start = offset
    let landing = offset + curve.travel(at: curve.duration)
    rest = min(max(landing, bounds.lowerBound), bounds.upperBound)
    let distance = abs(rest - offset)
    guard rest != landing else {
      duration = curve.duration
      return
    }
    // Travel never turns back, so bisection finds the moment of the hit.
    var (low, high) = (0.0, curve.duration)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { break }
      if abs(curve.travel(at: middle)) < distance { low = middle } else { high = middle }
    }
    duration = high
  }

  func position(at time: Double) -> Double {
    guard time < duration else { return rest }
    return min(max(start + curve.travel(at: time), bounds.lowerBound), bounds.upperBound)
  }
}
