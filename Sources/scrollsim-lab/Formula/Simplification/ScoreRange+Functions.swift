import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension ScoreRange {
  /// The values of a function.
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

  // Of a number and no number, `min` and `max` give the one that stands first.

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

  /// Of a base that is not negative a power goes one way with either argument, so that its ends
  /// are among the corners.
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
