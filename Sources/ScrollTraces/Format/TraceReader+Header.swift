import ScrollCore
import ScrollLayout

extension TraceReader {
  /// Reads `key: value` lines up to the first section.
  mutating func readHeader() throws(TraceError) -> Header {
    var fields: [String: Field] = [:]
    while !isBoundary {
      do throws(TraceError) {
        let field = try readField()
        guard fields[field.key] == nil else {
          throw lines.error(field: field.key, fact: "is given twice", expected: "every key once")
        }
        fields[field.key] = field
      } catch { try pass(error) }
      try advance()
    }
    return try makeHeader(fields)
  }

  /// Returns the field in the line.
  private func readField() throws(TraceError) -> Field {
    var value = line
    let key = value.popField(before: UInt8(ascii: ":")).text
    guard key.utf8.count < line.count, line.contains(UInt8(ascii: ":")) else {
      throw lines.error(line, expected: "'key: value', '[section]' or 'end'")
    }
    guard Self.keys.contains(key) else {
      throw TraceError(
        file: lines.file, line: lines.number, subject: .line,
        found: .fact("has the unknown key '\(ClippedText(key))'"),
        expected: "one of \(Self.keys.joined(separator: ", "))")
    }
    return Field(key: key, text: value.trimmed, line: lines.number)
  }

  /// The keys of a header, in the order in which they are written.
  static let keys = [
    "title", "provenance", "kind", "units", "viewport", "direction", "decelerationRate",
    "physics", "layout", "catalogue",
  ]

  /// The fields of a header.
  struct Header {
    var value: TraceHeader
    /// The layout as written.
    var layout: Field
    /// `listed`, or `generated` and a recipe.
    var catalog: Field
  }

  /// A value of the header and its line.
  struct Field {
    var key: String
    var text: ArraySlice<UInt8>
    var line: Int
  }

  private mutating func makeHeader(_ fields: [String: Field]) throws(TraceError) -> Header {
    let title = try field("title", of: fields), provenance = try field("provenance", of: fields)
    let kind = try value("kind", of: fields, else: TraceHeader.Kind.synthetic) {
      (reader, field) throws(TraceError) in try reader.word(field)
    }
    try value("units", of: fields, else: ()) { (reader, units) throws(TraceError) in
      guard units.text.text == "pt ms" else { throw reader.error(units, expected: "'pt ms'") }
    }
    let viewport = try value(
      "viewport", of: fields, else: ViewportSize(width: 390, height: 844)
    ) { (reader, field) throws(TraceError) in try reader.parseViewport(field) }
    let direction = try value("direction", of: fields, else: ScrollDirection.forward) {
      (reader, field) throws(TraceError) in try reader.parseDirection(field)
    }
    let rate = try word("decelerationRate", of: fields, orIfLeftOut: DecelerationRate.normal)
    let physics = try word("physics", of: fields, orIfLeftOut: ScrollPhysics.ios)
    let layout = try value("layout", of: fields, else: Layout.list(ListLayout())) {
      (reader, field) throws(TraceError) in try reader.parseLayout(field)
    }
    return Header(
      value: TraceHeader(
        title: title.text.text, provenance: provenance.text.text, kind: kind,
        viewport: viewport, direction: direction, decelerationRate: rate, physics: physics,
        layout: layout),
      layout: try field("layout", of: fields, again: true),
      catalog: try field("catalogue", of: fields))
  }

  /// Returns a field of the header; an empty one if it is missing and the error is skipped.
  private mutating func field(
    _ key: String, of fields: [String: Field], again: Bool = false
  ) throws(TraceError) -> Field {
    if let field = fields[key] { return field }
    if !again { try pass(missingField(key)) }
    return Field(key: key, text: [], line: lines.number)
  }

  /// Returns the word of an optional field.
  private mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ key: String, of fields: [String: Field], orIfLeftOut usual: Word
  ) throws(TraceError) -> Word {
    guard fields[key] != nil else { return usual }
    return try value(key, of: fields, else: usual) { (reader, field) throws(TraceError) in
      try reader.word(field)
    }
  }

  /// Returns the value of a field, or another one if an error is skipped.
  private mutating func value<Value>(
    _ key: String, of fields: [String: Field], else other: Value,
    _ parse: (TraceReader, Field) throws(TraceError) -> Value
  ) throws(TraceError) -> Value {
    do throws(TraceError) {
      guard let field = fields[key] else { throw missingField(key) }
      return try parse(self, field)
    } catch { try pass(error) }
    return other
  }

  private func missingField(_ key: String) -> TraceError {
    TraceError(
      file: lines.file, subject: .field(key), found: .fact("is missing"),
      expected: "a header with \(key)")
  }

  /// Returns an error about a value of the header.
  func error(_ field: Field, expected: String) -> TraceError {
    TraceError(
      file: lines.file, line: field.line, subject: .field(field.key),
      found: .text(ClippedText(bytes: field.text)), expected: expected)
  }

  private func word<Word: RawRepresentable<String> & CaseIterable>(
    _ field: Field
  ) throws(TraceError) -> Word {
    guard let word = Word(rawValue: field.text.text) else {
      throw error(field, expected: Word.allCases.map(\.rawValue).joined(separator: " or "))
    }
    return word
  }

  private func parseDirection(_ field: Field) throws(TraceError) -> ScrollDirection {
    switch field.text.text {
    case ScrollDirection.forward.word: return .forward
    case ScrollDirection.backward.word: return .backward
    default: throw error(field, expected: "forward or backward")
    }
  }

  private func parseViewport(
    _ field: Field
  ) throws(TraceError) -> ViewportSize {
    var text = field.text
    guard let width = Millionths(parsing: text.popField(before: UInt8(ascii: "x")))?.double,
      let height = Millionths(parsing: text.trimmed)?.double,
      TraceHeader.sides.contains(width), TraceHeader.sides.contains(height)
    else {
      throw error(
        field,
        expected: "WIDTHxHEIGHT in points such as 390x844, each from 1 to \(TraceLimits.side)")
    }
    return ViewportSize(width: width, height: height)
  }

  private func parseLayout(_ field: Field) throws(TraceError) -> Layout {
    do { return try Layout(parsing: field.text.text) } catch {
      // The error quotes the field in full.
      let detail = "\(error)"
      throw self.error(
        field,
        expected: "a layout such as grid:columns=3"
          + (detail.count > 400 ? "" : ", but \(ClippedText(quoting: detail))"))
    }
  }
}
