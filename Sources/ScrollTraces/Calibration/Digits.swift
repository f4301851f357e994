import ScrollCore

/// Numbers by how many digits of them mean something.
package enum Digits {
  /// A number rounded to so many digits, like `0.0214`, `2.14` or `214`.
  ///
  /// All digits before the point are kept; there is never an exponent. What is below 0 is 0.
  package static func text(_ number: Double, digits: Int) -> String {
    guard number > 0, number.isFinite else { return "0" }
    // As many decimals as reach the last digit, at most twelve.
    var (decimals, factor) = (0, 1.0)
    var least = 1.0
    for _ in 1..<digits { least *= 10 }
    while decimals < 12, (number * factor).rounded() < least {
      decimals += 1
      factor *= 10
    }
    guard number * factor < 9e15 else { return "\(Int(min(number, 9e15).rounded()))" }
    let units = Int((number * factor).rounded())
    guard decimals > 0 else { return "\(units)" }
    let scale = Int(factor)
    let fraction = "\(units % scale)"
    let text =
      "\(units / scale)." + String(repeating: "0", count: decimals - fraction.count) + fraction
    // Zeros at the end say nothing.
    let trimmed = text.reversed().drop { $0 == "0" }
    let whole = trimmed.first == "." ? trimmed.dropFirst() : trimmed
    return String(whole.reversed())
  }
}
