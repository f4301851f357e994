/// A formula over the figures of an image as a tree, such as `distance * bytes / (a + hits)`.
///
/// Programs create, change and print trees; `ScoreExpression` is for frequent evaluation.
/// Arithmetic is that of `Double`, in the order of the tree.
///
/// A tree of up to 64 levels of parentheses, signs and calls can be parsed again from its printed
/// form.
public indirect enum ScoreTree: Hashable, Sendable {
  /// A finite number.
  case number(Double)
  case variable(ScoreVariable)
  /// A setting of the policy.
  case constant(ScoreConstant)
  case negate(ScoreTree)
  case binary(ScoreOperator, ScoreTree, ScoreTree)
  /// A call with as many arguments as the function's `arity`.
  case call(ScoreFunction, [ScoreTree])
}

extension ScoreTree {
  /// The largest number of nodes of a parsed formula, which also bounds its depth.
  static let mostNodes = 2000

  /// Parses a formula.
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

  /// The number of nodes.
  public var size: Int {
    var size = 0
    forEach { _ in size += 1 }
    return size
  }

  /// The variables that occur in the formula.
  public var variables: Set<ScoreVariable> {
    var variables: Set<ScoreVariable> = []
    forEach { if case .variable(let variable) = $0 { variables.insert(variable) } }
    return variables
  }

  /// The constants that occur in the formula.
  public var constants: Set<ScoreConstant> {
    var constants: Set<ScoreConstant> = []
    forEach { if case .constant(let constant) = $0 { constants.insert(constant) } }
    return constants
  }

  /// Calls a closure for every node, operands before their operation.
  func forEach(_ body: (ScoreTree) -> Void) {
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

  /// Evaluates the formula node by node.
  /// - Parameters:
  ///   - constants: The values of its constants.
  ///   - figure: Returns the value of a variable.
  /// - Returns: The value, which may be not a number.
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
  /// The formula as one would type it, with the fewest parentheses.
  ///
  /// A sign before a number is part of the number; a negation of a number without a sign puts the
  /// number in parentheses.
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

  /// Returns the text to the left of an operator; operators of equal precedence are evaluated from
  /// left to right.
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
