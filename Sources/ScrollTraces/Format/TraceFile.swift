import ScrollCore

/// Files of the format `.scroll`.
public enum TraceFile {
  /// The ending of the names of traces.
  public static let pathExtension = "scroll"

  /// Reads a trace.
  /// - Throws: `TraceError` for the first thing that is wrong; `isMissingInput` tells a file
  ///   that cannot be read from one that says nonsense.
  public static func load(_ path: String) throws(TraceError) -> ScrollTrace {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads a trace from the bytes of a file; messages call it `file`.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollTrace {
    var reader = TraceReader(bytes, file: file)
    return try reader.read().digested(as: SHA256(of: bytes).hex)
  }

  /// Everything that is wrong with a file, by ascending line, the first thousand at most; nothing
  /// if it is a trace.
  ///
  /// The first one need not be what `load(_:)` says, which stops at the line that it cannot do
  /// without. A row that is wrong is left out of what is checked behind it, and what depends on
  /// the whole, such as the range of offsets, is checked only where every line is right.
  /// - Throws: `TraceError` for a file that cannot be read.
  public static func problems(of path: String) throws(TraceError) -> [TraceError] {
    problems(in: try InputFile.read(path), file: path)
  }

  /// The same of the bytes of a file; messages call it `file`.
  public static func problems(in bytes: [UInt8], file: String) -> [TraceError] {
    TraceReader.problems(in: bytes, file: file)
  }

  /// Reads a trace as `load(_:)` does and summarizes it.
  public static func validate(_ path: String) throws(TraceError) -> TraceSummary {
    try load(path).summary
  }

  /// The text of a trace in UTF-8, which reads back as an equal trace.
  public static func bytes(of trace: ScrollTrace) -> [UInt8] {
    TraceWriter(trace.header, trace.catalog).bytes(trace.movement, trace.events)
  }

  /// The text of a file before its movement: header, images and items.
  package static func head(_ header: TraceHeader, _ catalog: TraceCatalog) -> String {
    String(decoding: TraceWriter(header, catalog).head(), as: UTF8.self)
  }
}
