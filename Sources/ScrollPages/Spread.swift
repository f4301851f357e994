/// Mean, standard deviation and greatest of figures that come one by one.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962, doi:10.1080/00401706.1962.10490022.
package struct Spread: Sendable {
  package private(set) var count = 0
  package private(set) var mean = 0.0
  /// The greatest of them; below all numbers if there is none.
  package private(set) var greatest = -Double.infinity
  private var squares = 0.0

  package init() {}

  package mutating func add(_ value: Double) {
    count += 1
    greatest = max(greatest, value)
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// The standard deviation of what figures like these have; 0 for one.
  package var deviation: Double {
    count > 1 ? (squares / Double(count - 1)).squareRoot() : 0
  }

  /// `1.94`, or with several figures that differ `1.94 ±0.03`.
  ///
  /// - Parameters:
  ///   - decimals: of both.
  ///   - scale: what both are multiplied by, 100 for percent.
  /// - Returns: the text.
  package func text(decimals: Int, scale: Double = 1) -> String {
    let text = NumberText.fixed(mean * scale, decimals: decimals)
    guard deviation > 0 else { return text }
    return "\(text) ±\(NumberText.fixed(deviation * scale, decimals: decimals))"
  }
}
