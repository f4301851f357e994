/// A formula over the figures of an image, such as `distance * bytes / decodeMs + 0.2 * age`.
///
/// A formula consists of numbers, variables (`ScoreVariable`), constants (`ScoreConstant`), `+ - *
/// /`, a leading `-`, parentheses and functions (`ScoreFunction`). `*` and `/` bind tighter than
/// `+` and `-`, and all are evaluated from left to right. Arithmetic is that of `Double`: a
/// division by zero is infinite or not a number. A text or a tree is compiled once to a program for
/// a stack machine.
///
/// - Complexity: O(length) to compile and to evaluate; evaluating allocates nothing.
public struct ScoreExpression: Sendable {
  enum Instruction: Equatable, Sendable {
    case push(Double)
    case load(ScoreVariable)
    case constant(ScoreConstant)
    case negate
    case combine(ScoreOperator)
    case call(ScoreFunction)
  }

  /// The instructions, in the order of a stack machine.
  let program: [Instruction]
  /// The variables that occur in the formula.
  let variables: Set<ScoreVariable>
  /// The largest number of values on the stack.
  let depth: Int
  /// The values of the formula's constants.
  public var constants = ScoreConstants()

  /// Compiles a text.
  /// - Throws: `ScoreError` at the first character that does not fit.
  public init(_ text: String) throws(ScoreError) {
    self.init(program: try ScoreParser.parse(text))
  }

  /// Compiles a tree.
  public init(_ tree: ScoreTree, constants: ScoreConstants = ScoreConstants()) {
    var program: [Instruction] = []
    tree.forEach { program.append($0.instruction) }
    self.init(program: program)
    self.constants = constants
  }

  private init(program: [Instruction]) {
    self.program = program
    var (height, depth) = (0, 0)
    var variables: Set<ScoreVariable> = []
    for instruction in program {
      if case .load(let variable) = instruction { variables.insert(variable) }
      height += instruction.growth
      depth = max(depth, height)
    }
    self.depth = depth
    self.variables = variables
  }

  /// Returns the value of the expression for given values of the variables.
  public func callAsFunction(_ value: (ScoreVariable) -> Double) -> Double {
    var stack = [Double](repeating: 0, count: depth)
    var top = -1
    for instruction in program {
      if case .load(let variable) = instruction {
        top += 1
        stack[top] = value(variable)
      } else {
        instruction.apply(to: &stack, &top, constants)
      }
    }
    return stack[0]
  }
}

extension ScoreExpression.Instruction {
  /// The number of values that the instruction adds to the stack; negative if it removes values.
  var growth: Int {
    switch self {
    case .push, .load, .constant: 1
    case .negate: 0
    case .combine: -1
    case .call(let function): 1 - function.arity
    }
  }

  /// Applies the instruction to a stack of numbers.
  /// - Precondition: The instruction does not load a variable, because variables have no values
  ///   here.
  @inline(__always)
  func apply(to stack: inout [Double], _ top: inout Int, _ constants: ScoreConstants) {
    switch self {
    case .push(let number):
      top += 1
      stack[top] = number
    case .constant(let constant):
      top += 1
      stack[top] = constants[constant]
    case .negate: stack[top] = -stack[top]
    case .combine(let sign):
      top -= 1
      stack[top] = sign(stack[top], stack[top + 1])
    case .call(let function):
      top -= function.arity - 1
      stack[top] = function(stack[top], function.arity == 2 ? stack[top + 1] : 0)
    case .load(let variable): preconditionFailure("'\(variable)' has no value here")
    }
  }
}

extension ScoreTree {
  /// The instruction that operates on the operands of the outermost node.
  fileprivate var instruction: ScoreExpression.Instruction {
    switch self {
    case .number(let number): .push(number)
    case .variable(let variable): .load(variable)
    case .constant(let constant): .constant(constant)
    case .negate: .negate
    case .binary(let sign, _, _): .combine(sign)
    case .call(let function, _): .call(function)
    }
  }
}

/// A number of a score that is a setting, which a search tunes while the formula stays.
public enum ScoreConstant: String, CaseIterable, Sendable { case a, b, c, d }

/// The values of a score's constants.
public struct ScoreConstants: Hashable, Sendable {
  public var a: Double, b: Double, c: Double, d: Double

  public init(a: Double = 1, b: Double = 1, c: Double = 1, d: Double = 1) {
    (self.a, self.b, self.c, self.d) = (a, b, c, d)
  }

  public subscript(_ constant: ScoreConstant) -> Double {
    get {
      switch constant {
      case .a: a
      case .b: b
      case .c: c
      case .d: d
      }
    }
    set {
      switch constant {
      case .a: a = newValue
      case .b: b = newValue
      case .c: c = newValue
      case .d: d = newValue
      }
    }
  }
}
