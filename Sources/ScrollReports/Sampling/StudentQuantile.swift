import Foundation

/// The width of an interval from few values.
package enum StudentQuantile {
  /// The 97.5th percentile of the normal distribution.
  private static let normal = 1.959_963_984_540_054

  /// The 97.5th percentile of Student's t with so many degrees of freedom, to 0.2 % from 5 on.
  ///
  /// Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5.
  package static func value(degrees: Int) -> Double {
    let (z, n) = (normal, Double(degrees))
    let terms = [
      z, (pow(z, 3) + z) / (4 * n),
      (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n),
      (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * n * n * n),
    ]
    return terms.reduce(0, +)
  }
}
