import Foundation
import ScrollCaching

/// Comma-separated values with a header that names an id column, and perhaps a size column.
///
/// The id column is `id`, `obj_id` or `key`, or the one that was asked for; the size column is
/// `size`, `obj_size` or `bytes`, in any case and place; other columns are ignored. Ids and sizes
/// are decimal. A field may stand in double quotes, but no line break in it. Size 0 is kept, empty
/// lines are ignored.
enum CSVFormat {
  static let idNames = ["id", "obj_id", "key"]
  static let sizeNames = ["size", "obj_size", "bytes"]

  static let descriptor = RequestFormat(
    "csv", "Comma-separated values with a header: id or obj_id, and perhaps size.",
    sizes: .perhaps, endings: [".csv"],
    recognizes: { $0.data.span.looksLikeText() && (try? columns(of: $0)) != nil }, read: read)

  static func read(
    _ file: RequestFile, includingSizes: Bool
  ) throws(RequestFormatError) -> RequestStream {
    let (idColumn, sizeColumn) = try columns(of: file)
    let bytes = file.data.span
    var lines = TextLines(bytes)
    _ = lines.nextLine(in: bytes)
    var recorder = RequestRecorder(
      capacity: bytes.count / 16, includesSizes: includingSizes && sizeColumn != nil)
    var total = 0
    while let line = lines.nextLine(in: bytes) {
      guard !bytes.trimmed(line).isEmpty else { continue }
      guard let id = number(in: idColumn, of: line, bytes) else {
        throw wrong("the id", in: idColumn, of: line, bytes, file, lines.number)
      }
      var size = 1
      if let sizeColumn {
        let value = number(in: sizeColumn, of: line, bytes).flatMap(Int.init(exactly:))
        // All sizes together must be a number of bytes, too.
        guard let value, !total.addingReportingOverflow(value).overflow else {
          throw wrong("the size", in: sizeColumn, of: line, bytes, file, lines.number)
        }
        size = value
        total += value
      }
      guard recorder.count < RequestRecorder.limit else {
        throw .tooManyRequests(file: file.path, limit: RequestRecorder.limit)
      }
      recorder.append(id, size: size)
    }
    return try recorder.finish(file, expected: "one request per line after the header")
  }

  /// The places of the id and the size in a line, from the header.
  static func columns(
    of file: RequestFile
  ) throws(RequestFormatError) -> (id: Int, size: Int?) {
    let bytes = file.data.span
    var lines = TextLines(bytes)
    let header = lines.nextLine(in: bytes) ?? 0..<0
    let wanted = file.idColumn?.lowercased()
    // No name that is looked for is longer than this.
    let longest = max(32, (wanted?.utf8.count ?? 0) + 1)
    var names: [String] = []
    while names.count < 1000, let field = bytes.field(names.count, of: header) {
      names.append(
        String(decoding: field.prefix(longest).map { bytes[$0] }, as: UTF8.self).lowercased())
    }
    // A byte order mark before the first name is none of its letters.
    if let first = names.first, first.hasPrefix("\u{feff}") { names[0] = String(first.dropFirst()) }
    let idNames = wanted.map { [$0] } ?? idNames
    guard let id = names.firstIndex(where: idNames.contains) else {
      throw .wrongLine(
        file: file.path, line: 1, field: "the header", found: bytes.quoted(header),
        expected: "a column named \(file.idColumn ?? idNames.joined(separator: ", "))")
    }
    return (id, names.firstIndex(where: sizeNames.contains))
  }

  private static func number(
    in column: Int, of line: Range<Int>, _ bytes: Span<UInt8>
  ) -> UInt64? {
    bytes.field(column, of: line).flatMap { bytes.decimal(in: $0) }
  }

  private static func wrong(
    _ name: String, in column: Int, of line: Range<Int>, _ bytes: Span<UInt8>,
    _ file: RequestFile, _ number: Int
  ) -> RequestFormatError {
    let found = bytes.field(column, of: line).map { bytes.quoted($0) } ?? "missing"
    return .wrongLine(
      file: file.path, line: number, field: name, found: found,
      expected: name == "the id"
        ? "a whole number from 0 to \(UInt64.max)"
        : "a whole number of bytes from 0, all of them adding up to at most \(Int.max)")
  }
}

extension Span<UInt8> {
  /// A field of a line of comma-separated values, trimmed and without its quotes; nil where
  /// the line has fewer.
  fileprivate func field(_ column: Int, of line: Range<Int>) -> Range<Int>? {
    var (start, index, seen, isQuoted) = (line.lowerBound, line.lowerBound, 0, false)
    while index <= line.upperBound {
      let isEnd = index == line.upperBound
      if isEnd || !isQuoted && self[index] == UInt8(ascii: ",") {
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
}
