import ScrollCore

/// A confidence interval for the mean of a few paired differences, by the bootstrap.
///
/// The mean is drawn again and again from the differences themselves (B. Efron, R. J.
/// Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13). For few differences such
/// an interval is too narrow, so its ends are taken farther out, as far as Student's distribution
/// says (T. C. Hesterberg, "What teachers should know about the bootstrap", The American
/// Statistician 69(4), 2015, doi:10.1080/00031305.2015.1089789, section 3.2.1: the expanded
/// percentile interval). The draws are those of a fixed seed: the same differences have the same
/// interval.
package enum PairedBootstrap {
  /// With fewer, even if all have one sign, chance alone does so more often than one time in
  /// twenty: 2 * 0.5^5 is 6 %, 2 * 0.5^6 is 3 %.
  package static let leastCount = 6
  private static let draws = 4000

  /// An interval that holds the mean with 95 %; nil for fewer than `leastCount` differences.
  ///
  /// Differences that are all the same have an interval without width.
  /// - Complexity: O(*n*) in the differences, 4000 times.
  package static func interval(_ differences: [Double]) -> ClosedRange<Double>? {
    let count = differences.count
    guard count >= leastCount, let first = differences.first else { return nil }
    guard differences.contains(where: { $0 != first }) else { return first...first }
    var random = SeededRandom(seed: 0x5c01_1517)
    var means = (0..<draws).map { _ in
      var sum = 0.0
      for _ in 0..<count { sum += differences[random.below(count)] }
      return sum / Double(count)
    }
    means.sort()
    let tail = StudentQuantile.expandedTail(count: count)
    let cut = min(draws / 2, Int((tail * Double(draws)).rounded(.down)))
    return means[cut]...means[draws - 1 - cut]
  }
}
