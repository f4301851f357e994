import ScrollCore
import ScrollLayout

extension TraceReader {
  /// Reads `key: value` lines up to the first section.
  mutating func readHeader() throws(TraceError) -> Header {
    var fields: [String: Field] = [:]
    while !isBoundary {
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
      guard fields[key] == nil else {
        throw lines.error(field: key, fact: "is given twice", expected: "every key once")
      }
      fields[key] = Field(key: key, text: value.trimmed, line: lines.number)
      try advance()
    }
    return try makeHeader(fields)
  }

  /// The keys of a header, in the order in which they are written.
  static let keys = [
    "title", "provenance", "kind", "units", "viewport", "direction", "decelerationRate",
    "layout", "catalogue",
  ]

  /// The fields of a header.
  struct Header {
    var value: TraceHeader
    /// The layout as it stands there.
    var layout: Field
    /// `listed`, or `generated` and a recipe.
    var catalog: Field
  }

  /// A value of the header and where it stands.
  struct Field {
    var key: String
    var text: ArraySlice<UInt8>
    var line: Int
  }

  private func makeHeader(_ fields: [String: Field]) throws(TraceError) -> Header {
    func field(_ key: String) throws(TraceError) -> Field {
      guard let field = fields[key] else {
        throw TraceError(
          file: lines.file, subject: .field(key), found: .fact("is missing"),
          expected: "a header with \(key)")
      }
      return field
    }
    let (title, provenance) = (try field("title"), try field("provenance"))
    let kind: TraceHeader.Kind = try word(field("kind"))
    let units = try field("units")
    guard units.text.text == "pt ms" else { throw error(units, expected: "'pt ms'") }
    let viewport = try parseViewport(field("viewport"))
    let direction = try parseDirection(field("direction"))
    let rate: DecelerationRate = try fields["decelerationRate"].map(word) ?? .normal
    let layout = try field("layout")
    return try Header(
      value: TraceHeader(
        title: title.text.text, provenance: provenance.text.text, kind: kind,
        viewport: viewport, direction: direction, decelerationRate: rate,
        layout: parseLayout(layout)),
      layout: layout,
      catalog: field("catalogue"))
  }

  /// An error about a value of the header.
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
      throw self.error(
        field, expected: "a layout such as grid:columns=3, but \(ClippedText(quoting: "\(error)"))")
    }
  }
}
