/// The parser's errors for values that are no numbers.
enum InvalidValue {
  /// Returns an error of the parser, with what was expected where the parser does not say so.
  ///
  /// The parser lists the words that an option takes, so that the other values are numbers.
  static func explained(_ message: String) -> String {
    let parts = message.split(separator: "' is invalid for '", maxSplits: 1)
    let start = "The value '"
    guard parts.count == 2, parts[0].hasPrefix(start), parts[1].hasSuffix("'") else {
      return message
    }
    let value = String(parts[0].dropFirst(start.count))
    return "\(message); expected \(expected(value))"
  }

  private static func expected(_ value: String) -> String {
    guard let number = Double(value), number.isFinite else { return "a number" }
    if number != number.rounded() { return "a whole number" }
    return number < 0 ? "a number from 0 on" : "a smaller whole number"
  }
}
