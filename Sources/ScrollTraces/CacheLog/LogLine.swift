package import ScrollCore

/// One object of a log, field by field.
///
/// A reader takes the expected fields, and then calls `expectEnd` to check that no others are left.
struct LogLine {
  private enum Value {
    case text(String)
    /// A number, `true` or `false`.
    case scalar(String)
    case texts([String])
  }

  let file: String
  let lineNumber: Int
  private var fields: [(name: String, value: Value)]
  private var taken: [String] = []

  /// Reads the next object; a field that is `null` counts as missing.
  init(_ reader: inout JSONReader, file: String, number: Int) throws(TraceError) {
    var found: [(name: String, value: Value)] = []
    try reader.readObject("a line of the log") { (name, reader) throws(TraceError) in
      if let value = try Self.value(&reader) { found.append((name, value)) }
    }
    self.file = file
    lineNumber = number
    fields = found
  }

  private static func value(_ reader: inout JSONReader) throws(TraceError) -> Value? {
    switch reader.next {
    case UInt8(ascii: "\""): return .text(try reader.string("a value"))
    case UInt8(ascii: "{"): throw reader.wrong("a text, a number or a list of texts")
    case UInt8(ascii: "["):
      var texts: [String] = []
      try reader.readArray("a list") { (reader) throws(TraceError) in
        texts.append(try reader.string("a text of a list"))
      }
      return .texts(texts)
    default:
      let scalar = String(decoding: reader.scalar(), as: UTF8.self)
      guard !scalar.isEmpty else { throw reader.wrong("a value") }
      return scalar == "null" ? nil : .scalar(scalar)
    }
  }

  private mutating func take(_ name: String) -> Value? {
    guard let place = fields.firstIndex(where: { $0.name == name }) else { return nil }
    taken.append(name)
    return fields.remove(at: place).value
  }

  /// Returns `true` if the line has a field.
  func has(_ name: String) -> Bool { fields.contains { $0.name == name } }

  /// Returns a text; `nil` if the field is missing.
  mutating func text(_ name: String, _ expected: String = "a text") throws(TraceError) -> String? {
    guard let value = take(name) else { return nil }
    guard case .text(let text) = value else { throw wrong(name, value, expected) }
    return text
  }

  /// Returns a whole number in a range; `nil` if the field is missing.
  mutating func number(_ name: String, in range: ClosedRange<Int>) throws(TraceError) -> Int? {
    guard let value = take(name) else { return nil }
    guard case .scalar(let text) = value, let number = Int(text), range.contains(number) else {
      throw wrong(name, value, "a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// Returns a number that may have decimals; `nil` if the field is missing.
  /// - Parameters:
  ///   - name: the name of the field.
  ///   - range: the allowed range.
  ///   - expected: the range in words.
  /// - Returns: the number.
  /// - Throws: `TraceError` for anything else.
  mutating func decimal(
    _ name: String, in range: ClosedRange<Double>, _ expected: String
  ) throws(TraceError) -> Double? {
    guard let value = take(name) else { return nil }
    guard case .scalar(let text) = value, let number = Double(text), range.contains(number) else {
      throw wrong(name, value, expected)
    }
    return number
  }

  /// Returns a whole number of 64 bits; `nil` if the field is missing.
  mutating func unsigned(_ name: String) throws(TraceError) -> UInt64? {
    guard let value = take(name) else { return nil }
    guard case .scalar(let text) = value, let number = UInt64(text) else {
      throw wrong(name, value, "a whole number from 0 to \(UInt64.max)")
    }
    return number
  }

  /// Returns `true` or `false`; `nil` if the field is missing.
  mutating func flag(_ name: String) throws(TraceError) -> Bool? {
    guard let value = take(name) else { return nil }
    guard case .scalar(let text) = value, let flag = Bool(text) else {
      throw wrong(name, value, "true or false")
    }
    return flag
  }

  /// Returns a list of texts; `nil` if the field is missing.
  mutating func texts(_ name: String) throws(TraceError) -> [String]? {
    guard let value = take(name) else { return nil }
    guard case .texts(let texts) = value else { throw wrong(name, value, "a list of texts") }
    return texts
  }

  /// Throws an error for a remaining field, with the fields that a line of its kind can have.
  func expectEnd(knowing known: [String]) throws(TraceError) {
    guard let field = fields.first else { return }
    if taken.contains(field.name) { throw error(field.name, "is there twice", "it once") }
    throw error(field.name, "is not known here", "one of \(known.joined(separator: ", "))")
  }

  /// Returns an error about a field, with the fact that is wrong in words.
  func error(_ name: String, _ fact: String, _ expected: String) -> TraceError {
    TraceError(
      file: file, line: lineNumber, subject: .field(name), found: .fact(fact), expected: expected)
  }

  /// Returns an error about a field, with the text that was found.
  func error(_ name: String, text: String, _ expected: String) -> TraceError {
    TraceError(
      file: file, line: lineNumber, subject: .field(name), found: .text(ClippedText(text)),
      expected: expected)
  }

  private func wrong(_ name: String, _ value: Value, _ expected: String) -> TraceError {
    switch value {
    case .text(let text), .scalar(let text): error(name, text: text, expected)
    case .texts: error(name, "is a list", expected)
    }
  }
}

extension LogLine {
  /// The largest distance of content from 0, in points.
  private static let farthest = 1e12

  /// Returns the viewport in the line.
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

  /// Returns an interval of the scroll axis; `nil` if there is none.
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

/// The viewport of the screen from an operation on.
package struct LoggedViewport: Hashable, Sendable {
  /// The bounds in points and the velocity, as in `Viewport`.
  package var lower: Double, upper: Double, velocity: Double
  var direction: ScrollDirection
  package var phase: ScrollPhase

  package init(
    lower: Double, upper: Double, velocity: Double = 0, direction: ScrollDirection = .forward,
    phase: ScrollPhase = .idle
  ) {
    self.lower = lower
    self.upper = upper
    self.velocity = velocity
    self.direction = direction
    self.phase = phase
  }

  /// Returns the viewport at a moment.
  func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: lower, upper: upper, velocity: velocity, direction: direction, phase: phase,
      time: time)
  }
}

/// The interval of an image's item along the scroll axis, in points.
package struct LoggedPlace: Hashable, Sendable {
  package var lower: Double, upper: Double

  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
