/// The rule for content that follows a finger which drags it past its edge.
///
/// `f(x) = D c x / (D + c x)` for a pull of `x` points in a view of extent `D`: slope `c` at the
/// edge, and always less than `D`. The function is odd, so either edge can use it with signed
/// values.
///
/// - Note: UIKit does not document `c = 0.55`; the value was found by measuring, as in I. Lobanov,
///   "How UIScrollView works" (2020).
public struct RubberBand: Sendable, Equatable {
  /// The extent of the view along the axis in points.
  public let extent: Double
  /// The slope at the edge; 0 for an edge at which content stops.
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
  /// It is infinite if the displacement is the view's extent or more, which no pull reaches, and 0
  /// at an edge at which content stops.
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
