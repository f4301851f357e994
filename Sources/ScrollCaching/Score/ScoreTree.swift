/// A formula over the figures of an image as a tree: `distance * bytes / (a + hits)`.
///
/// It is what programs make, change and print; `ScoreExpression` is what is evaluated often. All
/// arithmetic is that of `Double`, in the order of the tree.
///
/// A tree of up to 64 levels of parentheses, signs and calls can be read again as it is printed.
public indirect enum ScoreTree: Hashable, Sendable {
  /// A finite one.
  case number(Double)
  case variable(ScoreVariable)
  /// A setting of the policy.
  case constant(ScoreConstant)
  case negate(ScoreTree)
  case binary(ScoreOperator, ScoreTree, ScoreTree)
  /// With as many arguments as its `arity`.
  case call(ScoreFunction, [ScoreTree])
}

extension ScoreTree {
  /// How many nodes a formula has at most that is read: its depth is bounded with it.
  package static let mostNodes = 2000

  /// Reads a formula.
  /// - Throws: `ScoreError` at the first character that does not fit.
  public init(parsing text: String) throws(ScoreError) {
    let program = try ScoreParser.parse(text, limit: Self.mostNodes)
    var stack: [ScoreTree] = []
    for instruction in program {
      switch instruction {
      case .push(let number): stack.append(.number(number))
      case .load(let variable): stack.append(.variable(variable))
      case .constant(let constant): stack.append(.constant(constant))
      case .negate:
        let operand = stack.removeLast()
        stack.append(.negate(operand))
      case .combine(let sign):
        let right = stack.removeLast()
        let left = stack.removeLast()
        stack.append(.binary(sign, left, right))
      case .call(let function):
        let arguments = Array(stack.suffix(function.arity))
        stack.removeLast(function.arity)
        stack.append(.call(function, arguments))
      }
    }
    self = stack[0]
  }

  /// How many nodes it has.
  public var size: Int {
    var size = 0
    forEach { _ in size += 1 }
    return size
  }

  /// The variables that occur in it.
  public var variables: Set<ScoreVariable> {
    var variables: Set<ScoreVariable> = []
    forEach { if case .variable(let variable) = $0 { variables.insert(variable) } }
    return variables
  }

  /// The constants that occur in it.
  public var constants: Set<ScoreConstant> {
    var constants: Set<ScoreConstant> = []
    forEach { if case .constant(let constant) = $0 { constants.insert(constant) } }
    return constants
  }

  /// Every node, operands before what is done with them.
  package func forEach(_ body: (ScoreTree) -> Void) {
    switch self {
    case .number, .variable, .constant: break
    case .negate(let operand): operand.forEach(body)
    case .binary(_, let left, let right):
      left.forEach(body)
      right.forEach(body)
    case .call(_, let arguments): for argument in arguments { argument.forEach(body) }
    }
    body(self)
  }

  /// The value of the formula, node by node.
  /// - Parameters:
  ///   - constants: what its constants are.
  ///   - figure: the value of a variable.
  /// - Returns: its value, perhaps no number.
  public func value(
    _ constants: ScoreConstants, _ figure: (ScoreVariable) -> Double
  ) -> Double {
    switch self {
    case .number(let number): number
    case .variable(let variable): figure(variable)
    case .constant(let constant): constants[constant]
    case .negate(let operand): -operand.value(constants, figure)
    case .binary(let sign, let left, let right):
      sign(left.value(constants, figure), right.value(constants, figure))
    case .call(let function, let arguments):
      function(
        arguments[0].value(constants, figure),
        arguments.count > 1 ? arguments[1].value(constants, figure) : 0)
    }
  }
}

extension ScoreTree: CustomStringConvertible {
  /// As one would type it, with the fewest parentheses.
  ///
  /// A sign before a number is part of the number; what negates a number that has none puts it in
  /// parentheses.
  public var description: String {
    switch self {
    case .number(let number): Self.text(of: number)
    case .variable(let variable): variable.rawValue
    case .constant(let constant): constant.rawValue
    case .negate(let operand): "-" + operand.textAfterSign
    case .binary(let sign, let left, let right):
      left.text(leftOf: sign) + " \(sign.symbol) " + right.text(rightOf: sign)
    case .call(let function, let arguments):
      "\(function.rawValue)(\(arguments.map { $0.description }.joined(separator: ", ")))"
    }
  }

  private static func text(of number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return number == 0 && number.sign == .minus ? "-0" : "\(Int64(number))"
  }

  private var textInParentheses: String { "(\(self))" }

  private var textAfterSign: String {
    switch self {
    case .number(let number) where number.sign == .plus: textInParentheses
    case .binary: textInParentheses
    case .number, .variable, .constant, .negate, .call: description
    }
  }

  /// Operators of one strength go from left to right.
  private func text(leftOf sign: ScoreOperator) -> String {
    guard case .binary(let own, _, _) = self, sign.isTight, !own.isTight else { return description }
    return textInParentheses
  }

  private func text(rightOf sign: ScoreOperator) -> String {
    guard case .binary(let own, _, _) = self, sign.isTight || !own.isTight else {
      return description
    }
    return textInParentheses
  }
}
