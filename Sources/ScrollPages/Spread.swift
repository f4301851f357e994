/// The mean, standard deviation and maximum of figures that are added one by one, with weights.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962, doi:10.1080/00401706.1962.10490022.
package struct Spread: Sendable {
  package private(set) var count = 0
  package private(set) var mean = 0.0
  /// The greatest figure; negative infinity if there is none.
  package private(set) var greatest = -Double.infinity
  private var squares = 0.0
  private var weight = 0.0

  package init() {}

  /// Adds a figure.
  /// - Parameters:
  ///   - value: The figure.
  ///   - weight: Its weight among the figures, above 0.
  package mutating func add(_ value: Double, weight: Double = 1) {
    count += 1
    self.weight += weight
    greatest = max(greatest, value)
    let distance = value - mean
    mean += weight * distance / self.weight
    squares += weight * distance * (value - mean)
  }

  /// The estimated standard deviation of the population from which the figures come; 0 for one
  /// figure.
  package var deviation: Double {
    count > 1 ? (squares / (weight - weight / Double(count))).squareRoot() : 0
  }

  /// Returns the mean as text, such as `1.94`.
  ///
  /// If figures differ, the text includes the standard deviation, such as `1.94 ±0.03`.
  ///
  /// - Parameters:
  ///   - decimals: The number of decimals of mean and deviation.
  ///   - scale: The factor for mean and deviation, for example 100 for percent.
  /// - Returns: The text.
  package func text(decimals: Int, scale: Double = 1) -> String {
    let text = NumberText.fixed(mean * scale, decimals: decimals)
    guard deviation > 0 else { return text }
    return "\(text) ±\(NumberText.fixed(deviation * scale, decimals: decimals))"
  }
}
