import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// A formula that evicts the same in every state and has at most as many nodes: constants and
  /// sums of numbers are worked out, and what does not change the order of scores is dropped.
  ///
  /// Each step is one of the rules of `ScoreRewriting` and `ScoreOrder`, which hold for real
  /// numbers and for what `Double` makes of infinite ones and of those that are none. What they do
  /// not say is what roundings and overflows make of scores that are nearly equal: a step that
  /// changes anything on `FormulaStates.standard` is not made.
  package func simplified() -> Formula {
    var formula = settled()
    let behavior = FormulaFingerprint(formula)
    /// Takes a step if it keeps what must be kept.
    func take(_ next: Formula) -> Bool {
      guard next != formula, next.size <= formula.size, FormulaFingerprint(next) == behavior else {
        return false
      }
      formula = next
      return true
    }
    _ = take(formula.changing(score: ScoreRewriting.simplified(formula.score)))
    for _ in 0..<20 {
      guard let score = ScoreOrder.unwrapped(formula.score) else { break }
      guard take(formula.changing(score: ScoreRewriting.simplified(score))) else { break }
    }
    if let admit = formula.admit {
      _ = take(formula.changing(admit: ScoreRewriting.simplified(admit)))
    }
    if let admit = formula.admit {
      let shorter = ScoreRewriting.simplified(ScoreOrder.withoutFactors(ofAdmission: admit))
      _ = take(formula.changing(admit: shorter))
      let range = ScoreRange(of: formula.admit ?? admit)
      if range.lower > 0 { formula.admit = nil }
      if range.upper <= 0, !range.mayBeNaN { formula.admit = .number(0) }
    }
    return formula
  }

  private func changing(score: ScoreTree) -> Formula { Formula(score: score, admit: admit) }

  private func changing(admit: ScoreTree) -> Formula { Formula(score: score, admit: admit) }
}

/// What of a whole score can go because the image with the highest score stays the same.
///
/// Evictions ask for the order of scores at one moment alone. So whatever grows with its argument
/// goes (`exp`, `log` and `sqrt` of what is not negative, powers), and so do terms and positive
/// factors that are the same for all residents of a moment: numbers, and what is made of
/// `velocity` and `pressure`. What falls with its argument leaves a `-` behind.
///
/// No number counts as the lowest score. Where an argument may be none, only what leaves minus
/// infinity where it is may go. Two scores that differ by less than the rounding of what went, or
/// that both overflowed, were equal, and the image stored first left: `Formula.simplified` drops
/// nothing that overflows on its states.
enum ScoreOrder {
  /// A score in the same order with one layer less; nil where there is none to take off.
  static func unwrapped(_ score: ScoreTree) -> ScoreTree? {
    var (core, isNegative) = (score, false)
    if case .negate(let part) = score { (core, isNegative) = (part, true) }
    var next: ScoreTree
    if let rest = withoutTerms(core), rest != core {
      next = rest
    } else if withoutTerms(core) == nil {
      next = .number(0)
      isNegative = false
    } else {
      let factors = withoutFactors(core) { $0.isCommon }
      if let rest = factors.rest, factors.isNegative || rest != core {
        next = rest
        isNegative = isNegative != factors.isNegative
      } else if let argument = ruling(core) {
        next = argument.tree
        isNegative = isNegative != argument.falls
      } else {
        return nil
      }
    }
    next = isNegative ? -next : next
    return next == score ? nil : next
  }

  /// A rule for what is stored in which everything of one sign that is multiplied is left out.
  static func withoutFactors(ofAdmission tree: ScoreTree) -> ScoreTree {
    let factors = withoutFactors(tree) { _ in true }
    guard let rest = factors.rest else { return tree }
    return factors.isNegative ? -rest : rest
  }

