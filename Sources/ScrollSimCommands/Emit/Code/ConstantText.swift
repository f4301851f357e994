/// A constant in source code of any of the languages: its name and its value.
struct ConstantText {
  let name: String
  /// The value in the format of the command line: a number, `true`, `false`, or a text.
  let value: String

  /// Parses a line such as `static let costLimit = 64 * 1024 * 1024`.
  /// - Throws: `Problem` for a line that declares no constant, or whose value cannot be computed.
  init(_ line: Substring, in language: SourceLanguage) throws(Problem) {
    let code = line.prefix(upTo: Self.commentStart(line))
    let sides = code.split(separator: "=", maxSplits: 1)
    guard sides.count == 2,
      let name = sides[0].prefix(while: { $0 != ":" }).split(separator: " ").last,
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
    else { throw .noConstant }
    self.name = String(name)
    let text = sides[1].filter { $0 != ";" }.trimmingBlanks
    value = try Self.value(text, in: language)
  }

  /// The problem of a line.
  enum Problem: Error {
    case noConstant
    /// The text after `=` cannot be read as a value.
    case noValue(String)
  }

  /// The value of a constant such as `Int.max`, which means no limit.
  static let unlimited = "none"

  private static func value(
    _ text: String, in language: SourceLanguage
  ) throws(Problem) -> String {
    if text.hasPrefix("\""), text.hasSuffix("\""), text.count >= 2 {
      return String(text.dropFirst().dropLast())
        .replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
    }
    if ["true", "false"].contains(text) { return text }
    let greatest = ["Int.max", ".max", "Long.MAX_VALUE", "Number.MAX_SAFE_INTEGER"]
    if greatest.contains(text) { return unlimited }
    var reader = ArithmeticReader(text, shiftsFirst: language == .swift)
    guard let number = reader.whole() else { throw .noValue(text) }
    guard number < 0x1p60 else { return unlimited }
    return number == number.rounded() && number >= 0 ? "\(Int(number))" : "\(number)"
  }

  /// Returns the position at which a comment after the code begins, or the end of the line.
  ///
  /// Two slashes in a quoted text begin no comment.
  private static func commentStart(_ line: Substring) -> Substring.Index {
    var (isText, last) = (false, Character(" "))
    for index in line.indices {
      if line[index] == "\"", last != "\\" { isText.toggle() }
      if !isText, line[index] == "/", last == "/" { return line.index(before: index) }
      last = line[index]
    }
    return line.endIndex
  }
}

extension String {
  /// The text without spaces, tabs and carriage returns at its ends.
  fileprivate var trimmingBlanks: String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" || $0 == "\r" }
    let start = drop(while: isBlank)
    return String(start.reversed().drop(while: isBlank).reversed())
  }
}

/// A reader that computes expressions of numbers, `+`, `-`, `*`, `/`, `<<` and parentheses.
///
/// It divides exactly, whereas an app that divides whole numbers rounds.
private struct ArithmeticReader {
  private var rest: Substring
  /// A Boolean value that indicates whether `<<` binds more strongly than `*`, as in Swift.
  private let shiftsFirst: Bool

  init(_ text: String, shiftsFirst: Bool) {
    rest = text.filter { $0 != " " && $0 != "_" }[...]
    self.shiftsFirst = shiftsFirst
  }

  /// Computes the value of the whole text; `nil` for text that is not such an expression.
  mutating func whole() -> Double? {
    guard let value = shift(), rest.isEmpty, value.isFinite else { return nil }
    return value
  }

  private mutating func shift() -> Double? {
    shiftsFirst ? sum() : shifted { $0.sum() }
  }

  /// Reads operands with `<<` between them.
  private mutating func shifted(_ operand: (inout Self) -> Double?) -> Double? {
    guard var value = operand(&self) else { return nil }
    while rest.hasPrefix("<<") {
      rest = rest.dropFirst(2)
      guard let bits = operand(&self), (0...62).contains(bits) else { return nil }
      value *= Double(sign: .plus, exponent: Int(bits), significand: 1)
    }
    return value
  }

  private mutating func sum() -> Double? {
    guard var value = product() else { return nil }
    while let sign = rest.first, sign == "+" || sign == "-" {
      rest.removeFirst()
      guard let next = product() else { return nil }
      value += sign == "+" ? next : -next
    }
    return value
  }

  private mutating func product() -> Double? {
    guard var value = operand() else { return nil }
    while let sign = rest.first, sign == "*" || sign == "/" {
      rest.removeFirst()
      guard let next = operand() else { return nil }
      value = sign == "*" ? value * next : value / next
    }
    return value
  }

  private mutating func operand() -> Double? {
    shiftsFirst ? shifted { $0.factor() } : factor()
  }

  private mutating func factor() -> Double? {
    if rest.first == "-" {
      rest.removeFirst()
      return factor().map { -$0 }
    }
    if rest.first == "(" {
      rest.removeFirst()
      let value = shift()
      guard rest.first == ")" else { return nil }
      rest.removeFirst()
      return value
    }
    guard let match = rest.prefixMatch(of: /[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) else {
      return nil
    }
    rest = rest[match.range.upperBound...]
    if let suffix = rest.first, "LfF".contains(suffix) { rest.removeFirst() }
    return Double(match.output.0)
  }
}
