import ScrollCore

/// A parser of score expressions, with precedence climbing over the characters.
struct ScoreParser {
  private let characters: [Character]
  private var place = 0
  private var program: [ScoreExpression.Instruction] = []
  private var level = 0
  /// The largest number of instructions.
  private let limit: Int

  /// The largest depth of parentheses and signs.
  static let deepest = 64

  /// Returns the program of a text, with at most `limit` instructions.
  static func parse(
    _ text: String, limit: Int = .max
  ) throws(ScoreError) -> [ScoreExpression.Instruction] {
    var parser = ScoreParser(characters: Array(text), limit: limit)
    try parser.sum()
    guard parser.next == nil else {
      throw parser.error(.notExpected(instead: "an operator (+ - * /) or the end"))
    }
    return parser.program
  }

  private init(characters: [Character], limit: Int) {
    self.characters = characters
    self.limit = limit
  }

  /// The next character that is not a space; `nil` at the end.
  private var next: Character? {
    mutating get {
      while place < characters.count, characters[place].isWhitespace { place += 1 }
      return place < characters.count ? characters[place] : nil
    }
  }

  /// Returns a fault at the current position, or at the characters before it.
  private mutating func error(
    _ problem: ScoreError.Problem, from start: Int? = nil
  ) -> ScoreError {
    let readUpTo = place
    let isAtEnd = next == nil
    let end = start == nil ? place + (isAtEnd ? 0 : 1) : readUpTo
    let start = start ?? place
    return ScoreError(
      character: start + 1, found: String(characters[start..<end]), problem: problem)
  }

  private mutating func append(
    _ instruction: ScoreExpression.Instruction
  ) throws(ScoreError) {
    guard program.count < limit else { throw error(.tooLong(limit: limit)) }
    program.append(instruction)
  }

  private mutating func sum() throws(ScoreError) {
    try product()
    while let sign = next, sign == "+" || sign == "-" {
      place += 1
      try product()
      try append(.combine(sign == "+" ? .add : .subtract))
    }
  }

  private mutating func product() throws(ScoreError) {
    try value()
    while let sign = next, sign == "*" || sign == "/" {
      place += 1
      try value()
      try append(.combine(sign == "*" ? .multiply : .divide))
    }
  }

  private mutating func value() throws(ScoreError) {
    level += 1
    defer { level -= 1 }
    guard level <= Self.deepest else { throw error(.tooDeep(limit: Self.deepest)) }
    guard let first = next else { throw error(.noValue) }
    if first == "-" {
      place += 1
      try negatedValue()
    } else if first == "(" {
      place += 1
      try sum()
      guard next == ")" else { throw error(.notExpected(instead: "an operator or ')'")) }
      place += 1
    } else if first.isDigit || first == "." {
      try number()
    } else if first.isASCII, first.isLetter {
      try name()
    } else {
      throw error(.noValue)
    }
  }

  /// Parses the value after a sign; a sign before digits is part of the number.
  private mutating func negatedValue() throws(ScoreError) {
    let isNumber = next.map { $0.isDigit || $0 == "." } ?? false
    try value()
    if isNumber, case .push(let number)? = program.last {
      program[program.count - 1] = .push(-number)
    } else {
      try append(.negate)
    }
  }

  private mutating func number() throws(ScoreError) {
    let start = place
    while place < characters.count {
      let character = characters[place]
      let isExponentSign =
        (character == "+" || character == "-") && place > start
        && (characters[place - 1] == "e" || characters[place - 1] == "E")
      guard
        character.isDigit || character.isASCII && character.isLetter || character == "."
          || isExponentSign
      else { break }
      place += 1
    }
    let text = String(characters[start..<place])
    // `Double` alone would also read `0x10`, which begins like a number.
    guard text.allSatisfy({ !$0.isLetter || $0 == "e" || $0 == "E" }),
      let number = Double(text), number.isFinite
    else { throw error(.notANumber, from: start) }
    try append(.push(number))
  }

  private mutating func name() throws(ScoreError) {
    let start = place
    while place < characters.count, characters[place].isASCII,
      characters[place].isLetter || characters[place].isDigit
    { place += 1 }
    let name = String(characters[start..<place])
    if let function = ScoreFunction(rawValue: name) { return try call(function) }
    if let constant = ScoreConstant(rawValue: name) { return try append(.constant(constant)) }
    if let variable = ScoreVariable(rawValue: name) { return try append(.load(variable)) }
    let names =
      ScoreVariable.allCases.map { $0.rawValue } + ScoreFunction.allCases.map { $0.rawValue }
      + ScoreConstant.allCases.map { $0.rawValue }
    let closest = NameMatch.suggestion(for: name, among: names)
    throw error(.unknownName(closest: closest), from: start)
  }

  private mutating func call(_ function: ScoreFunction) throws(ScoreError) {
    guard next == "(" else { throw error(.notExpected(instead: "'(' after a function")) }
    place += 1
    for argument in 1...function.arity {
      try sum()
      let isLast = argument == function.arity
      guard next == (isLast ? ")" : ",") else {
        guard next == "," || next == ")" else {
          throw error(.notExpected(instead: "an operator or '\(isLast ? ")" : ",")'"))
        }
        throw error(.argumentCount(of: function.rawValue, expected: function.arity))
      }
      place += 1
    }
    try append(.call(function))
  }
}

extension Character {
  /// A Boolean value that indicates whether the character is one of the ten ASCII digits.
  fileprivate var isDigit: Bool { "0" <= self && self <= "9" && isASCII }
}

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
