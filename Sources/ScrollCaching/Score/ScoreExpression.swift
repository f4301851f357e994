import ScrollCore

/// A formula over the figures of an image: `distance * bytes / decodeMs + 0.2 * age`.
///
/// Numbers, variables (`ScoreVariable`), `+ - * /`, a leading `-`, parentheses and functions
/// (`ScoreFunction`); `*` and `/` bind tighter than `+` and `-`, and all go from left to right.
/// Arithmetic is that of `Double`: a division by zero is infinite or no number. A text is
/// compiled once to a program for a stack of numbers.
///
/// - Complexity: O(length) to compile and to evaluate; evaluating allocates nothing.
public struct ScoreExpression: Sendable {
  enum Instruction: Sendable {
    case push(Double)
    case load(ScoreVariable)
    case negate, add, subtract, multiply, divide
    case call(ScoreFunction)
  }

  /// In the order of a stack machine.
  let program: [Instruction]
  /// The variables that occur in it.
  let variables: Set<ScoreVariable>
  /// How many numbers the stack holds at most.
  let depth: Int

  /// Compiles a text.
  /// - Throws: `ScoreError` at the first character that does not fit.
  public init(_ text: String) throws(ScoreError) {
    program = try ScoreParser.parse(text)
    var (height, depth) = (0, 0)
    var variables: Set<ScoreVariable> = []
    for instruction in program {
      switch instruction {
      case .push: height += 1
      case .load(let variable):
        height += 1
        variables.insert(variable)
      case .negate: break
      case .add, .subtract, .multiply, .divide: height -= 1
      case .call(let function): height -= function.arity - 1
      }
      depth = max(depth, height)
    }
    self.depth = depth
    self.variables = variables
  }

  /// The value of the expression.
  /// - Parameters:
  ///   - stack: room for `depth` numbers, to be used again.
  ///   - value: the value of a variable.
  /// - Returns: its value, perhaps no number.
  func evaluate(
    on stack: inout [Double], _ value: (ScoreVariable) -> Double
  ) -> Double {
    var top = -1
    for instruction in program {
      switch instruction {
      case .push(let number):
        top += 1
        stack[top] = number
      case .load(let variable):
        top += 1
        stack[top] = value(variable)
      case .negate: stack[top] = -stack[top]
      case .add:
        top -= 1
        stack[top] += stack[top + 1]
      case .subtract:
        top -= 1
        stack[top] -= stack[top + 1]
      case .multiply:
        top -= 1
        stack[top] *= stack[top + 1]
      case .divide:
        top -= 1
        stack[top] /= stack[top + 1]
      case .call(let function):
        top -= function.arity - 1
        stack[top] = function(stack[top], function.arity == 2 ? stack[top + 1] : 0)
      }
    }
    return stack[0]
  }

  /// The value of the expression where every variable has a value.
  public func callAsFunction(_ value: (ScoreVariable) -> Double) -> Double {
    var stack = [Double](repeating: 0, count: depth)
    return evaluate(on: &stack, value)
  }
}

extension ScoreFunction {
  /// With one argument the second is not looked at.
  func callAsFunction(_ first: Double, _ second: Double) -> Double {
    switch self {
    case .min: Swift.min(first, second)
    case .max: Swift.max(first, second)
    case .abs: Swift.abs(first)
    case .sqrt: first.squareRoot()
    case .log: _log(first)
    case .exp: _exp(first)
    case .pow: _pow(first, second)
    }
  }
}

// Under other names, because within `ScoreFunction` these are its cases.
private func _log(_ number: Double) -> Double { log(number) }
private func _exp(_ number: Double) -> Double { exp(number) }
private func _pow(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
