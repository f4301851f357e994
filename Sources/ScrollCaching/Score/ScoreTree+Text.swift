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
