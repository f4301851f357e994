package import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// What a part of a formula can be: an interval of numbers, and whether it may be no number.
///
/// The ends are worked out in `Double`, whose rounding keeps the order of numbers: so the interval
/// has everything that the formula can come to, roundings included.
package struct ScoreRange: Equatable, Sendable {
  package var lower: Double, upper: Double
  package var mayBeNaN = false
  /// Whether a 0 in it may be negative, which decides the sign of a quotient.
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

  /// What a tree can be in any state; its constants are anything that a setting may be.
  package init(of tree: ScoreTree) {
    switch tree {
    case .number(let number):
      self.init(number, number, mayBeNegativeZero: number == 0 && number.sign == .minus)
    case .variable(let variable): self = variable.range
    case .constant: self.init(-1e6, 1e6, mayBeNegativeZero: true)
    case .negate(let part): self = -ScoreRange(of: part)
    case .binary(let symbol, let left, let right):
      self = Self.combined(symbol, ScoreRange(of: left), ScoreRange(of: right))
      // A square.
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

  /// Always a number, and neither infinite.
  var isFinite: Bool { lower > -.infinity && upper < .infinity && !mayBeNaN }

  var hasNoLowerEnd: Bool { lower == -.infinity }
  var hasNoUpperEnd: Bool { upper == .infinity }

  /// Whether it may be infinite.
  var isUnbounded: Bool { hasNoLowerEnd || hasNoUpperEnd }

  var containsZero: Bool { lower <= 0 && upper >= 0 }

  /// 1 where it is never negative, -1 where it is never positive; nil where it may be both.
  var sign: Double? { lower >= 0 ? 1 : upper <= 0 ? -1 : nil }

  /// At least 0, and a 0 is not negative.
  var isPlus: Bool { lower > 0 || (lower == 0 && !mayBeNegativeZero) }
}

extension ScoreVariable {
  /// What it can be, in sessions of at most 10^12 seconds, requests, points and bytes.
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

  /// Whether it is 0 or 1.
  var isYesOrNo: Bool { self == .visible || self == .viewed || self == .prefetched }

  /// Whether it is the same for all residents of a moment, so that alone it ranks none of them.
  var isCommon: Bool { self == .velocity || self == .pressure }
}

extension ScoreTree {
  /// Whether it has the same value for all residents of a moment.
  var isCommon: Bool { variables.allSatisfy(\.isCommon) }
}
