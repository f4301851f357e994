package import ScrollCore

/// Numbers as they stand in traces: at most six decimals, no exponent.
package enum TraceNumber {
  /// A number of points, below 9e12.
  package static func text(_ number: Double) -> String { Millionths(number).text }

  /// A time in milliseconds, exactly.
  package static func text(milliseconds time: SimTime) -> String {
    Millionths(units: time.nanoseconds).text
  }
}
