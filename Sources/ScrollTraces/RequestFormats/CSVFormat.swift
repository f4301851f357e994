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

/// Which fields of a line are the id and the size.
struct CSVColumns {
  /// From 0.
  let id: Int
  /// From 0; nil if there are no sizes.
  var size: Int?
  let delimiter: UInt8

  /// By the names in a header, or by numbers.
  /// - Throws: `RequestFormatError` for a column that the header does not name.
  init(
    header: Range<Int>, _ bytes: Span<UInt8>, _ options: RequestOptions, in file: String
  ) throws(RequestFormatError) {
    let delimiter = (options.delimiter ?? .comma).byte
    self.delimiter = delimiter
    let names = Self.names(in: header, bytes, delimiter, options)
    func place(_ asked: String?, _ usual: [String]) throws(RequestFormatError) -> Int? {
      let wanted = asked.map { [$0.lowercased()] } ?? usual
      if let place = names.firstIndex(where: wanted.contains) { return place }
      guard let asked else { return nil }
      if let number = Int(asked), (1...names.count).contains(number) { return number - 1 }
      throw Self.missing(wanted: asked, bytes.quoted(header), in: file)
    }
    guard let id = try place(options.idColumn, CSVFormat.idNames) else {
      throw Self.missing(
        wanted: CSVFormat.idNames.joined(separator: ", ") + ", or the one of --id-column",
        bytes.quoted(header), in: file)
    }
    self.id = id
    size = try place(options.sizeColumn, CSVFormat.sizeNames)
  }

  /// By numbers alone.
  /// - Throws: `RequestFormatError` for a name, which only a header could explain.
  init(withoutHeader options: RequestOptions, in file: String) throws(RequestFormatError) {
    delimiter = (options.delimiter ?? .comma).byte
    func place(_ asked: String?, _ what: String) throws(RequestFormatError) -> Int? {
      guard let asked else { return nil }
      guard let number = Int(asked), (1...100_000).contains(number) else {
        throw .wrongLine(
          file: file, line: 1, field: "the column of the \(what)", found: "'\(asked)'",
          expected: "its number from 1, since there is no header")
      }
      return number - 1
    }
    id = try place(options.idColumn, "ids") ?? 0
    size = try place(options.sizeColumn, "sizes")
  }

  private static func missing(
    wanted: String, _ header: String, in file: String
  ) -> RequestFormatError {
    .wrongLine(
      file: file, line: 1, field: "the header", found: header,
      expected: "a column named \(wanted)")
  }

  /// The names of the first thousand columns, in small letters.
  private static func names(
    in header: Range<Int>, _ bytes: Span<UInt8>, _ delimiter: UInt8, _ options: RequestOptions
  ) -> [String] {
    // No name that is looked for is longer than this.
    let longest = [options.idColumn, options.sizeColumn].reduce(32) {
      max($0, ($1?.utf8.count ?? 0) + 1)
    }
    var names: [String] = []
    while names.count < 1000, let field = bytes.field(names.count, of: header, delimiter) {
      names.append(
        String(decoding: field.prefix(longest).map { bytes[$0] }, as: UTF8.self).lowercased())
    }
    // A byte order mark before the first name is none of its letters.
    if let first = names.first, first.hasPrefix("\u{feff}") { names[0] = String(first.dropFirst()) }
    return names
  }
}

extension Span<UInt8> {
  /// A field of a line, trimmed and without its quotes; nil where the line has fewer.
  func field(_ column: Int, of line: Range<Int>, _ delimiter: UInt8) -> Range<Int>? {
    var (start, index, seen, isQuoted) = (line.lowerBound, line.lowerBound, 0, false)
    while index <= line.upperBound {
      let isEnd = index == line.upperBound
      if isEnd || !isQuoted && self[index] == delimiter {
        if seen == column { return unquoted(trimmed(start..<index)) }
        if isEnd { return nil }
        (start, seen) = (index + 1, seen + 1)
      } else if self[index] == UInt8(ascii: "\"") {
        isQuoted.toggle()
      }
      index += 1
    }
    return nil
  }

  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    let quote = UInt8(ascii: "\"")
    guard field.count >= 2, self[field.lowerBound] == quote, self[field.upperBound - 1] == quote
    else { return field }
    return field.lowerBound + 1..<field.upperBound - 1
  }

  /// A number for a text; nil for an empty one.
  ///
  /// FNV-1a of 64 bits (G. Fowler, L. Noll, K. Vo), the same in every run: of a hundred million
  /// texts two are the same with a probability of 0.03 %.
  func hash(of text: Range<Int>) -> UInt64? {
    guard !text.isEmpty else { return nil }
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for index in text { hash = (hash ^ UInt64(self[index])) &* 0x100_0000_01b3 }
    return hash
  }
}
