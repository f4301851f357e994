import ScrollCore

extension [Double] {
  /// The middle number, or the mean of the two in the middle.
  /// - Precondition: the collection is not empty.
  package var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// Returns the number below which a share of the numbers lies, with linear interpolation.
  ///
  /// The seventh definition of R. J. Hyndman, Y. Fan, "Sample Quantiles in Statistical Packages",
  /// The American Statistician 50(4), 1996, doi:10.2307/2684934.
  /// - Precondition: the collection is not empty, and the share is from 0 to 1.
  func quantile(_ share: Double) -> Double {
    let sorted = sorted()
    let place = share * Double(count - 1)
    let low = Int(place)
    guard low + 1 < count else { return sorted[count - 1] }
    return sorted[low] + (place - Double(low)) * (sorted[low + 1] - sorted[low])
  }

  /// The standard deviation of a normal distribution around 0 with the same median magnitude.
  ///
  /// Outliers hardly change the result, as long as they are less than half of the numbers.
  /// - Precondition: the collection is not empty.
  var deviationFromZero: Double { 1.482602218505602 * map(\.magnitude).median }
}
