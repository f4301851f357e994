/// The error band of a figure: the interval that contains its value in 90 % of the random draws of
/// the uncertain profile figures.
package struct FigureBand: Sendable, Equatable {
  /// The share of the draws within the band.
  package static let share = 0.9

  package let low: Double, high: Double

  /// Creates the band of a figure's values.
  ///
  /// The initializer drops as many of the lowest values as of the highest, and keeps at least
  /// `share` of all values.
  /// - Precondition: `values` is not empty. Pass infinity for the time of an event that never
  ///   happened.
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

  /// Returns the number of decimals with which to print the figure.
  ///
  /// It is the smallest number whose last digit counts units of at most a quarter of the band's
  /// width.
  ///
  /// - Parameter most: the number of decimals of a figure without a band.
  /// - Returns: the number of decimals, from 0 to `most`.
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
