/// Between which values a figure lies in most draws of what is not known exactly.
package struct FigureBand: Sendable, Equatable {
  /// The share of the draws that lie within.
  package static let share = 0.9

  package let low: Double, high: Double

  /// The ends of what is left without so many of the lowest and as many of the highest values that
  /// at least `share` of all stay.
  /// - Precondition: there are values; what never came is infinite.
  package init(_ values: [Double]) {
    precondition(!values.isEmpty, "a band of no values")
    let sorted = values.sorted()
    // A little more than exact, since 20 times 0.05 may be a little less than 1.
    let outside = Int((1 - Self.share) / 2 * Double(sorted.count) + 1e-9)
    low = sorted[outside]
    high = sorted[sorted.count - 1 - outside]
  }

  /// From one end to the other.
  package var width: Double { high - low }

  /// How many decimals say something: the last one is not finer than a quarter of the band.
  ///
  /// - Parameter most: what a figure without a band has.
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
