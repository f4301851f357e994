import ScrollSimCommands
import ScrollTraces

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
    // Adding 0 makes a negative one positive.
    let divisors = [right.lower + 0, right.upper + 0]
    let quotients = divisors.flatMap { [left.lower / $0, left.upper / $0] }
    return hull(
      of: quotients.filter { !$0.isNaN }, mayBeNaN: mayBeNaN,
      mayBeNegativeZero: !left.isPlus || !right.isPlus)
  }

  /// The least interval with some numbers; everything where there are none.
  static func hull(
    of numbers: [Double], mayBeNaN: Bool, mayBeNegativeZero: Bool
  ) -> ScoreRange {
    guard let lower = numbers.min(), let upper = numbers.max() else { return everything }
    return ScoreRange(lower, upper, mayBeNaN: mayBeNaN, mayBeNegativeZero: mayBeNegativeZero)
  }
}
