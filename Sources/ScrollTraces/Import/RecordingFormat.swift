/// What a file with a recorded scroll is written in.
public enum RecordingFormat: String, Sendable, CaseIterable {
  /// Rows under a line with the names of their columns.
  case csv
  /// An array of samples, an array for each column, or a sample on each line.
  case json
  /// Chrome's and Perfetto's trace events, with what Chromium says of its scrolling.
  case traceEvents = "trace-events"
  /// The pointer events of the W3C, in CSV or JSON: what fingers did, not what the page did.
  case pointerEvents = "pointer-events"
}

extension RecordingFormat {
  /// Tells the format of a file by its content.
  /// - Throws: `TraceError` for a file that is none of them for sure, with what would help.
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

  /// Whether the first row is a pointer event; a file that cannot be read is none.
  private static func isAboutPointers(_ table: some RecordingTable) throws(TraceError) -> Bool {
    var table = table
    guard let row = try? table.nextRow() else { return false }
    return row[PointerEventReader.type]?.starts(with: Array("pointer".utf8)) ?? false
  }

  /// Files that hold recordings and must be unpacked first.
  private enum Packing: CaseIterable {
    case gzip, zstd, perfetto

    var beginning: [UInt8] {
      switch self {
      case .gzip: [0x1f, 0x8b]
      case .zstd: [0x28, 0xb5, 0x2f, 0xfd]
      // The first field of a trace, a packet of some length.
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
