import ScrollCaching
import ScrollCore

/// A generator of formulas from a seed, over all variables or over those of one kind.
struct RandomFormula {
  private var random: SeededRandom
  private let variables: [ScoreVariable]

  private static let kinds: [[ScoreVariable]] = [
    ScoreVariable.allCases,
    [.idle], [.age], [.idle, .pressure], [.distance], [.age, .idle],
    [.bytes, .cost, .decodeMs, .reloadMs, .hits, .uses, .viewed, .prefetched, .pressure],
    [.distance, .signedDistance, .gap, .visible, .timeToVisible, .velocity, .bytes, .hits],
    [.velocity, .pressure],
  ]

  private static let numbers: [Double] = [
    0, -0.0, 1, 2, 0.5, -1, -3, 0.1, 1e-3, 25, 123_456.75, 1e16, 1e300, -1e300,
    .leastNonzeroMagnitude,
  ]

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    let kind = random.below(3 * Self.kinds.count)
    variables = Self.kinds[kind < Self.kinds.count ? kind : 0]
  }

  /// Returns a formula with at most a number of levels.
  mutating func tree(levels: Int) -> ScoreTree {
    guard levels > 0, !random.chance(0.3) else { return leaf() }
    switch random.below(10) {
    case 0..<2: return .negate(tree(levels: levels - 1))
    case 2..<8:
      let sign = ScoreOperator.allCases[random.below(ScoreOperator.allCases.count)]
      return .binary(sign, tree(levels: levels - 1), tree(levels: levels - 1))
    default:
      let function = ScoreFunction.allCases[random.below(ScoreFunction.allCases.count)]
      return .call(function, (0..<function.arity).map { _ in tree(levels: levels - 1) })
    }
  }

  private mutating func leaf() -> ScoreTree {
    switch random.below(6) {
    case 0: return .number(number())
    case 1: return .constant(ScoreConstant.allCases[random.below(ScoreConstant.allCases.count)])
    default: return .variable(variables[random.below(variables.count)])
    }
  }

  private mutating func number() -> Double {
    if random.chance(0.7) { return Self.numbers[random.below(Self.numbers.count)] }
    let any = Double(bitPattern: random.next())
    return any.isFinite ? any : 7
  }

  /// Returns the text of a policy with a formula, and in half of the cases with constants and a
  /// second formula.
  mutating func policy() -> String {
    var text = "score: \(tree(levels: random.within(0...5)))"
    guard random.chance(0.5) else { return text }
    if random.chance(0.5) { text += ":admit=\(tree(levels: random.within(0...3)))" }
    for constant in ScoreConstant.allCases where random.chance(0.5) {
      text += ":\(constant.rawValue)=\([0, -1, 2.5, 1e6, 0.001][random.below(5)])"
    }
    return text
  }
}
