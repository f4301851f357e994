package import ScrollCore

/// An exact decimal number with at most six decimals, as written in a trace.
///
/// Six decimals of a millisecond are nanoseconds, and 1/64 of a point is 0.015625. So times and
/// offsets are the same bit for bit after they are written and read again. There are no exponents,
/// no `nan` and no `inf`; the decimal mark is a full stop in every locale.
struct Millionths: Equatable {
  var units: Int64

  init(units: Int64) { self.units = units }

  /// Rounds to the nearest millionth.
  /// - Precondition: the number is finite and below 9e12.
  init(_ number: Double) { units = Int64((number * 1e6).rounded()) }

  /// Parses `-12.5`; `nil` for any other text and for a number that does not fit in 63 bits.
  ///
  /// A number with more than six decimals is rounded, halves away from zero, if `rounds` is `true`;
  /// otherwise the result is `nil`.
  init?(parsing text: ArraySlice<UInt8>, rounding rounds: Bool = false) {
    var index = text.startIndex
    let isNegative = text.first == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var units: Int64 = 0
    // The number of decimals still to come after the mark; -1 before it.
    var decimals = -1
    var digits = 0
    while index < text.endIndex {
      let digit = Int64(text[index]) - 48
      if 0...9 ~= digit {
        guard decimals != 0 else {
          guard rounds, text[index...].allSatisfy({ 48...57 ~= $0 }), units < .max else {
            return nil
          }
          units += digit >= 5 ? 1 : 0
          break
        }
        decimals -= decimals > 0 ? 1 : 0
        let (tens, overflow) = units.multipliedReportingOverflow(by: 10)
        let (sum, overflowToo) = tens.addingReportingOverflow(digit)
        guard !overflow, !overflowToo else { return nil }
        units = sum
        digits += 1
      } else if text[index] == UInt8(ascii: "."), decimals < 0, digits > 0 {
        decimals = 6
      } else {
        return nil
      }
      index += 1
    }
    guard digits > 0, decimals != 6 else { return nil }
    for _ in 0..<(decimals < 0 ? 6 : decimals) {
      let (tens, overflow) = units.multipliedReportingOverflow(by: 10)
      guard !overflow else { return nil }
      units = tens
    }
    self.units = isNegative ? -units : units
  }

  /// The nearest floating-point number.
  var double: Double { Double(units) / 1e6 }

  /// The nearest multiple of 1/64, halves away from zero: the grid of offsets.
  var on64ths: Double {
    let (whole, rest) = units.quotientAndRemainder(dividingBy: 15_625)
    let correction: Int64 = abs(rest) * 2 >= 15_625 ? units.signum() : 0
    return Double(whole + correction) / 64
  }

  /// The number as written in a trace.
  var text: String {
    var text: [UInt8] = []
    append(to: &text)
    return String(decoding: text, as: UTF8.self)
  }

  /// Adds the number to a text, without superfluous zeros.
  func append(to text: inout [UInt8]) {
    if units < 0 { text.append(UInt8(ascii: "-")) }
    let (whole, rest) = units.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    text.append(decimal: whole)
    guard rest != 0 else { return }
    text.append(UInt8(ascii: "."))
    var (rest_, place) = (rest, UInt64(100_000))
    while rest_ != 0 {
      text.append(48 + UInt8(rest_ / place))
      rest_ %= place
      place /= 10
    }
  }
}

extension [UInt8] {
  /// Adds a whole number in decimal digits.
  mutating func append(decimal number: UInt64) {
    let start = count
    var rest = number
    repeat {
      append(48 + UInt8(rest % 10))
      rest /= 10
    } while rest != 0
    self[start...].reverse()
  }

  /// Adds a text in UTF-8.
  mutating func append(text: String) { append(contentsOf: text.utf8) }
}

/// Numbers as written in traces: at most six decimals, no exponent.
package enum TraceNumber {
  /// Returns the text of a number of points below 9e12.
  package static func text(_ number: Double) -> String { Millionths(number).text }

  /// Returns the exact text of a time in milliseconds.
  package static func text(milliseconds time: SimTime) -> String {
    Millionths(units: time.nanoseconds).text
  }
}
