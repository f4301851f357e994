/// A formula worked out for many images at once: every operation is a loop over rows of numbers.
///
/// The value of an image is, to the last bit, the one that the formula has for it alone.
struct ColumnArithmetic {
  private enum Step {
    /// The same number for all.
    case number(Double)
    case velocity, pressure
    /// The figures in a row.
    case row(Int)
    case negate
    case combine(ScoreOperator)
    case call(ScoreFunction)
  }

  private let steps: [Step]
  /// The row at which the stack begins.
  private let base: Int
  /// How many rows the stack has.
  let depth: Int

  /// Compiles a formula whose figures stand in the first rows, in a given order.
  /// - Precondition: every variable of it is the same for all images, or has a row.
  init(_ score: ScoreExpression, columns: [ScoreVariable]) {
    base = columns.count
    depth = score.depth
    steps = score.program.map { instruction -> Step in
      switch instruction {
      case .push(let number): return .number(number)
      case .constant(let constant): return .number(score.constants[constant])
      case .load(.velocity): return .velocity
      case .load(.pressure): return .pressure
      case .load(let variable):
        guard let row = columns.firstIndex(of: variable) else {
          preconditionFailure("'\(variable)' has no column")
        }
        return .row(row)
      case .negate: return .negate
      case .combine(let sign): return .combine(sign)
      case .call(let function): return .call(function)
      }
    }
  }

  /// Works the formula out: its values stand in the first row of the stack afterwards.
  /// - Parameters:
  ///   - numbers: the rows of figures, then those of the stack.
  ///   - room: from one row to the next.
  ///   - count: how many images there are.
  ///   - velocity: the value of `velocity`.
  ///   - pressure: the value of `pressure`.
  func evaluate(
    _ numbers: inout [Double], room: Int, count: Int, velocity: Double, pressure: Double
  ) {
    numbers.withUnsafeMutableBufferPointer { buffer in
      let all = buffer
      var top = base - 1
      func row(_ number: Int) -> Row {
        Row(rebasing: all[number * room..<number * room + count])
      }
      for step in steps {
        switch step {
        case .number(let number):
          top += 1
          row(top).update(repeating: number)
        case .velocity:
          top += 1
          row(top).update(repeating: velocity)
        case .pressure:
          top += 1
          row(top).update(repeating: pressure)
        case .row(let figures):
          top += 1
          Self.copy(row(figures), to: row(top))
        case .negate:
          Self.change(row(top)) { -$0 }
        case .combine(let sign):
          top -= 1
          Self.combine(row(top), row(top + 1), sign)
        case .call(let function):
          top -= function.arity - 1
          Self.call(function, row(top), row(function.arity == 2 ? top + 1 : top))
        }
      }
    }
  }

  private typealias Row = UnsafeMutableBufferPointer<Double>

  private static func copy(_ source: Row, to target: Row) {
    for place in source.indices { target[place] = source[place] }
  }

  @inline(__always)
  private static func change(_ row: Row, _ operation: (Double) -> Double) {
    for place in row.indices { row[place] = operation(row[place]) }
  }

  @inline(__always)
  private static func change(
    _ left: Row, _ right: Row, _ operation: (Double, Double) -> Double
  ) {
    for place in left.indices { left[place] = operation(left[place], right[place]) }
  }

  private static func combine(_ left: Row, _ right: Row, _ sign: ScoreOperator) {
    switch sign {
    case .add: change(left, right) { $0 + $1 }
    case .subtract: change(left, right) { $0 - $1 }
    case .multiply: change(left, right) { $0 * $1 }
    case .divide: change(left, right) { $0 / $1 }
    }
  }

  private static func call(_ function: ScoreFunction, _ left: Row, _ right: Row) {
    switch function {
    case .min: change(left, right) { ScoreFunction.min($0, $1) }
    case .max: change(left, right) { ScoreFunction.max($0, $1) }
    case .abs: change(left) { ScoreFunction.abs($0, 0) }
    case .sqrt: change(left) { ScoreFunction.sqrt($0, 0) }
    case .log: change(left) { ScoreFunction.log($0, 0) }
    case .exp: change(left) { ScoreFunction.exp($0, 0) }
    case .pow: change(left, right) { ScoreFunction.pow($0, $1) }
    }
  }
}
