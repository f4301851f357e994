import ScrollCore

/// How far a run to come may lie from the mean of a few repetitions.
///
/// Their standard deviation is too little for that: the mean of *n* repetitions is off itself, which
/// makes it sqrt(1 + 1/n) times as much, and few repetitions may lie closer together than they usually
/// do, which Student's distribution has and the normal one has not. With both a 90 % band that is drawn from
/// a normal distribution holds nine in ten runs to come (W. Q. Meeker, G. J. Hahn, L. A. Escobar,
/// "Statistical Intervals", 2nd edition, Wiley 2017, section 4.7).
enum RunDrift {
  /// The 95th percentile of the normal distribution: the ends of a band of 90 %.
  private static let normal = 1.644_853_626_951_472

  /// By what the standard deviation of some repetitions is multiplied.
  /// - Parameter repetitions: at least 2.
  /// - Returns: the factor: 2 for three repetitions, 1.2 for eight.
  static func factor(repetitions: Int) -> Double {
    let count = Double(repetitions)
    return (1 + 1 / count).squareRoot() * student(degrees: repetitions - 1) / normal
  }

  /// The 95th percentile of Student's t, to 2 % from 2 degrees of freedom on and to 0.2 % from 5 on.
  ///
  /// M. Abramowitz, I. A. Stegun, "Handbook of Mathematical Functions", 1964, 26.7.5.
  private static func student(degrees: Int) -> Double {
    let (z, n) = (normal, Double(degrees))
    let terms = [
      z, (pow(z, 3) + z) / (4 * n),
      (5 * pow(z, 5) + 16 * pow(z, 3) + 3 * z) / (96 * n * n),
      (3 * pow(z, 7) + 19 * pow(z, 5) + 17 * pow(z, 3) - 15 * z) / (384 * n * n * n),
    ]
    return terms.reduce(0, +)
  }
}
