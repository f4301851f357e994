/// Lines of fields with a separator between them: comma-separated values, with a header or without.
///
/// The id column is `id`, `obj_id` or `key`, or the one that was asked for; the size column is
/// `size`, `obj_size` or `bytes`, in any case and place, or the one that was asked for; other columns
/// are ignored. A column may be given by its number from 1, and must be where there is no header.
/// Ids and sizes are decimal, unless ids are said to be texts. A field may stand in double quotes,
/// but no line break in it. Size 0 is kept, empty lines are ignored.
enum CSVFormat {
  static let idNames = ["id", "obj_id", "key"]
  static let sizeNames = ["size", "obj_size", "bytes"]

  static let descriptor = RequestFormat(
    "csv", "Comma-separated values with a header: id or obj_id, and perhaps size.",
    sizes: .perhaps, endings: [".csv"], contents: "one request per line after the header",
    mismatch: { beginning in
      let bytes = beginning.bytes.span
      guard bytes.looksLikeText() else { return "no text" }
      let isOne =
        (try? CSVColumns(header: firstLine(of: bytes), bytes, RequestOptions(), in: "")) != nil
      return isOne ? nil : "its first line names no \(idNames.joined(separator: ", no "))"
    }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    var columns: CSVColumns
    if options.hasHeader {
      let header = try file.nextLine() ?? 0..<0
      columns = try CSVColumns(header: header, file.window.span, options, in: file.path)
    } else {
      columns = try CSVColumns(withoutHeader: options, in: file.path)
    }
    if !options.includesSizes { columns.size = nil }
    if columns.size == nil { recorder.leaveOutSizes() }
    while let line = try file.nextLine() {
      let bytes = file.window.span
      guard !bytes.trimmed(line).isEmpty else { continue }
      let idField = bytes.field(columns.id, of: line, columns.delimiter)
      let id = idField.flatMap { options.hasTextIDs ? bytes.hash(of: $0) : bytes.decimal(in: $0) }
      guard let id else {
        throw wrong(
          "the id", idField, bytes, file.path, file.line,
          expected: options.hasTextIDs
            ? "a text" : "a whole number from 0 to \(UInt64.max), or --text-ids for texts")
      }
      var size = 1
      if let column = columns.size {
        let field = bytes.field(column, of: line, columns.delimiter)
        let value = field.flatMap { bytes.decimal(in: $0) }.flatMap(Int.init(exactly:))
        // All sizes together must be a number of bytes, too.
        guard let value, recorder.accepts(value) else {
          throw wrong(
            "the size", field, bytes, file.path, file.line,
            expected:
              "a whole number of bytes from 0, all of them adding up to at most \(Int.max)")
        }
        size = value
      }
      try recorder.append(id, size: size)
    }
  }

  private static func firstLine(of bytes: Span<UInt8>) -> Range<Int> {
    var end = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return 0..<(end > 0 && bytes[end - 1] == UInt8(ascii: "\r") ? end - 1 : end)
  }

  private static func wrong(
    _ name: String, _ field: Range<Int>?, _ bytes: Span<UInt8>, _ file: String, _ line: Int,
    expected: String
  ) -> RequestFormatError {
    .wrongLine(
      file: file, line: line, field: name, found: field.map { bytes.quoted($0) } ?? "missing",
      expected: expected)
  }
}