  /// Nil where all residents have the same.
  private static func withoutTerms(_ tree: ScoreTree) -> ScoreTree? {
    if tree.isCommon, ScoreRange(of: tree).isFinite { return nil }
    switch tree {
    case .negate(let part): return withoutTerms(part).map { -$0 }
    case .binary(.add, let left, let right):
      guard let one = withoutTerms(left) else { return withoutTerms(right) }
      return withoutTerms(right).map { one + $0 } ?? one
    case .binary(.subtract, let left, let right):
      guard let one = withoutTerms(left) else { return withoutTerms(right).map { -$0 } }
      return withoutTerms(right).map { one - $0 } ?? one
    default: return tree
    }
  }

  /// Without the factors of one sign that may be left out; nil where there is no other.
  private static func withoutFactors(
    _ tree: ScoreTree, where isLeftOut: (ScoreTree) -> Bool
  ) -> (rest: ScoreTree?, isNegative: Bool) {
    let range = ScoreRange(of: tree)
    if range.isFinite, range.lower > 0 || range.upper < 0, isLeftOut(tree) {
      return (nil, range.upper < 0)
    }
    switch tree {
    case .negate(let part):
      let inner = withoutFactors(part, where: isLeftOut)
      return (inner.rest, !inner.isNegative)
    case .binary(.multiply, let left, let right):
      let (one, other) = (
        withoutFactors(left, where: isLeftOut), withoutFactors(right, where: isLeftOut)
      )
      let isNegative = one.isNegative != other.isNegative
      guard let first = one.rest, let second = other.rest else {
        return (one.rest ?? other.rest, isNegative)
      }
      return (first * second, isNegative)
    case .binary(.divide, let left, let right):
      let (one, other) = (
        withoutFactors(left, where: isLeftOut), withoutFactors(right, where: isLeftOut)
      )
      let isNegative = one.isNegative != other.isNegative
      guard let divisor = other.rest else { return (one.rest, isNegative) }
      let dividend = one.rest ?? .number(1)
      return (dividend / divisor, isNegative)
    default: return (tree, false)
    }
  }

  /// The argument of a function with which the whole rises or falls.
  private static func ruling(_ tree: ScoreTree) -> (tree: ScoreTree, falls: Bool)? {
    switch tree {
    case .call(.sqrt, let arguments):
      return ScoreRange(of: arguments[0]).lower >= 0 ? (tree: arguments[0], falls: false) : nil
    case .call(.log, let arguments):
      let range = ScoreRange(of: arguments[0])
      return range.lower >= 0 && !range.mayBeNaN ? (tree: arguments[0], falls: false) : nil
    case .call(.exp, let arguments):
      return ScoreRange(of: arguments[0]).mayBeNaN ? nil : (tree: arguments[0], falls: false)
    case .call(.pow, let arguments):
      if let exponent = arguments[1].number, exponent != 0 {
        let base = ScoreRange(of: arguments[0])
        return base.isPlus && !base.mayBeNaN ? (tree: arguments[0], falls: exponent < 0) : nil
      }
      guard let base = arguments[0].number, base > 0, base != 1,
        !ScoreRange(of: arguments[1]).mayBeNaN
      else { return nil }
      return (arguments[1], base < 1)
    case .binary(.divide, .number(1), let divisor):
      let range = ScoreRange(of: divisor)
      guard range.isPlus || range.upper < 0, !range.mayBeNaN else { return nil }
      return (divisor, true)
    default: return nil
    }
  }
}

/// What a formula does on some states: the order of scores at every moment, ties among it, and
/// what would be stored.
///
/// Two formulas with the same fingerprint evict alike in these states, and so most likely in
/// others: a search tries one of them.
package struct FormulaFingerprint: Hashable, Sendable {
  /// For each resident how many others of its moment have a lower score.
  private let ranks: [UInt8]
  /// Whether each would be stored; empty where everything is.
  private let admissions: [Bool]

  package init(_ formula: Formula, on states: FormulaStates = .standard) {
    ranks = states.moments.flatMap { residents in
      let worths = residents.map { $0.worth(formula) }
      return worths.map { worth in UInt8(clamping: worths.count { $0 < worth }) }
    }
    guard formula.admit != nil else {
      admissions = []
      return
    }
    let admissions = states.moments.joined().map { $0.offered.isAdmitted(by: formula) }
    self.admissions = admissions.allSatisfy { $0 } ? [] : admissions
  }
}
