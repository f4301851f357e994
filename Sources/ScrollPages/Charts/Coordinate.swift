/// The text of numbers in drawings: rounded to a hundredth, without unnecessary digits, and the
/// same in every locale.
package enum Coordinate {
  /// Returns a text such as `12`, `12.5` or `-0.25`.
  /// - Precondition: The value is finite and below 10^15.
  package static func text(_ value: Double) -> String {
    precondition(value.isFinite && abs(value) < 1e15, "\(value) is no coordinate")
    let hundredths = Int((value * 100).rounded())
    let (whole, rest) = hundredths.magnitude.quotientAndRemainder(dividingBy: 100)
    let sign = hundredths < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    return rest.isMultiple(of: 10)
      ? "\(sign)\(whole).\(rest / 10)" : "\(sign)\(whole).\(rest < 10 ? "0" : "")\(rest)"
  }
}
