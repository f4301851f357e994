/// Numbers and lists as parts of a sentence.
package enum Phrase {
  /// Returns a number with its noun: `1 run`, `3 runs`, `13 608 runs`.
  /// - Parameters:
  ///   - count: the number.
  ///   - noun: the noun in the singular.
  ///   - plural: the plural, if it is not the noun and an `s`.
  /// - Returns: the number and the noun that agrees with it.
  package static func count(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(digits(count)) \(count == 1 ? noun : plural ?? noun + "s")"
  }

  /// Returns a list as text: `a`, `a and b`, `a, b and c`.
  package static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and " + last
  }

  /// Returns a list of the first of many parts as text: `a, b and 7 more`.
  package static func list(_ parts: [String], atMost count: Int) -> String {
    let rest = parts.count - count
    return rest > 0 ? list(parts.prefix(count) + ["\(digits(rest)) more"]) : list(parts)
  }

  /// Returns a whole number, with a space every three digits if it has more than four: `113 872`.
  package static func digits(_ number: Int) -> String {
    let digits = String(number.magnitude)
    guard digits.utf8.count > 4 else { return String(number) }
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.utf8.count - index).isMultiple(of: 3) { text += " " }
      text.append(digit)
    }
    return text
  }
}
