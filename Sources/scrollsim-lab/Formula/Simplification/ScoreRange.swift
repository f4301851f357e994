package import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// The possible values of a part of a formula: an interval, and whether the part may be NaN.
///
/// The ends are computed in `Double`, whose rounding keeps the order of numbers. So the interval
/// contains all results of the formula, including roundings.
package struct ScoreRange: Equatable, Sendable {
  package var lower: Double, upper: Double
  package var mayBeNaN = false
  /// A Boolean value that indicates whether a 0 may be negative, which affects the sign of a
  /// quotient.
  var mayBeNegativeZero = false

  init(
    _ lower: Double, _ upper: Double, mayBeNaN: Bool = false, mayBeNegativeZero: Bool = false
  ) {
    self.lower = lower
    self.upper = upper
    self.mayBeNaN = mayBeNaN
    self.mayBeNegativeZero = mayBeNegativeZero
  }

  static let everything = ScoreRange(
    -.infinity, .infinity, mayBeNaN: true, mayBeNegativeZero: true)

  /// Creates the range of a tree in any state; its constants have any value of a setting.
  package init(of tree: ScoreTree) {
    switch tree {
    case .number(let number):
      self.init(number, number, mayBeNegativeZero: number == 0 && number.sign == .minus)
    case .variable(let variable): self = variable.range
    case .constant: self.init(-1e6, 1e6, mayBeNegativeZero: true)
    case .negate(let part): self = -ScoreRange(of: part)
    case .binary(let symbol, let left, let right):
      self = Self.combined(symbol, ScoreRange(of: left), ScoreRange(of: right))
      // The product is a square.
      if symbol == .multiply, left == right { lower = max(0, lower) }
    case .call(let function, let arguments):
      self = Self.called(function, arguments.map { ScoreRange(of: $0) })
    }
  }

  private static func combined(
    _ symbol: ScoreOperator, _ left: ScoreRange, _ right: ScoreRange
  ) -> ScoreRange {
    switch symbol {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    }
  }

  /// A Boolean value that indicates whether the value is always a finite number.
  var isFinite: Bool { lower > -.infinity && upper < .infinity && !mayBeNaN }

  var hasNoLowerEnd: Bool { lower == -.infinity }
  var hasNoUpperEnd: Bool { upper == .infinity }

  /// A Boolean value that indicates whether the value may be infinite.
  var isUnbounded: Bool { hasNoLowerEnd || hasNoUpperEnd }

  var containsZero: Bool { lower <= 0 && upper >= 0 }

  /// The sign: 1 if the value is never negative, -1 if it is never positive; nil if it may be both.
  var sign: Double? { lower >= 0 ? 1 : upper <= 0 ? -1 : nil }

  /// A Boolean value that indicates whether the value is at least 0 and never a negative 0.
  var isPlus: Bool { lower > 0 || (lower == 0 && !mayBeNegativeZero) }
}

extension ScoreVariable {
  /// The range of the variable, in sessions of at most 10^12 seconds, requests, points and bytes.
  ///
  /// An image without items is infinitely far away, behind.
  var range: ScoreRange {
    switch self {
    case .distance, .gap, .timeToVisible: ScoreRange(0, .infinity)
    case .signedDistance: ScoreRange(-.infinity, 1e12, mayBeNegativeZero: true)
    case .velocity: ScoreRange(-1e12, 1e12, mayBeNegativeZero: true)
    case .visible, .viewed, .prefetched: ScoreRange(0, 1)
    case .age, .idle, .hits, .uses, .cost: ScoreRange(0, 1e12)
    case .bytes: ScoreRange(1, 1e12)
    case .decodeMs, .reloadMs: ScoreRange(0.1, 1e12)
    case .pressure: ScoreRange(0, 2)
    }
  }

  /// A Boolean value that indicates whether the variable is always 0 or 1.
  var isYesOrNo: Bool { self == .visible || self == .viewed || self == .prefetched }

  /// A Boolean value that indicates whether the variable is the same for all residents of a moment.
  ///
  /// Such a variable alone does not rank images.
  var isCommon: Bool { self == .velocity || self == .pressure }
}

extension ScoreTree {
  /// A Boolean value that indicates whether the tree has the same value for all residents of a
  /// moment.
  var isCommon: Bool { variables.allSatisfy(\.isCommon) }
}

extension ScoreRange {
  static prefix func - (range: ScoreRange) -> ScoreRange {
    ScoreRange(
      -range.upper, -range.lower, mayBeNaN: range.mayBeNaN, mayBeNegativeZero: range.containsZero)
  }

  static func + (left: ScoreRange, right: ScoreRange) -> ScoreRange {
    let cancels =
      left.hasNoUpperEnd && right.hasNoLowerEnd || left.hasNoLowerEnd && right.hasNoUpperEnd
    let (lower, upper) = (left.lower + right.lower, left.upper + right.upper)
    return ScoreRange(
      lower.isNaN ? -.infinity : lower, upper.isNaN ? .infinity : upper,
      mayBeNaN: cancels || left.mayBeNaN || right.mayBeNaN,
      mayBeNegativeZero: left.mayBeNegativeZero && right.mayBeNegativeZero)
  }

