/// Lines of fields with a separator between them, with a header or without.
///
/// The separator is the first of comma, semicolon, tab and bar that the first line has, else any
/// number of blanks, or the requested one. The id column has one of `idNames`, or is the one
/// that was asked for; of several it is the first in which a value recurs, since a number of the line
/// is no id. The size column has one of `sizeNames`, in any case and place. Other columns are
/// ignored. A column may be given by its number from 1, and must be where there is no header. Names
/// may stand in a comment (`#`) before the first line. Ids are decimal, or texts where the first
/// lines have others. A field may stand in double quotes, but no line break in it. Size 0 is kept,
/// empty lines are ignored.
enum CSVFormat {
  static let idNames = [
    "id", "obj_id", "key", "object_id", "objectid", "obj", "object", "url", "uri", "path",
    "image", "image_id",
  ]
  static let sizeNames = [
    "size", "obj_size", "bytes", "object_size", "objectsize", "size_bytes", "content_length",
    "length",
  ]

  static let descriptor = RequestFormat(
    "csv", "Separated values with a header: id, key or url, and perhaps size.",
    sizes: .perhaps, endings: [".csv", ".tsv"], contents: "one request per line after the header",
    mismatch: { beginning in
      guard beginning.bytes.span.looksLikeText() else { return "no text" }
      guard let sample = ColumnSample(beginning), let names = sample.names else {
        return "its first line has no names"
      }
      let isOne = (try? CSVColumns(names, sample, RequestOptions(), in: "")) != nil
      return isOne ? nil : "its first line names no \(idNames[..<3].joined(separator: ", no "))"
    }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    var columns = try columns(of: &file, options)
    recorder.reading += ": \(columns.words)"
    recorder.doubts = columns.doubts
    if !options.includesSizes { columns.size = nil }
    if columns.size == nil { recorder.leaveOutSizes() }
    var hasBegun = !columns.hasHeader
    while let line = try file.nextLine() {
      let bytes = file.window.span
      guard !bytes.trimmed(line).isEmpty else { continue }
      if !hasBegun || recorder.isEmpty, bytes[line.lowerBound] == UInt8(ascii: "#") { continue }
      guard hasBegun else {
        hasBegun = true
        continue
      }
      let idField = bytes.field(columns.id, of: line, columns.delimiter)
      let id = idField.flatMap { columns.hasTextIDs ? bytes.hash(of: $0) : bytes.decimal(in: $0) }
      guard let id else {
        throw wrong(
          "the id", idField, bytes, file.path, file.line,
          expected: columns.hasTextIDs
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

  /// Which columns to take.
  private static func columns(
    of file: inout RequestBytes, _ options: RequestOptions
  ) throws(RequestFormatError) -> CSVColumns {
    let beginning = try file.beginning()
    let sample = ColumnSample(beginning, delimiter: options.delimiter?.byte)
    let line = beginning.firstText
    let delimiter =
      options.delimiter?.byte ?? sample?.delimiter
      ?? ColumnSample.delimiter(of: line.utf8) ?? UInt8(ascii: " ")
    guard options.hasHeader else {
      return try CSVColumns(withoutHeader: options, delimiter, in: file.path)
    }
    // Names as the sample has them, else those of the first line, whatever it has.
    let names = sample?.names ?? ColumnSample.names(of: line, delimiter)
    let shown = beginning.bytes.span.quoted(beginning.firstLine)
    return try CSVColumns(names, sample, options, delimiter, shown: shown, in: file.path)
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
  /// A Boolean value that indicates whether the first line holds the names.
  var hasHeader = true
  /// A Boolean value that indicates whether ids are texts.
  var hasTextIDs: Bool
  /// Of all columns; empty without.
  private var names: [String] = []
  /// Warnings about columns that the reader ignores.
  private(set) var doubts: [String] = []

  /// By names, or by numbers.
  /// - Throws: `RequestFormatError` for a column that is not named.
  init(
    _ names: [String], _ sample: ColumnSample?, _ options: RequestOptions,
    _ delimiter: UInt8? = nil, shown: String? = nil, in file: String
  ) throws(RequestFormatError) {
    self.names = names
    self.delimiter = delimiter ?? sample?.delimiter ?? UInt8(ascii: ",")
    // Only names in a comment are in no line of their own.
    hasHeader = sample.map { $0.names == nil || $0.hasHeader } ?? true
    func missing(_ wanted: String) -> RequestFormatError {
      .wrongLine(
        file: file, line: 1, field: "the header",
        found: shown ?? "'\(String(names.joined(separator: ",").prefix(40)))'",
        expected: "a column named \(wanted)")
    }
    func place(_ asked: String) throws(RequestFormatError) -> Int {
      if let place = names.firstIndex(of: asked.lowercased()) { return place }
      if let number = Int(asked), (1...names.count).contains(number) { return number - 1 }
      throw missing(asked)
    }
    hasTextIDs = options.hasTextIDs
    if let asked = options.idColumn {
      id = try place(asked)
    } else {
      let usual = CSVFormat.idNames.compactMap { names.firstIndex(of: $0) }
      guard let first = usual.first else {
        throw missing(
          CSVFormat.idNames[..<3].joined(separator: ", ") + ", or the one of --id-column")
      }
      let rows = sample.flatMap { $0.rows.isEmpty ? nil : $0 }
      id = rows.flatMap { rows in usual.first { rows.recurs($0) } } ?? first
      if let rows, rows.numbers(id) == nil,
        rows.values(id).allSatisfy({ !$0.isEmpty && Int($0) == nil })
      {
        hasTextIDs = true
      }
    }
    let operations: Set = [
      "get", "gets", "read", "set", "put", "add", "write", "delete", "remove", "head",
    ]
    if let sample, let place = names.indices.first(where: { sample.consists($0, of: operations) }),
      Set(sample.values(place)).count > 1
    {
      doubts.append(
        "column '\(names[place])' has several operations, and each line counts as a request; "
          + "keep the lines that ask for something to count as a cache does")
    }
    if names.contains("op_count") {
      doubts.append("column 'op_count' is not used: each line counts as one request")
    }
    if let asked = options.sizeColumn {
      size = try place(asked)
    } else {
      size = CSVFormat.sizeNames.lazy.compactMap { names.firstIndex(of: $0) }.first
    }
  }

  /// By numbers alone.
  /// - Throws: `RequestFormatError` for a name, which only a header could explain.
  init(
    withoutHeader options: RequestOptions, _ delimiter: UInt8, in file: String
  ) throws(RequestFormatError) {
    self.delimiter = delimiter
    hasHeader = false
    hasTextIDs = options.hasTextIDs
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

  /// The columns in words: `id = column 2 'key', size = column 3 'size'; not used: time, op`.
  var words: String {
    func column(_ place: Int) -> String {
      "column \(place + 1)" + (place < names.count ? " '\(names[place].prefix(40))'" : "")
    }
    let unused = names.indices.filter { $0 != id && $0 != size }.map {
      String(names[$0].prefix(40))
    }
    return "id = \(column(id))" + (hasTextIDs ? " as text" : "")
      + (size.map { ", size = \(column($0))" } ?? ", no sizes")
      + (unused.isEmpty ? "" : "; not used: \(unused.prefix(8).joined(separator: ", "))")
  }
}

extension Span<UInt8> {
  /// A field of a line, trimmed and without its quotes; nil where the line has fewer.
  ///
  /// With a blank between fields any number of blanks is one.
  func field(_ column: Int, of line: Range<Int>, _ delimiter: UInt8) -> Range<Int>? {
    let isBlank = delimiter == UInt8(ascii: " ")
    let line = isBlank ? trimmed(line) : line
    var (start, index, seen, isQuoted) = (line.lowerBound, line.lowerBound, 0, false)
    while index <= line.upperBound {
      let isEnd = index == line.upperBound
      if isEnd || !isQuoted && (self[index] == delimiter || isBlank && self.isBlank(index)) {
        if seen == column { return unquoted(trimmed(start..<index)) }
        if isEnd { return nil }
        if isBlank { while index + 1 < line.upperBound, self.isBlank(index + 1) { index += 1 } }
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
