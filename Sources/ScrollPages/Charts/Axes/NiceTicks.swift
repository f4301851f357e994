/// Round numbers that divide a range: multiples of 1, 2 or 5 times a power of ten.
///
/// After P. S. Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990.
package enum NiceTicks {
  /// From 0 or below to the first round number at or above the greatest value.
  /// - Parameters:
  ///   - values: what must be covered; what is not finite is passed over.
  ///   - count: about how many steps.
  /// - Returns: at least two ticks, 0 among them.
  package static func fromZero(covering values: some Sequence<Double>, count: Int = 4) -> [Double] {
    var (low, high) = (0.0, 0.0)
    for value in values where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    guard high > low else { return [0, 1] }
    let step = step(for: (high - low) / Double(count))
    let first = Int((low / step).rounded(.down)), last = Int((high / step - 1e-9).rounded(.up))
    return (first...last).map { Double($0) * step }
  }

  /// The round number at or above a rough one.
  static func step(for rough: Double) -> Double {
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    let multiple = [1, 2, 5, 10].first { $0 * power >= rough * (1 - 1e-9) } ?? 10
    return multiple * power
  }

  /// How many decimals the ticks need to differ.
  package static func decimals(_ ticks: [Double]) -> Int {
    guard ticks.count > 1 else { return 0 }
    var (step, decimals) = (abs(ticks[1] - ticks[0]), 0)
    while step < 1 - 1e-9, decimals < 9 { (step, decimals) = (step * 10, decimals + 1) }
    // 2.5 needs one more than its size says.
    return abs(step - step.rounded()) > 1e-6 ? decimals + 1 : decimals
  }
}
