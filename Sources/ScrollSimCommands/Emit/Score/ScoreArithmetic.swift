import ScrollCaching

/// A formula as Swift code: an expression.
///
/// Constants with the parts of a long expression come before it.
///
/// The code has the operations of the tree in the same order, so that the value is the same to the
/// last bit. Long expressions are divided because the time of the compiler rises steeply with their
/// length.
struct ScoreArithmetic {
  /// The parts, such as `let part1: Double = hits * idle`.
  ///
  /// Each part comes after the parts that it uses.
  private(set) var parts: [String] = []
  /// The expression of the value.
  private(set) var value = ""

  /// The maximum number of operations, and of characters, in one expression.
  private static let longest = (operations: 6, characters: 70)

  init(_ tree: ScoreTree) { value = piece(tree).text }

  /// The precedence of the outermost operation of an expression.
  private enum Binding: Int {
    case sum, product, sign, name
  }

  /// An expression with its precedence and its number of operations.
  private struct Piece {
    let text: String
    let binding: Binding
    var operations = 0

    /// Returns the expression, in parentheses unless its precedence is at least as high.
    func text(atLeast other: Binding) -> String {
      binding.rawValue >= other.rawValue ? text : "(\(text))"
    }

    /// Returns the expression, in parentheses unless its precedence is higher.
    func text(above other: Binding) -> String {
      binding.rawValue > other.rawValue ? text : "(\(text))"
    }
  }

  private mutating func piece(_ tree: ScoreTree) -> Piece {
    switch tree {
    case .number(let number):
      return Piece(text: "\(number)", binding: number.sign == .minus ? .sign : .name)
    case .variable(let variable): return Piece(text: variable.rawValue, binding: .name)
    case .constant(let constant):
      return Piece(text: "Self.\(constant.rawValue)", binding: .name)
    case .negate(let inner):
      let operands = [piece(inner)]
      return joined(operands, as: .sign) { "-\($0[0].text(atLeast: .name))" }
    case .binary(let sign, let left, let right):
      let operands = [piece(left), piece(right)]
      let binding = Self.binding(of: sign)
      return joined(operands, as: binding) {
        "\($0[0].text(atLeast: binding)) \(sign.symbol) \($0[1].text(above: binding))"
      }
    case .call(let function, let arguments):
      var operands: [Piece] = []
      for argument in arguments { operands.append(piece(argument)) }
      return joined(operands, as: .name) { Self.call(function, $0) }
    }
  }

  private static func binding(of sign: ScoreOperator) -> Binding {
    switch sign {
    case .add, .subtract: .sum
    case .multiply, .divide: .product
    }
  }

  private static func call(_ function: ScoreFunction, _ arguments: [Piece]) -> String {
    let list = arguments.map { $0.text }.joined(separator: ", ")
    switch function {
    case .sqrt:
      let isName = arguments[0].binding == .name && arguments[0].text.first?.isLetter == true
      return isName ? "\(list).squareRoot()" : "(\(list)).squareRoot()"
    case .min, .max, .abs: return "\(function.rawValue)(\(list))"
    case .log, .exp, .pow: return "Elementary.\(function.rawValue)(\(list))"
    }
  }

  /// Joins operands with an operation; the longest operands become parts until the expression is
  /// short enough.
  private mutating func joined(
    _ operands: [Piece], as binding: Binding, _ text: ([Piece]) -> String
  ) -> Piece {
    var operands = operands
    while true {
      let whole = Piece(
        text: text(operands), binding: binding,
        operations: operands.reduce(1) { $0 + $1.operations })
      let isLong =
        whole.operations > Self.longest.operations
        || whole.text.count > Self.longest.characters
      let candidates = operands.indices.filter { operands[$0].operations > 0 }
      let place = candidates.max { operands[$0].text.count < operands[$1].text.count }
      guard isLong, let place else { return whole }
      parts.append("let part\(parts.count + 1): Double = \(operands[place].text)")
      operands[place] = Piece(text: "part\(parts.count)", binding: .name)
    }
  }
}