  static func - (left: ScoreRange, right: ScoreRange) -> ScoreRange {
    var difference = left + -right
    difference.mayBeNegativeZero = left.mayBeNegativeZero && right.containsZero
    return difference
  }

  static func * (left: ScoreRange, right: ScoreRange) -> ScoreRange {
    let products: [Double] = [
      left.lower * right.lower, left.lower * right.upper, left.upper * right.lower,
      left.upper * right.upper,
    ]
    let isUndefined =
      left.containsZero && right.isUnbounded || right.containsZero && left.isUnbounded
    return hull(
      of: products.map { $0.isNaN ? 0 : $0 },
      mayBeNaN: isUndefined || left.mayBeNaN || right.mayBeNaN,
      mayBeNegativeZero: !left.isPlus || !right.isPlus)
  }

  static func / (left: ScoreRange, right: ScoreRange) -> ScoreRange {
    let isUndefined =
      left.containsZero && right.containsZero || left.isUnbounded && right.isUnbounded
    let mayBeNaN = isUndefined || left.mayBeNaN || right.mayBeNaN
    guard right.isPlus || right.upper < 0 else {
      return ScoreRange(-.infinity, .infinity, mayBeNaN: mayBeNaN, mayBeNegativeZero: true)
    }
    // Adding 0 makes a negative zero positive.
    let divisors = [right.lower + 0, right.upper + 0]
    let quotients = divisors.flatMap { [left.lower / $0, left.upper / $0] }
    return hull(
      of: quotients.filter { !$0.isNaN }, mayBeNaN: mayBeNaN,
      mayBeNegativeZero: !left.isPlus || !right.isPlus)
  }

  /// Returns the smallest interval that contains some numbers; everything if there are none.
  static func hull(
    of numbers: [Double], mayBeNaN: Bool, mayBeNegativeZero: Bool
  ) -> ScoreRange {
    guard let lower = numbers.min(), let upper = numbers.max() else { return everything }
    return ScoreRange(lower, upper, mayBeNaN: mayBeNaN, mayBeNegativeZero: mayBeNegativeZero)
  }
}

extension ScoreRange {
  /// Returns the range of a function.
  static func called(_ function: ScoreFunction, _ arguments: [ScoreRange]) -> ScoreRange {
    let first = arguments[0]
    switch function {
    case .min: return smaller(first, arguments[1])
    case .max: return larger(first, arguments[1])
    case .pow: return power(first, arguments[1])
    case .abs: return magnitude(first)
    case .exp: return ScoreRange(exp(first.lower), exp(first.upper), mayBeNaN: first.mayBeNaN)
    case .sqrt:
      guard first.upper >= 0 else { return everything }
      return ScoreRange(
        max(0, first.lower).squareRoot(), first.upper.squareRoot(),
        mayBeNaN: first.mayBeNaN || first.lower < 0, mayBeNegativeZero: first.mayBeNegativeZero)
    case .log:
      guard first.upper >= 0 else { return everything }
      return ScoreRange(
        first.lower <= 0 ? -.infinity : log(first.lower), log(first.upper),
        mayBeNaN: first.mayBeNaN || first.lower < 0)
    }
  }

  // Of a number and NaN, `min` and `max` return their first argument.

  private static func smaller(_ first: ScoreRange, _ second: ScoreRange) -> ScoreRange {
    let upper = second.mayBeNaN ? first.upper : min(first.upper, second.upper)
    return ScoreRange(
      min(first.lower, second.lower), upper, mayBeNaN: first.mayBeNaN,
      mayBeNegativeZero: first.mayBeNegativeZero || second.mayBeNegativeZero)
  }

  private static func larger(_ first: ScoreRange, _ second: ScoreRange) -> ScoreRange {
    let lower = second.mayBeNaN ? first.lower : max(first.lower, second.lower)
    return ScoreRange(
      lower, max(first.upper, second.upper), mayBeNaN: first.mayBeNaN,
      mayBeNegativeZero: first.mayBeNegativeZero || second.mayBeNegativeZero)
  }

  private static func magnitude(_ range: ScoreRange) -> ScoreRange {
    let (one, other) = (abs(range.lower), abs(range.upper))
    return ScoreRange(
      range.containsZero ? 0 : min(one, other), max(one, other), mayBeNaN: range.mayBeNaN)
  }

  /// Returns the range of a power.
  ///
  /// If the base is not negative, a power is monotonic in each argument, so that its ends are among
  /// the corners.
  private static func power(_ base: ScoreRange, _ exponent: ScoreRange) -> ScoreRange {
    guard base.isPlus else { return everything }
    let corners = [base.lower, base.upper].flatMap { end in
      [pow(end, exponent.lower), pow(end, exponent.upper)]
    }
    return hull(
      of: corners.filter { !$0.isNaN }, mayBeNaN: base.mayBeNaN || exponent.mayBeNaN,
      mayBeNegativeZero: false)
  }
}
