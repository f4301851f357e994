import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension ScoreTree {
  /// The operands, from left to right.
  var parts: [ScoreTree] {
    switch self {
    case .number, .variable, .constant: []
    case .negate(let part): [part]
    case .binary(_, let left, let right): [left, right]
    case .call(_, let arguments): arguments
    }
  }

  /// Returns the same operation on other operands, which must have the same number.
  func rebuilt(from parts: [ScoreTree]) -> ScoreTree {
    switch self {
    case .number, .variable, .constant: self
    case .negate: .negate(parts[0])
    case .binary(let symbol, _, _): .binary(symbol, parts[0], parts[1])
    case .call(let function, _): .call(function, parts)
    }
  }

  /// The tree and all its descendants in preorder; a position in a tree is an index in this list.
  var subtrees: [ScoreTree] { [self] + parts.flatMap(\.subtrees) }

  /// Returns the tree with another tree at a position.
  func replacing(_ place: Int, with tree: ScoreTree) -> ScoreTree {
    if place == 0 { return tree }
    var parts = parts
    var first = 1
    for index in parts.indices {
      let size = parts[index].size
      if place < first + size {
        parts[index] = parts[index].replacing(place - first, with: tree)
        return rebuilt(from: parts)
      }
      first += size
    }
    return self
  }

  /// The number, if the tree is one.
  var number: Double? { if case .number(let number) = self { number } else { nil } }
}

extension ScoreTree {
  static prefix func - (tree: ScoreTree) -> ScoreTree { .negate(tree) }

  static func + (left: ScoreTree, right: ScoreTree) -> ScoreTree { .binary(.add, left, right) }

  static func - (left: ScoreTree, right: ScoreTree) -> ScoreTree {
    .binary(.subtract, left, right)
  }

  static func * (left: ScoreTree, right: ScoreTree) -> ScoreTree {
    .binary(.multiply, left, right)
  }

  static func / (left: ScoreTree, right: ScoreTree) -> ScoreTree { .binary(.divide, left, right) }
}
