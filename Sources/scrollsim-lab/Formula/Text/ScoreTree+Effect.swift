import ScrollCaching
import ScrollSimCommands
import ScrollTraces

/// The direction in which a value changes when a variable grows.
enum ScoreEffect: Equatable, Sendable {
  case none, rises, falls
  /// Both directions, or an unknown one.
  case mixed

  /// Returns the effect on a sum of two values.
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

  /// The effect on a product with a factor of unknown sign.
  var ofAnySign: ScoreEffect { self == .none ? .none : .mixed }

  /// Returns the effect on a product with a factor of this sign; nil is an unknown sign.
  static func * (effect: ScoreEffect, sign: Double?) -> ScoreEffect {
    guard let sign else { return effect.ofAnySign }
    return sign > 0 ? effect : -effect
  }
}

extension ScoreTree {
  /// Returns the direction in which the value changes when a variable grows and the others stay.
  ///
  /// It covers all states in which the value is a number. The ranges of the parts (`ScoreRange`)
  /// give their signs. So an effect may be reported as mixed although it is not, but never the
  /// reverse.
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
      // A quotient jumps where its divisor crosses 0.
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
