import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

extension FormulaGarden {
  /// A tree with a part of another in place of one of its own.
  mutating func crossed(_ tree: ScoreTree, with other: ScoreTree) -> ScoreTree {
    let donated = other.subtrees[place(in: other)]
    return tree.replacing(place(in: tree), with: donated)
  }

  /// A tree with one change.
  mutating func mutated(_ tree: ScoreTree) -> ScoreTree {
    switch random.below(9) {
    case 0, 1: pointMutated(tree)
    case 2: tree.replacing(place(in: tree), with: grown(2))
    // Hoisted.
    case 3: tree.subtrees[place(in: tree)]
    // Shrunk.
    case 4: tree.replacing(place(in: tree), with: leaf())
    case 5: tree.replacing(place(in: tree), with: random.chance(0.5) ? gate() : worth())
    case 6: renumbered(tree)
    case 7: extended(tree)
    default: excepting(tree)
    }
  }

  /// A place, nine times in ten of one that has operands.
  private mutating func place(in tree: ScoreTree) -> Int {
    let subtrees = tree.subtrees
    let inner = subtrees.indices.filter { subtrees[$0].size > 1 }
    if !inner.isEmpty, random.chance(0.9) { return pick(inner) }
    return random.below(subtrees.count)
  }

  /// One node becomes another of its kind.
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

  /// One number becomes another; where there is none, something that has one is added.
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

  /// A figure more.
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

extension FormulaGarden {
  /// Another rule for what is stored; nil stores everything.
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
