import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// Which way a value goes when a figure grows.
enum ScoreEffect: Equatable, Sendable {
  case none, rises, falls
  /// Sometimes the one and sometimes the other, or it cannot be told.
  case mixed

  /// Of a sum of two values.
  static func + (left: ScoreEffect, right: ScoreEffect) -> ScoreEffect {
    if left == .none { return right }
    return right == .none || left == right ? left : .mixed
  }

  static prefix func - (effect: ScoreEffect) -> ScoreEffect {
    switch effect {
    case .rises: .falls
    case .falls: .rises
    case .none, .mixed: effect
    }
  }

  /// Times something of which nothing is known.
  var ofAnySign: ScoreEffect { self == .none ? .none : .mixed }

  /// Times something of a sign; nil is one that may be either.
  static func * (effect: ScoreEffect, sign: Double?) -> ScoreEffect {
    guard let sign else { return effect.ofAnySign }
    return sign > 0 ? effect : -effect
  }
}

extension ScoreTree {
  /// Which way its value goes when a variable grows and the others stay, wherever it is a number.
  ///
  /// What the parts can be (`ScoreRange`) says with which sign they come in: so it may be told that
  /// an effect is mixed which is not, and never the other way round.
  func effect(of variable: ScoreVariable) -> ScoreEffect {
    switch self {
    case .number, .constant: .none
    case .variable(let own): own == variable ? .rises : .none
    case .negate(let part): -part.effect(of: variable)
    case .binary(let symbol, let left, let right):
      Self.effect(
        of: symbol, (left.effect(of: variable), ScoreRange(of: left)),
        (right.effect(of: variable), ScoreRange(of: right)))
    case .call(let function, let arguments):
      Self.effect(
        of: function, arguments.map { ($0.effect(of: variable), ScoreRange(of: $0)) })
    }
  }

  private typealias Part = (effect: ScoreEffect, range: ScoreRange)

  private static func effect(
    of symbol: ScoreOperator, _ left: Part, _ right: Part
  ) -> ScoreEffect {
    switch symbol {
    case .add: return left.effect + right.effect
    case .subtract: return left.effect + -right.effect
    case .multiply: return left.effect * right.range.sign + right.effect * left.range.sign
    case .divide:
      // Across 0 a quotient jumps.
      let divisor =
        right.range.sign == nil
        ? right.effect.ofAnySign : -(right.effect * left.range.sign)
      return left.effect * right.range.sign + divisor
    }
  }

  private static func effect(of function: ScoreFunction, _ parts: [Part]) -> ScoreEffect {
    let first = parts[0]
    switch function {
    case .sqrt, .log, .exp: return first.effect
    case .min, .max: return first.effect + parts[1].effect
    case .abs: return first.effect * first.range.sign
    case .pow:
      let exponent = parts[1]
      guard first.range.lower >= 0 else {
        return (first.effect + exponent.effect).ofAnySign
      }
      let grows: Double? = first.range.lower >= 1 ? 1 : first.range.upper <= 1 ? -1 : nil
      return first.effect * exponent.range.sign + exponent.effect * grows
    }
  }
}
