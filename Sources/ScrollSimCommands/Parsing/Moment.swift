import ScrollCore

/// A moment of a trace, as typed: `12.5s`, `800ms` or `2min`.
enum Moment {
  /// Parses a moment.
  /// - Parameters:
  ///   - text: The text as typed; a number without a unit is in seconds.
  ///   - option: The option that it was given to, for error messages.
  /// - Returns: whole nanoseconds from the beginning.
  /// - Throws: `CommandError` for any other text, and for more than a week.
  static func parse(_ text: String, option: String) throws(CommandError) -> SimTime {
    let units = [("ms", 1.0), ("min", 60_000.0), ("s", 1000.0), ("", 1000.0)]
    for (unit, milliseconds) in units where text.hasSuffix(unit) {
      guard let count = Double(text.dropLast(unit.count)) else { continue }
      guard (0...604_800_000).contains(count * milliseconds) else { break }
      return SimTime(milliseconds: count * milliseconds)
    }
    throw .usage(
      "\(option) '\(text)' is not a time; expected one like 12.5s or 2min, at most 10080min")
  }
}
