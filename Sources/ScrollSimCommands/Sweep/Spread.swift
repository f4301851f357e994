import ScrollReports

/// Mean and standard deviation of figures that come one by one.
///
/// B. P. Welford, "Note on a method for calculating corrected sums of squares and products",
/// Technometrics 4(3), 1962, doi:10.1080/00401706.1962.10490022.
struct Spread {
  private(set) var count = 0
  private(set) var mean = 0.0
  private var squares = 0.0

  mutating func add(_ value: Double) {
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// `1.94`, or with several figures that differ `1.94 ±0.03`.
  func text(decimals: Int) -> String {
    let text = NumberText.fixed(mean, decimals: decimals)
    guard count > 1, squares > 0 else { return text }
    let deviation = (squares / Double(count - 1)).squareRoot()
    return "\(text) ±\(NumberText.fixed(deviation, decimals: decimals))"
  }
}
