import ScrollCore

extension LogLine {
  /// The farthest that content can reach, in points.
  private static let farthest = 1e12

  /// What the screen shows.
  mutating func viewport() throws(TraceError) -> LoggedViewport {
    guard let place = try place() else {
      throw error("from", "is missing", "the beginning of what is on the screen, in points")
    }
    let points = "points per second"
    return LoggedViewport(
      lower: place.lower, upper: place.upper,
      velocity: try decimal("velocity", in: -Self.farthest...Self.farthest, points) ?? 0,
      direction: try word("direction", ["forward", "backward"]) == "backward"
        ? .backward : .forward,
      phase: try phase())
  }

  /// An interval of the scroll axis; nil where there is none.
  mutating func place() throws(TraceError) -> LoggedPlace? {
    let points = "a number of points from -1e12 to 1e12"
    let lower = try decimal("from", in: -Self.farthest...Self.farthest, points)
    guard let upper = try decimal("to", in: -Self.farthest...Self.farthest, points) else {
      guard lower == nil else { throw error("to", "is missing", "an end beside 'from'") }
      return nil
    }
    guard let lower else { throw error("from", "is missing", "a beginning beside 'to'") }
    guard lower <= upper else {
      throw error("to", "is before 'from'", "an interval that ends where it begins or later")
    }
    return LoggedPlace(lower: lower, upper: upper)
  }

  private mutating func phase() throws(TraceError) -> ScrollPhase {
    let phases = ScrollPhase.allCases
    let word = try word("phase", phases.map(\.word))
    return phases.first { $0.word == word } ?? .idle
  }
}
