import ScrollCore

/// A second parser for the formulas of `score`.
///
/// It splits a formula at its last sign that binds least, and both sides again, until names and
/// numbers are left.
indirect enum FormulaReference {
  case number(Double)
  case name(String)
  case opposite(FormulaReference)
  case operation(Character, FormulaReference, FormulaReference)
  case function(String, [FormulaReference])

  init(_ text: String) {
    let dense = text.filter { $0 != " " }
    self.init(dense[...])
  }

  private init(_ text: Substring) {
    if let number = Double(text) {
      self = .number(number)
    } else if let sign = Self.lastSign(in: text, "+-") ?? Self.lastSign(in: text, "*/") {
      self = .operation(
        text[sign], FormulaReference(text[..<sign]),
        FormulaReference(text[text.index(after: sign)...]))
    } else if text.first == "-" {
      self = .opposite(FormulaReference(text.dropFirst()))
    } else if let open = text.firstIndex(of: "(") {
      let inside = text[text.index(after: open)...].dropLast()
      self = .function(
        String(text[..<open]), Self.arguments(inside).map { FormulaReference($0) })
    } else {
      self = .name(String(text))
    }
  }

  /// Returns the value of the formula, with the figures of the names.
  func value(_ figure: (String) -> Double) -> Double {
    switch self {
    case .number(let number): return number
    case .name(let name): return figure(name)
    case .opposite(let operand): return -operand.value(figure)
    case .operation(let sign, let one, let other):
      let (left, right) = (one.value(figure), other.value(figure))
      return switch sign {
      case "+": left + right
      case "-": left - right
      case "*": left * right
      default: left / right
      }
    case .function(let name, let arguments):
      let numbers = arguments.map { $0.value(figure) }
      return switch name {
      case "": numbers[0]
      case "min": Swift.min(numbers[0], numbers[1])
      case "max": Swift.max(numbers[0], numbers[1])
      case "abs": abs(numbers[0])
      case "sqrt": numbers[0].squareRoot()
      case "log": log(numbers[0])
      case "exp": exp(numbers[0])
      default: pow(numbers[0], numbers[1])
      }
    }
  }

  /// Returns the last of these signs that joins two values and is not in parentheses.
  private static func lastSign(in text: Substring, _ signs: String) -> Substring.Index? {
    var depth = 0
    for place in text.indices.reversed() {
      if text[place] == ")" { depth += 1 }
      if text[place] == "(" { depth -= 1 }
      guard depth == 0, signs.contains(text[place]), place > text.startIndex else { continue }
      let before = text[text.index(before: place)]
      let joins = before == ")" || before.isLetter || before.isNumber || before == "."
      if joins, !isExponent(text[..<place]) { return place }
    }
    return nil
  }

  /// Returns `true` if a text ends like the beginning of `1e-5`.
  private static func isExponent(_ text: Substring) -> Bool {
    guard text.last == "e" || text.last == "E" else { return false }
    let digits = text.dropLast().reversed().prefix { $0.isNumber || $0 == "." }
    let rest = text.dropLast(digits.count + 1)
    return !digits.isEmpty && !(rest.last?.isLetter ?? false)
  }

  private static func arguments(_ text: Substring) -> [Substring] {
    var depth = 0
    let comma = text.indices.first { place in
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      return text[place] == "," && depth == 0
    }
    guard let comma else { return [text] }
    return [text[..<comma], text[text.index(after: comma)...]]
  }
}
