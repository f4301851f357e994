import ScrollMath

/// A side of a chart, with its quantity, its unit and its ticks.
package struct Axis: Sendable, Equatable {
  package struct Tick: Sendable, Equatable {
    package let value: Double
    package let label: String

    package init(_ value: Double, _ label: String) {
      self.value = value
      self.label = label
    }
  }

  /// The title, with the unit.
  let title: String
  let kind: Scale.Kind
  /// The ticks in ascending order; the scale extends from the first to the last.
  package let ticks: [Tick]

  /// Creates an axis.
  ///
  /// - Precondition: There is at least one tick.
  package init(_ title: String, _ kind: Scale.Kind = .linear, ticks: [Tick]) {
    precondition(!ticks.isEmpty, "'\(title)' has no tick")
    self.title = title
    self.kind = kind
    self.ticks = ticks
  }

  /// Returns an axis from 0 over round numbers to the greatest value.
  package static func fromZero(_ title: String, covering values: some Sequence<Double>) -> Axis {
    let ticks = NiceTicks.fromZero(covering: values)
    let decimals = NiceTicks.decimals(ticks)
    return Axis(title, ticks: ticks.map { Tick($0, PlainNumber.text($0, decimals: decimals)) })
  }

  /// Returns the scale that maps the axis to the range between two coordinates.
  package func scale(from start: Double, to end: Double) -> Scale {
    let first = ticks[0].value
    return Scale(first...max(first, ticks[ticks.count - 1].value), from: start, to: end, kind)
  }
}

/// The text of numbers at ticks.
enum PlainNumber {
  /// Returns a number with the given number of decimals, at most nine, such as `0` or `-2.50`.
  static func text(_ value: Double, decimals: Int) -> String {
    let power = (0..<decimals).reduce(1) { product, _ in product * 10 }
    guard let scaled = Int(exactly: (value * Double(power)).rounded()) else { return "\(value)" }
    let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt(power))
    let sign = scaled < 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = String(rest)
    return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }
}

/// Round numbers that divide a range: multiples of 1, 2 or 5 times a power of ten.
///
/// The method follows P. S. Heckbert, "Nice numbers for graph labels", Graphics Gems, 1990.
package enum NiceTicks {
  /// Returns ticks from 0 or below to the first round number at or above the greatest value.
  /// - Parameters:
  ///   - values: The values to cover; values that are not finite are ignored.
  ///   - count: The approximate number of steps.
  /// - Returns: At least two ticks, 0 among them.
  package static func fromZero(covering values: some Sequence<Double>, count: Int = 4) -> [Double] {
    var (low, high) = (0.0, 0.0)
    for value in values where value.isFinite { (low, high) = (min(low, value), max(high, value)) }
    // Labels have nine decimals at most, so a smaller range counts as zero.
    guard high - low > 1e-9, (high - low).isFinite else { return [0, 1] }
    let step = step(for: (high - low) / Double(count))
    let first = Int((low / step).rounded(.down)), last = Int((high / step - 1e-9).rounded(.up))
    return (first...last).map { Double($0) * step }
  }

  /// Returns the least round number at or above a number.
  static func step(for rough: Double) -> Double {
    var power = 1.0
    while power * 10 <= rough { power *= 10 }
    while power > rough { power /= 10 }
    let least = rough * (1 - 1e-9)
    let multiple = [1.0, 2, 5, 10].first { $0 * power >= least } ?? 10
    return multiple * power
  }

  /// Returns the number of decimals that the ticks need to differ.
  package static func decimals(_ ticks: [Double]) -> Int {
    guard ticks.count > 1 else { return 0 }
    var (step, decimals) = (abs(ticks[1] - ticks[0]), 0)
    while step < 1 - 1e-9, decimals < 9 { (step, decimals) = (step * 10, decimals + 1) }
    // 2.5 needs one more decimal than its size suggests.
    return abs(step - step.rounded()) > 1e-6 ? decimals + 1 : decimals
  }
}

/// A mapping from a range of values to a range of coordinates.
package struct Scale: Sendable, Equatable {
  package enum Kind: Sendable, Equatable {
    /// Equal distances for equal differences.
    case linear
    /// Equal distances for equal ratios.
    case logarithmic
  }

  let kind: Kind
  let values: ClosedRange<Double>
  /// The coordinates of the least and the greatest value.
  ///
  /// The first coordinate may be the larger one.
  let start: Double, end: Double

  /// Creates a scale.
  ///
  /// - Precondition: The values are finite, and above 0 if the scale is logarithmic.
  package init(
    _ values: ClosedRange<Double>, from start: Double, to end: Double, _ kind: Kind = .linear
  ) {
    precondition(values.lowerBound.isFinite && values.upperBound.isFinite, "\(values) is no scale")
    precondition(kind == .linear || values.lowerBound > 0, "\(values) has no logarithm")
    self.values = values
    self.start = start
    self.end = end
    self.kind = kind
  }

  /// Returns the coordinate of a value.
  ///
  /// A scale with a single value puts it in the middle.
  package func callAsFunction(_ value: Double) -> Double {
    let (low, high, place) = (
      transformed(values.lowerBound), transformed(values.upperBound), transformed(value)
    )
    guard high > low else { return (start + end) / 2 }
    return start + (place - low) / (high - low) * (end - start)
  }

  private func transformed(_ value: Double) -> Double {
    kind == .linear ? value : logarithm(value)
  }
}

/// Returns the natural logarithm.
private func logarithm(_ value: Double) -> Double { scroll_log(value) }
