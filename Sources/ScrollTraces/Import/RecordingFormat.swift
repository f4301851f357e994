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
  /// - Throws: `TraceError` for a compressed file or a binary Perfetto trace; the error says how to
  ///   convert it.
  static func detect(_ bytes: [UInt8], file: String) throws(TraceError) -> RecordingFormat {
    if let packed = Packing.allCases.first(where: { bytes.starts(with: $0.beginning) }) {
      throw TraceError(
        file: file, subject: .file, found: .fact(packed.fact), expected: packed.remedy)
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

  /// Formats of packed recordings, which must be unpacked first.
  private enum Packing: CaseIterable {
    case gzip, zstd, perfetto

    var beginning: [UInt8] {
      switch self {
      case .gzip: [0x1f, 0x8b]
      case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
      // The first field of a trace, a packet with a length.
      case .perfetto: [0x0a]
      }
    }

    var fact: String {
      switch self {
      case .gzip: "is compressed (gzip)"
      case .zstd: "is compressed (zstd)"
      case .perfetto: "begins as Perfetto's binary traces do"
      }
    }

    var remedy: String {
      switch self {
      case .gzip: "it unpacked, by gunzip"
      case .zstd: "it unpacked, by zstd -d"
      case .perfetto: "trace events in JSON, as Perfetto's traceconv json writes them"
      }
    }
  }
}
