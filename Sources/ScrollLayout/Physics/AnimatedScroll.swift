/// A programmatic scroll: to the top after a tap on the status bar, or
/// `setContentOffset(_:animated:)`.
///
/// It takes 0.3 s for every distance, so its speed is proportional to the distance; it is slow at
/// both ends. It is the worst case for a cache, because no image in between is worth decoding. The
/// curve is Core Animation's `easeInEaseOut`, the cubic Bézier curve through (0.42, 0) and (0.58,
/// 1); UIKit documents neither the curve nor the duration.
///
/// Units are seconds since the start, points, and points per second.
public struct AnimatedScroll: Sendable, Equatable {
  public let start: Double, rest: Double

  public init(from start: Double, to rest: Double) {
    self.start = start
    self.rest = rest
  }

  /// The duration in seconds: 0.3, or 0 if the scroll has no distance.
  public var duration: Double { start == rest ? 0 : 0.3 }

  public func position(at time: Double) -> Double {
    guard time < duration else { return rest }
    let s = parameter(at: time / duration)
    return start + (rest - start) * s * s * (3 - 2 * s)
  }

  public func velocity(at time: Double) -> Double {
    guard time < duration else { return 0 }
    let s = parameter(at: time / duration)
    return (rest - start) / duration * 6 * s * (1 - s) / (1.26 - 1.56 * s * (1 - s))
  }

  /// Returns the curve's parameter at a share of the duration.
  ///
  /// The method solves `1.26 s - 0.78 s^2 + 0.52 s^3 = share` by Newton's method; the left side
  /// ascends everywhere.
  private func parameter(at share: Double) -> Double {
    var s = share
    for _ in 0..<8 {
      let error = s * (1.26 - s * (0.78 - 0.52 * s)) - share
      s -= error / (1.26 - 1.56 * s * (1 - s))
    }
    return min(max(s, 0), 1)
  }
}
