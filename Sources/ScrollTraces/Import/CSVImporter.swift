import ScrollLayout

/// Makes a trace of a scroll that a browser or an app recorded:
/// `t_ms,scroll_y[,touch][,phase][,src]`.
///
/// Columns are found by their names in the first line; others are ignored. Lines end in LF or
/// CRLF; empty lines and lines that begin with `#` are passed over. Numbers may have more
/// than six decimals, which are rounded off.
///
/// - `t_ms` is a time in milliseconds from anywhere; it must ascend. The trace begins at the
///   first row.
/// - `scroll_y` is the offset in points, within the content that the layout and the
///   catalog make, or at most one viewport beyond.
/// - `touch` is 1, true or down while a finger touches, else 0, false, up or nothing.
/// - `phase` is tracking, decelerating or idle; it counts as a touch while it is tracking,
///   where there is no column `touch`. The other phases are worked out anew, because they
///   must fit the resampled motion.
/// - `src` says who wrote a row: where it is there, rows of `raf` (animation frames) count
///   and others are passed over, unless no row is one.
///
/// The rows are resampled to 60 Hz and the recorder's own stalls bridged, as
/// `RecordedScroll` describes; a gap in which nothing moved stays a pause.
public struct CSVImporter: Sendable {
  /// The fields that the file lacks: title, provenance, viewport, layout and so on.
  ///
  /// The kind should be `recorded`.
  public var header: TraceHeader
  public var catalog: TraceCatalog

  public init(header: TraceHeader, catalog: TraceCatalog) {
    self.header = header
    self.catalog = catalog
  }

  /// Reads a recording.
  /// - Throws: `TraceError` for the first thing that is wrong.
  public func load(_ path: String) throws(TraceError) -> ScrollTrace {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads a recording from the bytes of a file; messages call it `file`.
  public func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollTrace {
    func unusable(_ fact: String, line: Int? = nil, expected: String) -> TraceError {
      TraceError(
        file: file, line: line, subject: line == nil ? .file : .line, found: .fact(fact),
        expected: expected)
    }
    let content: TraceContent
    do {
      content = try TraceContent(header: header, catalog: catalog)
    } catch {
      throw unusable("has no place on its layout, because \(error)", expected: "another layout")
    }
    var reader = CSVScrollReader(bytes, file: file, allowed: content.allowedOffsets)
    let recording = try reader.read()
    do {
      return try ScrollTrace(content: content, movement: .samples(recording.motion()))
    } catch {
      throw unusable("cannot be used, because \(error)", expected: "a scroll")
    }
  }
}
