import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension Formula {
  /// Returns an equivalent formula, which evicts the same images in every state and does not have
  /// more nodes.
  ///
  /// Constants and sums of numbers are evaluated, and parts that do not change the order of scores
  /// are dropped.
  ///
  /// Each step is one of the rules of `ScoreRewriting` and `ScoreOrder`. These hold for real
  /// numbers, and for infinite values and NaN as `Double` has them. They do not cover roundings and
  /// overflows of scores that are nearly equal. So a step that changes the behavior on
  /// `FormulaStates.standard` is rejected.
  package func simplified() -> Formula {
    var formula = settled()
    let behavior = FormulaFingerprint(formula)
    /// Takes a step if it keeps the behavior and does not grow the formula.
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

/// Rules that drop parts of a whole score without changing which image has the highest score.
///
/// An eviction only needs the order of scores at one moment. So functions that rise with their
/// argument are dropped (`exp`, `log` and `sqrt` of values that are not negative, powers). Terms
/// and positive factors that are the same for all residents at a moment are dropped as well:
/// numbers, and expressions of `velocity` and `pressure`. A function that falls with its argument
/// is replaced by a `-`.
///
/// NaN counts as the lowest score. Where an argument may be NaN, a part is only dropped if the
/// result has minus infinity there. The formula with the part has equal scores for two images if
/// their scores differ by less than the part's rounding, or if both overflow, and then the image
/// that was stored first is evicted. Without the part, the scores may differ. `Formula.simplified`
/// drops nothing that overflows on its states.
enum ScoreOrder {
  /// Returns a score that ranks images in the same order and has one function or operation less;
  /// nil if none can be dropped.
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

  /// Returns a storage rule without the factors whose sign never changes.
  static func withoutFactors(ofAdmission tree: ScoreTree) -> ScoreTree {
    let factors = withoutFactors(tree) { _ in true }
    guard let rest = factors.rest else { return tree }
    return factors.isNegative ? -rest : rest
  }

  /// Returns a score without common terms; nil if it is the same for all residents.
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

  /// Returns a score without the droppable factors of one sign; the rest is nil if no other factor
  /// remains.
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

  /// Returns the argument of a function with which the whole score rises or falls.
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

/// The behavior of a formula on some states: the order of scores, and the stored images.
///
/// The order includes ties. Two formulas with the same fingerprint evict the same images in these
/// states, and so most likely in others: a search tries one of them.
struct FormulaFingerprint: Hashable, Sendable {
  /// For each resident, the number of residents at the same moment that have a lower score.
  private let ranks: [UInt8]
  /// The admission of each image; empty if all images would be stored.
  private let admissions: [Bool]

  init(_ formula: Formula, on states: FormulaStates = .standard) {
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
