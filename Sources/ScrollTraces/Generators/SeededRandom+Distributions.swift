import ScrollCore

extension SeededRandom {
  /// Returns a number with a log-normal distribution, clipped.
  ///
  /// The normal variate is by Box and Muller (doi:10.1214/aoms/1177706645); the second of each pair
  /// is dropped.
  mutating func logNormal(
    median: Double, sigma: Double, clippedTo range: ClosedRange<Double>
  ) -> Double {
    let radius = (-2 * log(1 - unit())).squareRoot()
    let normal = radius * cos(2 * .pi * unit())
    return min(max(median * exp(sigma * normal), range.lowerBound), range.upperBound)
  }

  /// Returns a count of at least 1 with a geometric distribution and a mean of `mean`.
  mutating func geometric(mean: Double) -> Int {
    var count = 1
    while chance(1 - 1 / mean) { count += 1 }
    return count
  }
}
