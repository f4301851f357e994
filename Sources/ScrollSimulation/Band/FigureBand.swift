/// The interval that holds a figure in most draws of the uncertain quantities.
package struct FigureBand: Sendable, Equatable {
  /// The share of the draws within the band.
  package static let share = 0.9

  package let low: Double, high: Double

  /// Creates the band of a figure's values.
  ///
  /// The initializer drops the same number of the lowest and of the highest values, and keeps at
  /// least `share` of all values.
  /// - Precondition: `values` is not empty. A time that never came is infinite.
  package init(_ values: [Double]) {
    precondition(!values.isEmpty, "a band of no values")
    let sorted = values.sorted()
    // Adds a small tolerance, since 20 times 0.05 may be a little less than 1.
    let outside = Int((1 - Self.share) / 2 * Double(sorted.count) + 1e-9)
    low = sorted[outside]
    high = sorted[sorted.count - 1 - outside]
  }

  /// The distance between the two ends.
  package var width: Double { high - low }

  /// Returns the number of significant decimals: the last one is not finer than a quarter of the
  /// band.
  ///
  /// - Parameter most: the number of decimals of a figure without a band.
  /// - Returns: 0 to `most`.
  package func decimals(atMost most: Int) -> Int {
    guard width.isFinite, width > 0 else { return most }
    var (decimals, unit) = (0, 1.0)
    while decimals < most, unit > width / 4 {
      decimals += 1
      unit /= 10
    }
    return decimals
  }
}
