import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// Draws formulas, and changes those that there are.
///
/// Trees are grown or full (J. R. Koza, "Genetic Programming", MIT Press 1992), products of
/// figures, or a design with an exception: `base + k * gate * worth`, with a `k` by which both
/// count at all, since the bytes of an image are a million times its seconds.
package struct FormulaGarden: Sendable {
  let vocabulary: FormulaVocabulary
  private let blocks: FormulaBlocks
  var random: SeededRandom

  package init(_ vocabulary: FormulaVocabulary = .all, seed: UInt64) {
    self.vocabulary = vocabulary
    blocks = FormulaBlocks(vocabulary)
    random = SeededRandom(seed: seed)
  }

  /// A formula that stores everything.
  package mutating func formula() -> Formula { Formula(score: score()) }

  /// A score that follows no other.
  mutating func score() -> ScoreTree {
    switch random.below(6) {
    case 0, 1: product()
    case 2, 3: excepting(worth())
    case 4: grown(3)
    default: grown(2 + random.below(2), isFull: true)
    }
  }

  /// A tree of at most so many levels below its root; of exactly as many if it is full.
  mutating func grown(_ depth: Int, isFull: Bool = false) -> ScoreTree {
    guard depth > 0, isFull || random.chance(0.7) else { return leaf() }
    if !vocabulary.functions.isEmpty, random.chance(0.25) {
      let function = pick(vocabulary.functions)
      let first = grown(depth - 1, isFull: isFull)
      switch function {
      case .min, .max: return .call(function, [first, grown(depth - 1, isFull: isFull)])
      case .pow: return .call(.pow, [first, .number(pick([-1, -0.5, 0.5, 1.5, 2, 3]))])
      case .log: return .call(.log, [.number(1) + first])
      case .abs, .sqrt, .exp: return .call(function, [first])
      }
    }
    let left = grown(depth - 1, isFull: isFull)
    return .binary(
      pick([.multiply, .multiply, .multiply, .divide, .divide, .add, .add, .subtract]), left,
      grown(depth - 1, isFull: isFull))
  }

  /// Two or three figures times and over each other.
  mutating func product() -> ScoreTree {
    var tree = factor()
    for _ in 0...random.below(2) {
      tree = random.chance(0.6) ? tree * factor() : tree / divisor()
    }
    return tree
  }

  mutating func factor() -> ScoreTree {
    switch random.below(10) {
    case 0..<5: variable()
    case 5..<8: worth()
    default: gate()
    }
  }

  /// A figure by which something can be divided.
  mutating func divisor() -> ScoreTree {
    let tree = random.chance(0.7) ? variable() : worth()
    return ScoreRange(of: tree).lower > 0 ? tree : .number(1) + tree
  }

  /// A score and what moves some images forward or back.
  mutating func excepting(_ base: ScoreTree) -> ScoreTree {
    let extra = random.chance(0.5) ? gate() * worth() : gate()
    return balanced(base, extra)
  }

  /// One score plus or minus as much of another as counts.
  mutating func balanced(_ base: ScoreTree, _ extra: ScoreTree) -> ScoreTree {
    let states = FormulaStates.standard
    let ratio = states.magnitude(of: base) / states.magnitude(of: extra)
    let number = ScoreTree.number((ratio * pick([0.1, 1, 10, 1000])).rounded(digits: 2))
    return random.chance(0.8) ? base + number * extra : base - number * extra
  }

  mutating func leaf() -> ScoreTree {
    switch random.below(10) {
    case 0..<6: variable()
    case 6, 7: number()
    case 8: gate()
    default: worth()
    }
  }

  mutating func variable() -> ScoreTree { .variable(pick(vocabulary.variables)) }

  mutating func number() -> ScoreTree {
    .number(pick([0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 30, 100, 1000]))
  }

  mutating func gate() -> ScoreTree { blocks.gates.isEmpty ? variable() : pick(blocks.gates) }

  mutating func worth() -> ScoreTree { blocks.worths.isEmpty ? variable() : pick(blocks.worths) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[random.below(elements.count)]
  }
}
