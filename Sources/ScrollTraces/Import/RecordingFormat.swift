/// The format of a file with a recorded scroll.
public enum RecordingFormat: String, Sendable, CaseIterable {
  /// Rows under a line with the names of their columns.
  case csv
  /// An array of samples, an array for each column, or a sample on each line.
  case json
  /// Chrome's and Perfetto's trace events, with Chromium's events about scrolling.
  case traceEvents = "trace-events"
  /// The pointer events of the W3C, in CSV or JSON: the movements of fingers, not those of the
  /// page.
  case pointerEvents = "pointer-events"
}

extension RecordingFormat {
  /// Returns the format of a file by its content.
  /// - Throws: `TraceError` for a compressed file, text in another encoding, or a binary Perfetto trace; the error says how to
  ///   convert it.
  static func detect(_ bytes: [UInt8], file: String) throws(TraceError) -> RecordingFormat {
    if let foreign = ForeignBytes(bytes) { throw foreign.error(file: file) }
    // The first field of a binary trace of Perfetto is a packet with a length.
    if bytes.first == 0x0a, bytes.span.looksLikeText() == false {
      throw TraceError(
        file: file, subject: .file, found: .fact("begins as Perfetto's binary traces do"),
        expected: "trace events in JSON, as Perfetto's traceconv json writes them")
    }
    let reader = JSONReader(bytes, file: file)
    guard reader.next == UInt8(ascii: "{") || reader.next == UInt8(ascii: "[") else {
      let table = CSVTable(bytes, file: file)
      return try isAboutPointers(table) ? .pointerEvents : .csv
    }
    if TraceEventReader.recognizes(reader) { return .traceEvents }
    return try isAboutPointers(JSONTable(bytes, file: file)) ? .pointerEvents : .json
  }

  /// Returns `true` if the first row is a pointer event; `false` for a file that cannot be read.
  private static func isAboutPointers(_ table: some RecordingTable) throws(TraceError) -> Bool {
    var table = table
    guard let row = try? table.nextRow() else { return false }
    return row[PointerEventReader.type]?.starts(with: Array("pointer".utf8)) ?? false
  }
}
