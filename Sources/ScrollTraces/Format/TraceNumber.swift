package import ScrollCore

/// Numbers as written in traces: at most six decimals, no exponent.
package enum TraceNumber {
  /// Returns the text of a number of points below 9e12.
  package static func text(_ number: Double) -> String { Millionths(number).text }

  /// Returns the exact text of a time in milliseconds.
  package static func text(milliseconds time: SimTime) -> String {
    Millionths(units: time.nanoseconds).text
  }
}
