import ScrollCore

/// A fault in a score expression, with its position.
public struct ScoreError: Error, Equatable, CustomStringConvertible {
  /// The position of the fault, counted from 1; one past the end if something is missing.
  public let character: Int
  /// The text at the fault; empty at the end.
  public let found: String
  public let problem: Problem

  public enum Problem: Equatable, Sendable {
    case unknownName(closest: String?)
    case notANumber
    /// A missing value: a number, a variable, a function or `(`.
    case noValue
    /// An unexpected text, at a place where the expression could end or continue with `instead`.
    case notExpected(instead: String)
    case argumentCount(of: String, expected: Int)
    case tooDeep(limit: Int)
    case tooLong(limit: Int)
  }

  public var description: String {
    "character \(character)\(found.isEmpty ? " (the end)" : " ('\(found)')"): \(sentence)"
  }

  private var sentence: String {
    switch problem {
    case .unknownName(let closest?): "there is no such variable; did you mean '\(closest)'?"
    case .unknownName(nil): "there is no such variable; there are \(Self.names)"
    case .notANumber: "expected a number like 0.5"
    case .noValue: "expected a number, a variable, a function or '('"
    case .notExpected(let instead): "expected \(instead)"
    case .argumentCount(let name, let expected):
      "expected \(Phrase.count(expected, "argument")) for '\(name)'"
    case .tooDeep(let limit): "expected at most \(limit) levels of parentheses and signs"
    case .tooLong(let limit): "expected at most \(limit) numbers, names and operators"
    }
  }

  /// The names that may be used in an expression.
  private static var names: String {
    let variables = ScoreVariable.allCases.map { $0.rawValue }.joined(separator: ", ")
    let functions = ScoreFunction.allCases.map { $0.rawValue }.joined(separator: ", ")
    let constants = ScoreConstant.allCases.map { $0.rawValue }.joined(separator: ", ")
    return "\(variables), the functions \(functions), and the constants \(constants)"
  }
}
