import ScrollCore

/// How far a run to come may lie from the mean of a few repetitions.
///
/// Their standard deviation is too little for that: the mean of *n* repetitions is off itself, which
/// makes it sqrt(1 + 1/n) times as much, and few repetitions may lie closer together than they usually
/// do, which Student's distribution has and the normal one has not. With both a 90 % band that is
/// drawn from a normal distribution holds nine in ten runs to come (W. Q. Meeker, G. J. Hahn,
/// L. A. Escobar, "Statistical Intervals", 2nd edition, Wiley 2017, section 4.7).
enum RunDrift {
  /// By what the standard deviation of some repetitions is multiplied.
  /// - Parameter repetitions: at least 3.
  /// - Returns: the factor: 2 for three repetitions, 1.2 for eight.
  static func factor(repetitions: Int) -> Double {
    let count = Double(repetitions)
    let normal = StudentQuantile.normal95
    return (1 + 1 / count).squareRoot()
      * StudentQuantile.value(degrees: repetitions - 1, normal: normal) / normal
  }
}
