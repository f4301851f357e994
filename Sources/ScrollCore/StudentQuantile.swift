/// The percentiles that determine the width of a confidence interval for the mean of few values.
package enum StudentQuantile {
  /// The 97.5th percentile of the normal distribution: the end of an interval of 95 %.
  static let normal975 = 1.959_963_984_540_054
  /// The 95th percentile of the normal distribution: the end of an interval of 90 %.
  package static let normal95 = 1.644_853_626_951_472

  /// Returns a percentile of Student's t.
  ///
  /// The relative error is at most 2 % for 2 or more degrees of freedom, and at most 0.2 % for 5 or
  /// more.
  ///
  /// The formula is that of M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions",
  /// 1964, 26.7.5.
  ///
  /// - Parameters:
  ///   - degrees: the degrees of freedom, at least 1.
  ///   - normal: the same percentile of the normal distribution.
  /// - Returns: the percentile.
  package static func value(degrees: Int, normal: Double = normal975) -> Double {
    let (z, n) = (normal, Double(degrees))
    let terms = [
      z, (pow(z, 3) + z) / (4 * n),
      (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n),
      (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * n * n * n),
    ]
    return terms.reduce(0, +)
  }
}
