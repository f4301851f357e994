/// The rule by which content follows a finger that drags it beyond its edge.
///
/// If the finger is `x` points beyond the edge of a view of length `D`, the content is `f(x) = D c
/// x / (D + c x)` points beyond it. The slope at the edge is `c`, and the content stays closer than
/// `D`. The function is odd, so it applies to both edges with signed values.
///
/// - Note: UIKit does not document `c = 0.55`; the value comes from measurements, as in I. Lobanov,
///   "How UIScrollView works" (2020).
public struct RubberBand: Sendable, Equatable {
  /// The extent of the view along the axis in points.
  public let extent: Double
  /// The slope `c` at the edge; 0 for an edge at which content stops.
  public let coefficient: Double

  /// Creates a rubber band.
  /// - Precondition: the extent is positive, the coefficient not negative.
  public init(extent: Double, coefficient: Double = 0.55) {
    precondition(extent > 0 && coefficient >= 0, "no rubber band of \(extent), \(coefficient)")
    self.extent = extent
    self.coefficient = coefficient
  }

  /// Returns the distance of the content beyond the edge when the finger is `pull` points beyond
  /// it.
  public func displacement(pull: Double) -> Double {
    extent * coefficient * pull / (extent + coefficient * abs(pull))
  }

  /// Returns the pull that gives a displacement.
  ///
  /// The result is infinite if the displacement is at least the view's length, which no pull
  /// reaches. It is 0 for an edge at which content stops.
  public func pull(displacement: Double) -> Double {
    guard coefficient > 0 else { return 0 }
    guard abs(displacement) < extent else {
      return displacement < 0 ? -.infinity : .infinity
    }
    return extent * displacement / (coefficient * (extent - abs(displacement)))
  }

  /// Returns the speed of the content as a share of the finger's speed.
  public func slope(pull: Double) -> Double {
    let stretch = 1 + coefficient * abs(pull) / extent
    return coefficient / (stretch * stretch)
  }
}
