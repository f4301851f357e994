import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Rules that make a part of a formula smaller without changing its value.
///
/// They are rules for real numbers, and are applied only where they also hold for `Double`. The
/// range of a part (`ScoreRange`) shows where: `x - x` is 0 only if `x` cannot be infinite.
/// Combining numbers changes roundings, and a 0 may lose its sign. `Formula.simplified` checks that
/// evictions stay the same.
enum ScoreRewriting {
  /// Applies the rules until none changes the tree.
  static func simplified(_ tree: ScoreTree) -> ScoreTree {
    var tree = tree
    // A pass makes a tree smaller, or moves a sign outward.
    for _ in 0..<20 {
      let next = pass(tree)
      if next == tree { break }
      tree = next
    }
    return tree
  }

  /// Applies the rules from the leaves to the root.
  private static func pass(_ tree: ScoreTree) -> ScoreTree {
    let tree = tree.rebuilt(from: tree.parts.map(pass))
    guard tree.size > 1 else { return tree }
    let range = ScoreRange(of: tree)
    // Adding 0 makes a negative zero positive.
    if range.isFinite, range.lower == range.upper { return .number(range.lower + 0) }
    let next = step(tree)
    return next == tree ? joined(tree) ?? tree : next
  }

  private static func step(_ tree: ScoreTree) -> ScoreTree {
    switch tree {
    case .number, .variable, .constant: tree
    case .negate(let part): negative(part)
    case .binary(.add, let left, let right): sum(left, right)
    case .binary(.subtract, let left, let right): difference(left, right)
    case .binary(.multiply, let left, let right): product(left, right)
    case .binary(.divide, let left, let right): quotient(left, right)
    case .call(let function, let arguments): called(function, arguments) ?? tree
    }
  }

  private static func negative(_ part: ScoreTree) -> ScoreTree {
    switch part {
    case .number(let number): .number(-number)
    case .negate(let part): part
    case .binary(.subtract, let left, let right): right - left
    case .binary(.multiply, .number(let number), let right): .number(-number) * right
    case .binary(.multiply, let left, .number(let number)): left * .number(-number)
    case .binary(.divide, .number(let number), let right): .number(-number) / right
    case .binary(.divide, let left, .number(let number)): left / .number(-number)
    default: -part
    }
  }

  private static func sum(_ left: ScoreTree, _ right: ScoreTree) -> ScoreTree {
    switch (left, right) {
    case (.number(0), let rest), (let rest, .number(0)): rest
    case (let left, .negate(let right)): left - right
    case (.negate(let left), let right): right - left
    case (let left, .number(let number)) where number < 0: left - .number(-number)
    default: left + right
    }
  }

  private static func difference(_ left: ScoreTree, _ right: ScoreTree) -> ScoreTree {
    if left == right, ScoreRange(of: left).isFinite { return .number(0) }
    return switch (left, right) {
    case (let rest, .number(0)): rest
    case (.number(0), let rest): -rest
    case (let left, .negate(let right)): left + right
    case (.negate(let left), let right): -(left + right)
    case (let left, .number(let number)) where number < 0: left + .number(-number)
    default: left - right
    }
  }

  private static func product(_ left: ScoreTree, _ right: ScoreTree) -> ScoreTree {
    switch (left, right) {
    case (.number(1), let rest), (let rest, .number(1)): rest
    case (.number(-1), let rest), (let rest, .number(-1)): -rest
    case (.number(0), let rest) where ScoreRange(of: rest).isFinite: .number(0)
    case (let rest, .number(0)) where ScoreRange(of: rest).isFinite: .number(0)
    case (.negate(let left), .negate(let right)): left * right
    case (.number(let number), .negate(let rest)): .number(-number) * rest
    case (.negate(let rest), .number(let number)): rest * .number(-number)
    case (.negate(let left), let right): -(left * right)
    case (let left, .negate(let right)): -(left * right)
    case (let left, .binary(.divide, .number(1), let right)): left / right
    case (.binary(.divide, .number(1), let right), let left): left / right
    case (.variable(let one), .variable(let other)) where one == other && one.isYesOrNo: left
    default: known(left, right) ?? known(right, left) ?? left * right
    }
  }

  private static func quotient(_ left: ScoreTree, _ right: ScoreTree) -> ScoreTree {
    let divisor = ScoreRange(of: right)
    if left == right, divisor.isFinite, !divisor.containsZero { return .number(1) }
    if left == .number(0), !divisor.mayBeNaN, !divisor.containsZero { return .number(0) }
    return switch (left, right) {
    case (let rest, .number(1)): rest
    case (let rest, .number(-1)): -rest
    case (.negate(let left), .negate(let right)): left / right
    case (.number(let number), .negate(let rest)): .number(-number) / rest
    case (.negate(let left), let right): -(left / right)
    case (let left, .negate(let right)): -(left / right)
    case (let left, .binary(.divide, .number(1), let right)): left * right
    default: left / right
    }
  }

  /// Returns a shorter product by rules about residents; nil if none applies.
  ///
  /// An image that was not viewed was prefetched, and one that was found was viewed.
  private static func known(_ one: ScoreTree, _ other: ScoreTree) -> ScoreTree? {
    switch (one, other) {
    case (.variable(.prefetched), .binary(.subtract, .number(1), .variable(.viewed))): other
    case (.variable(.viewed), .variable(.hits)): other
    default: nil
    }
  }
}

