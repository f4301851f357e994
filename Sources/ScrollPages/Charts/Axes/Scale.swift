/// Where values lie on paper: from a range of values to a range of coordinates.
package struct Scale: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Equal distances for equal differences.
    case linear
    /// Equal distances for equal ratios.
    case logarithmic
  }

  package let kind: Kind
  package let values: ClosedRange<Double>
  /// Coordinates of the least and the greatest value; the first may be the larger.
  package let start: Double, end: Double

  /// - Precondition: the values are finite, and above 0 if the scale is logarithmic.
  package init(
    _ values: ClosedRange<Double>, from start: Double, to end: Double, _ kind: Kind = .linear
  ) {
    precondition(values.lowerBound.isFinite && values.upperBound.isFinite, "\(values) is no scale")
    precondition(kind == .linear || values.lowerBound > 0, "\(values) has no logarithm")
    self.values = values
    self.start = start
    self.end = end
    self.kind = kind
  }

  /// The coordinate of a value; a scale of one value puts it in the middle.
  package func callAsFunction(_ value: Double) -> Double {
    let (low, high, place) = (
      transformed(values.lowerBound), transformed(values.upperBound), transformed(value)
    )
    guard high > low else { return (start + end) / 2 }
    return start + (place - low) / (high - low) * (end - start)
  }

  private func transformed(_ value: Double) -> Double {
    kind == .linear ? value : logarithm(value)
  }
}
