/// A cubic Bézier curve from (0, 0) to (1, 1), as timing functions are given: how far along
/// something is after a share of its time.
struct BezierEasing: Sendable, Equatable {
  let x1: Double, y1: Double, x2: Double, y2: Double

  /// - Precondition: both x are from 0 to 1, so that there is one y for each x.
  init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition(0...1 ~= x1 && 0...1 ~= x2, "a curve through \(x1) and \(x2)")
    (self.x1, self.y1, self.x2, self.y2) = (x1, y1, x2, y2)
  }

  /// The y at an x, to the last bits.
  func callAsFunction(_ x: Double) -> Double {
    guard x > 0 else { return 0 }
    guard x < 1 else { return 1 }
    // x ascends with the parameter.
    var (low, high) = (0.0, 1.0)
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high else { return Self.value(middle, y1, y2) }
      if Self.value(middle, x1, x2) < x { low = middle } else { high = middle }
    }
  }

  private static func value(_ s: Double, _ first: Double, _ second: Double) -> Double {
    let rest = 1 - s
    return 3 * rest * rest * s * first + 3 * rest * s * s * second + s * s * s
  }
}
