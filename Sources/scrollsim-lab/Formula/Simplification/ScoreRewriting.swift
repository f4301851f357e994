import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Rules that make a part of a formula smaller and leave its value as it is.
///
/// They are those of real numbers where `Double` has them, too, which what a part can be decides
/// (`ScoreRange`): `x - x` is 0 unless `x` may be infinite. Numbers are put together, which moves
/// roundings, and a 0 may lose its sign: whoever needs evictions to stay asks for that
/// (`Formula.simplified`).
enum ScoreRewriting {
  /// Applies the rules until none does anything.
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

  /// From the leaves to the root.
  private static func pass(_ tree: ScoreTree) -> ScoreTree {
    let tree = tree.rebuilt(from: tree.parts.map(pass))
    guard tree.size > 1 else { return tree }
    let range = ScoreRange(of: tree)
    // Adding 0 makes a negative one positive.
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

  /// What residents are like: one that was not viewed was fetched ahead, and one that was found
  /// was viewed.
  private static func known(_ one: ScoreTree, _ other: ScoreTree) -> ScoreTree? {
    switch (one, other) {
    case (.variable(.prefetched), .binary(.subtract, .number(1), .variable(.viewed))): other
    case (.variable(.viewed), .variable(.hits)): other
    default: nil
    }
  }
}
