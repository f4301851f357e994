/// A column of a recording: its name, and the unit of its numbers.
///
/// The form on the command line is `timestamp`, or `timestamp:s`.
public struct ColumnChoice: Sendable, Equatable {
  public var name: String
  /// The unit; `nil` for the unit in the column's name, `time_ms`, `t (s)` or `y [px]`, or else
  /// milliseconds and points.
  public var unit: RecordingUnit?

  public init(_ name: String, unit: RecordingUnit? = nil) {
    self.name = name
    self.unit = unit
  }

  /// Parses `NAME` or `NAME:UNIT`; a name may have colons if the text after the last one is not a
  /// unit.
  public init(parsing text: String) {
    guard let colon = text.lastIndex(of: ":"), colon > text.startIndex,
      let unit = RecordingUnit(rawValue: String(text[text.index(after: colon)...]))
    else {
      self.init(text)
      return
    }
    self.init(String(text[..<colon]), unit: unit)
  }
}

/// The unit of the numbers of a column.
public enum RecordingUnit: String, Sendable, CaseIterable {
  case seconds = "s"
  case milliseconds = "ms"
  case microseconds = "us"
  case nanoseconds = "ns"
  case points = "pt"
  /// Pixels of the screen; the scale is the number of pixels per point.
  case pixels = "px"

  var isTime: Bool { self != .points && self != .pixels }

  /// Returns the number of milliseconds, or points, in one unit.
  func factor(scale: Double) -> Double {
    switch self {
    case .seconds: 1000
    case .milliseconds, .points: 1
    case .microseconds: 1e-3
    case .nanoseconds: 1e-6
    case .pixels: 1 / scale
    }
  }

  /// Splits a name and its unit, `time_ms`, `time (s)` or `y [px]`; `nil` if it has no unit.
  static func split(_ name: String) -> (name: String, unit: RecordingUnit)? {
    guard let mark = name.lastIndex(where: { "_([ ".contains($0) }) else { return nil }
    var word = String(name[name.index(after: mark)...])
    if let bracket = word.last, ")]".contains(bracket) { word.removeLast() }
    guard let unit = RecordingUnit(rawValue: word == "µs" ? "us" : word.lowercased()) else {
      return nil
    }
    var rest = name[..<mark]
    while rest.last == " " { rest.removeLast() }
    return (String(rest), unit)
  }
}