extension ScoreRewriting {
  /// Returns a shorter form of a function call; nil if there is none.
  static func called(_ function: ScoreFunction, _ arguments: [ScoreTree]) -> ScoreTree? {
    let first = arguments[0]
    switch function {
    case .abs: return magnitude(first)
    case .min: return extreme(of: first, arguments[1]) { $0.upper <= $1.lower }
    case .max: return extreme(of: first, arguments[1]) { $0.lower >= $1.upper }
    case .pow: return power(first, arguments[1])
    case .exp:
      if case .call(.log, let inner) = first, ScoreRange(of: inner[0]).isPlus { return inner[0] }
    case .log: if case .call(.exp, let inner) = first { return inner[0] }
    case .sqrt: break
    }
    return nil
  }

  private static func magnitude(_ part: ScoreTree) -> ScoreTree? {
    if part == .variable(.signedDistance) { return .variable(.distance) }
    if case .negate(let inner) = part { return .call(.abs, [inner]) }
    return switch ScoreRange(of: part).sign {
    case 1?: part
    case .some: -part
    case nil: nil
    }
  }

  /// Returns the argument that is always the smaller or the larger one; nil if neither is.
  ///
  /// The first argument is returned even if it may be NaN, because the function returns NaN in that
  /// case.
  private static func extreme(
    of first: ScoreTree, _ second: ScoreTree, where wins: (ScoreRange, ScoreRange) -> Bool
  ) -> ScoreTree? {
    if first == second { return first }
    let (one, other) = (ScoreRange(of: first), ScoreRange(of: second))
    if wins(one, other) { return first }
    let areNumbers = !one.mayBeNaN && !other.mayBeNaN
    return areNumbers && wins(other, one) ? second : nil
  }

  private static func power(_ base: ScoreTree, _ exponent: ScoreTree) -> ScoreTree? {
    switch exponent {
    case .number(0): .number(1)
    case .number(1): base
    case .number(0.5) where ScoreRange(of: base).isPlus: .call(.sqrt, [base])
    default: nil
    }
  }
}

extension ScoreRewriting {
  /// Merges two numbers that apply one after the other into one; returns nil if there are none.
  static func joined(_ tree: ScoreTree) -> ScoreTree? {
    if let outer = Shift(tree), let inner = Shift(outer.part) {
      return Shift(
        part: inner.part, isNegative: inner.isNegative != outer.isNegative,
        offset: outer.offset + (outer.isNegative ? -inner.offset : inner.offset)
      ).tree
    }
    if let outer = Scaling(tree), let inner = Scaling(outer.part) { return outer.of(inner)?.tree }
    return nil
  }
}

/// A part with a number that is added, or a number from which the part is subtracted.
private struct Shift {
  let part: ScoreTree
  let isNegative: Bool
  let offset: Double

  init(part: ScoreTree, isNegative: Bool, offset: Double) {
    self.part = part
    self.isNegative = isNegative
    self.offset = offset
  }

  init?(_ tree: ScoreTree) {
    switch tree {
    case .binary(.add, let part, .number(let offset)),
      .binary(.add, .number(let offset), let part):
      self.init(part: part, isNegative: false, offset: offset)
    case .binary(.subtract, let part, .number(let offset)):
      self.init(part: part, isNegative: false, offset: -offset)
    case .binary(.subtract, .number(let offset), let part):
      self.init(part: part, isNegative: true, offset: offset)
    default: return nil
    }
  }

  /// The tree; nil if the number is not finite.
  var tree: ScoreTree? {
    guard offset.isFinite else { return nil }
    if isNegative { return offset == 0 ? -part : .number(offset) - part }
    if offset == 0 { return part }
    return offset < 0 ? part - .number(-offset) : part + .number(offset)
  }
}

/// A part that is multiplied by a number, or a number that is divided by the part.
private struct Scaling {
  let part: ScoreTree
  let isDivisor: Bool
  /// The numerator and denominator of the number; the denominator is 1 unless the part is divided
  /// by it.
  let numerator: Double, denominator: Double

  init(part: ScoreTree, isDivisor: Bool, numerator: Double, denominator: Double) {
    self.part = part
    self.isDivisor = isDivisor
    self.numerator = numerator
    self.denominator = denominator
  }

  init?(_ tree: ScoreTree) {
    switch tree {
    case .binary(.multiply, let part, .number(let number)),
      .binary(.multiply, .number(let number), let part):
      self.init(part: part, isDivisor: false, numerator: number, denominator: 1)
    case .binary(.divide, let part, .number(let number)):
      self.init(part: part, isDivisor: false, numerator: 1, denominator: number)
    case .binary(.divide, .number(let number), let part):
      self.init(part: part, isDivisor: true, numerator: number, denominator: 1)
    default: return nil
    }
  }

  /// Returns this scaling applied to another; nil if a number is 0.
  func of(_ inner: Scaling) -> Scaling? {
    guard numerator != 0, denominator != 0, inner.numerator != 0, inner.denominator != 0 else {
      return nil
    }
    guard isDivisor else {
      return Scaling(
        part: inner.part, isDivisor: inner.isDivisor, numerator: numerator * inner.numerator,
        denominator: denominator * inner.denominator)
    }
    return Scaling(
      part: inner.part, isDivisor: !inner.isDivisor, numerator: numerator * inner.denominator,
      denominator: denominator * inner.numerator)
  }

  /// The tree; nil if the number is 0 or not finite.
  var tree: ScoreTree? {
    let number = numerator / denominator
    guard number.isFinite, number != 0 else { return nil }
    if isDivisor { return .number(number) / part }
    if number == 1 { return part }
    return numerator == 1 ? part / .number(denominator) : part * .number(number)
  }
}
