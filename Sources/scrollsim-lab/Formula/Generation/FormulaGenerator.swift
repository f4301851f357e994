import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A generator of random formulas and of random changes to formulas.
///
/// A random formula has one of three forms: a tree that is grown or full (J. R. Koza, "Genetic
/// Programming", MIT Press 1992), a product of figures, or a base with an exception for some
/// images, `base + k * gate * worth` (`FormulaBlocks`). The factor `k` gives both terms a
/// comparable size, since the bytes of an image are a million times its seconds.
package struct FormulaGenerator: Sendable {
  let vocabulary: FormulaVocabulary
  private let blocks: FormulaBlocks
  var random: SeededRandom

  package init(_ vocabulary: FormulaVocabulary = .all, seed: UInt64) {
    self.vocabulary = vocabulary
    blocks = FormulaBlocks(vocabulary)
    random = SeededRandom(seed: seed)
  }

  /// Draws a formula that stores everything.
  package mutating func formula() -> Formula { Formula(score: score()) }

  /// Draws a score from nothing.
  mutating func score() -> ScoreTree {
    switch random.below(6) {
    case 0, 1: product()
    case 2, 3: excepting(worth())
    case 4: grown(3)
    default: grown(2 + random.below(2), isFull: true)
    }
  }

  /// Draws a tree with at most `depth` levels below its root; a full tree has exactly that number.
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

  /// Draws a product or quotient of two or three figures.
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

  /// Draws a figure that is a valid divisor.
  mutating func divisor() -> ScoreTree {
    let tree = random.chance(0.7) ? variable() : worth()
    return ScoreRange(of: tree).lower > 0 ? tree : .number(1) + tree
  }

  /// Returns a score with an additional term, so that some images are evicted earlier or later.
  mutating func excepting(_ base: ScoreTree) -> ScoreTree {
    let extra = random.chance(0.5) ? gate() * worth() : gate()
    return balanced(base, extra)
  }

  /// Returns a score plus or minus another one, scaled to a comparable size.
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

extension FormulaGenerator {
  /// Returns a tree with one of its parts replaced by a part of another.
  mutating func crossed(_ tree: ScoreTree, with other: ScoreTree) -> ScoreTree {
    let donated = other.subtrees[place(in: other)]
    return tree.replacing(place(in: tree), with: donated)
  }

  /// Returns a tree with one change.
  mutating func mutated(_ tree: ScoreTree) -> ScoreTree {
    switch random.below(9) {
    case 0, 1: pointMutated(tree)
    case 2: tree.replacing(place(in: tree), with: grown(2))
    // Hoist a part.
    case 3: tree.subtrees[place(in: tree)]
    // Shrink a part.
    case 4: tree.replacing(place(in: tree), with: leaf())
    case 5: tree.replacing(place(in: tree), with: random.chance(0.5) ? gate() : worth())
    case 6: renumbered(tree)
    case 7: extended(tree)
    default: excepting(tree)
    }
  }

  /// Draws a position in a tree, nine times in ten one of a node with operands.
  private mutating func place(in tree: ScoreTree) -> Int {
    let subtrees = tree.subtrees
    let inner = subtrees.indices.filter { subtrees[$0].size > 1 }
    if !inner.isEmpty, random.chance(0.9) { return pick(inner) }
    return random.below(subtrees.count)
  }

  /// Replaces one node by another of its kind.
  private mutating func pointMutated(_ tree: ScoreTree) -> ScoreTree {
    let place = random.below(tree.size)
    let node = tree.subtrees[place]
    let other: ScoreTree =
      switch node {
      case .number(let number): .number(stepped(number))
      case .variable: variable()
      case .constant: number()
      case .negate(let part): part
      case .binary(let symbol, let left, let right):
        random.chance(0.3)
          ? .binary(symbol, right, left)
          : .binary(pick([.add, .subtract, .multiply, .divide]), left, right)
      case .call(let function, let arguments): called(arguments, otherThan: function)
      }
    return tree.replacing(place, with: other)
  }

  private mutating func called(
    _ arguments: [ScoreTree], otherThan function: ScoreFunction
  ) -> ScoreTree {
    let others = vocabulary.functions.filter {
      $0 != function && $0.arity == function.arity && $0 != .pow
    }
    return others.isEmpty || random.chance(0.3) ? arguments[0] : .call(pick(others), arguments)
  }

  /// Replaces one number by another; a tree without numbers gets a term that has one.
  private mutating func renumbered(_ tree: ScoreTree) -> ScoreTree {
    let subtrees = tree.subtrees
    let places = subtrees.indices.filter { subtrees[$0].number != nil }
    guard !places.isEmpty else { return excepting(tree) }
    let place = pick(places)
    return tree.replacing(place, with: .number(stepped(subtrees[place].number ?? 1)))
  }

  private mutating func stepped(_ number: Double) -> Double {
    if number == 0 { return 1 }
    return number.stepped(by: pick([0.1, 0.5, 0.8, 1.25, 2, 10, -1]))
  }

  /// Adds a figure to a tree.
  private mutating func extended(_ tree: ScoreTree) -> ScoreTree {
    switch random.below(6) {
    case 0, 1: return tree * factor()
    case 2: return tree / divisor()
    case 3: return balanced(tree, worth())
    default:
      let extreme: ScoreFunction = random.chance(0.5) ? .max : .min
      guard vocabulary.functions.contains(extreme) else { return tree * gate() }
      return .call(extreme, [tree, worth()])
    }
  }
}

extension FormulaGenerator {
  /// Returns another rule for the images to store; nil stores everything.
  mutating func admission(after rule: ScoreTree?) -> ScoreTree? {
    guard let rule else { return newAdmission() }
    return random.chance(0.4) ? nil : mutated(rule)
  }

  private mutating func newAdmission() -> ScoreTree {
    if random.chance(0.3) { return random.chance(0.5) ? gate() : .number(1) - gate() }
    let worth = self.worth()
    let magnitude = FormulaStates.standard.magnitude(of: worth)
    let bound = ScoreTree.number((magnitude * pick([0.5, 1, 2, 4])).rounded(digits: 2))
    return random.chance(0.5) ? bound - worth : worth - bound
  }
}

/// Larger parts of formulas that the generator adds as a whole, because their parts are useless
/// alone.
struct FormulaBlocks: Sendable {
  /// Values from 0 to 1 that state whether, or to which degree, an image is of some kind.
  let gates: [ScoreTree]
  /// Values that are never negative and grow with an amount.
  let worths: [ScoreTree]

  /// Creates the blocks that a vocabulary allows.
  init(_ vocabulary: FormulaVocabulary) {
    func said(_ texts: [String]) -> [ScoreTree] {
      texts.compactMap { try? ScoreTree(parsing: $0) }.filter { vocabulary.allows($0) }
    }
    gates = said(Self.gates)
    worths = said(Self.worths)
  }

  private static let gates = [
    "viewed", "1 - viewed", "prefetched", "1 - prefetched", "visible", "1 - visible",
    // Images that were passed, and images still ahead.
    "min(1, max(0, -signedDistance))", "min(1, max(0, signedDistance))",
    "(1 - viewed) * min(1, max(0, -signedDistance))",
    "(1 - viewed) * min(1, max(0, signedDistance))",
    "viewed * min(1, max(0, -signedDistance))",
    "min(1, hits)", "1 / (1 + hits)", "1 / (1 + uses)", "min(1, gap / 1000)",
    "min(1, max(0, bytes / 1000000 - 1))", "min(1, pressure)",
  ]

  private static let worths = [
    "bytes", "bytes / reloadMs", "reloadMs", "decodeMs", "cost",
    "distance", "gap", "timeToVisible", "max(0, -signedDistance)", "max(0, signedDistance)",
    "distance * bytes / reloadMs", "distance * bytes", "timeToVisible * bytes / reloadMs",
    "idle", "age", "1 + hits", "1 + uses", "idle / (1 + hits)", "idle * bytes",
    "(1 - viewed) * max(0, -signedDistance)", "(1 - viewed) * bytes", "2 - viewed",
    "log(1 + idle)", "log(1 + distance)", "log(bytes)", "sqrt(bytes)", "1 + abs(velocity)",
    "max(0, bytes - 1000000)",
  ]
}
