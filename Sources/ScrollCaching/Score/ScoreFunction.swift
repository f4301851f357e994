import ScrollCore

/// A function that a score can call.
public enum ScoreFunction: String, CaseIterable, Sendable {
  case min, max, abs, sqrt, log, exp, pow

  /// The number of arguments.
  public var arity: Int {
    switch self {
    case .min, .max, .pow: 2
    case .abs, .sqrt, .log, .exp: 1
    }
  }

  /// Returns the function's value; a function of one argument ignores the second.
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

// The functions have other names here, because within `ScoreFunction` these are its cases.
private func _log(_ number: Double) -> Double { log(number) }
private func _exp(_ number: Double) -> Double { exp(number) }
private func _pow(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// An operator between two values of a score.
public enum ScoreOperator: CaseIterable, Hashable, Sendable {
  case add, subtract, multiply, divide

  /// The operator as it is written.
  public var symbol: String {
    switch self {
    case .add: "+"
    case .subtract: "-"
    case .multiply: "*"
    case .divide: "/"
    }
  }

  /// A Boolean value that indicates whether the operator binds tighter than `+` and `-`.
  var isTight: Bool { self == .multiply || self == .divide }

  @inline(__always)
  func callAsFunction(_ left: Double, _ right: Double) -> Double {
    switch self {
    case .add: left + right
    case .subtract: left - right
    case .multiply: left * right
    case .divide: left / right
    }
  }
}
