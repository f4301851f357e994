import ScrollCore
public import ScrollLayout

/// An importer for a scroll that a browser or an app recorded, as CSV.
///
/// The columns are `t_ms,scroll_y[,touch][,phase][,width,height][,visible][,src]`.
///
/// Columns are found by their names in the first line; others are ignored. Lines end in LF or CRLF;
/// empty lines and lines that begin with `#` are skipped. Numbers may have more than six decimals,
/// which are rounded.
///
/// - `t_ms` is a time in milliseconds from any origin; it must ascend. The trace begins at the
///   first row.
/// - `scroll_y` is the offset in points, within the content of the layout and the catalog, or at
///   most one viewport beyond.
/// - `touch` is 1, true or down while a finger touches, else 0, false, up or empty.
/// - `phase` is tracking, decelerating or idle. Without a column `touch`, a finger touches in the
///   rows whose phase is tracking. The other phases are computed anew, because they must fit the
///   resampled motion.
/// - `width` and `height` are the viewport in points, the same in every row, and replace the
///   header's. If the two sides are exchanged, the device was rotated: an event `rotate`.
/// - `visible` is 0 while the app or the page is in the background, else 1. A change makes an event
///   `background` or `foreground`.
/// - `src` is the writer of a row. If any row has the value `raf` (animation frames), all rows with
///   other values are skipped.
///
/// The rows are resampled at the recorder's rate of 60, 90 or 120 Hz. Gaps from stalls of the
/// recorder itself are bridged, as `RecordedScroll` describes; a gap without movement stays a
/// pause.
public struct CSVImporter: Sendable {
  /// The facts that the file lacks: title, provenance, layout and so on, and the viewport unless
  /// the file has it.
  ///
  /// The kind should be `recorded`.
  public var header: TraceHeader
  /// The images; `nil` for as many generated photos of 1024x768 pixels as the scroll reaches.
  public var catalog: TraceCatalog?

  public init(header: TraceHeader, catalog: TraceCatalog?) {
    self.header = header
    self.catalog = catalog
  }

  /// Reads a recording.
  /// - Throws: `TraceError` for the first error.
  public func load(_ path: String) throws(TraceError) -> ScrollImport {
    try read(try InputFile.read(path), file: path)
  }

  /// Reads a recording from the bytes of a file, with `file` as its name in messages.
  public func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollTrace {
    try read(bytes, file: file).trace
  }

  /// Reads a recording from the bytes of a file, and returns it with the trace.
  public func read(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollImport {
    func unusable(_ fact: String, expected: String) -> TraceError {
      TraceError(file: file, subject: .file, found: .fact(fact), expected: expected)
    }
    var reader = CSVScrollReader(bytes, file: file)
    let recording = try reader.read()
    let furthest = recording.scroll.offsets.reduce(0, max)
    let content: TraceContent
    let allowed: ClosedRange<Double>
    do {
      let header = recording.viewport.map { self.header.seen(in: $0) } ?? self.header
      content = try TraceContent(
        header: header,
        catalog: try catalog ?? .photos(reaching: furthest + header.viewportLength, under: header))
      allowed = TraceContent.allowedOffsets(in: try content.epochs(recording.events))
    } catch {
      throw unusable("does not fit its layout, because \(error)", expected: "another layout")
    }
    if !recording.scroll.offsets.allSatisfy(allowed.contains) {
      // The second pass finds the line.
      var again = CSVScrollReader(bytes, file: file, allowed: allowed)
      _ = try again.read()
    }
    do {
      return ScrollImport(
        trace: try ScrollTrace(
          content: content, movement: .samples(recording.scroll.motion()),
          events: recording.events),
        recording: recording.scroll)
    } catch {
      throw unusable("cannot be used, because \(error)", expected: "a scroll")
    }
  }
}

/// A trace that was made from a recording.
public struct ScrollImport: Sendable {
  public let trace: ScrollTrace
  /// The recording: rows, their rate, gaps.
  public let recording: RecordedScroll
}

extension TraceCatalog {
  /// Returns a catalog with enough photos for content of a length, at most a hundred thousand.
  fileprivate static func photos(
    reaching length: Double, under header: TraceHeader
  ) throws(LayoutError) -> TraceCatalog {
    let most = 100_000
    var items = 30
    while true {
      let catalog = TraceCatalog(CatalogRecipe(items: items))
      let extent = try TraceContent(header: header, catalog: catalog).placement.extent
      guard extent < length, items < most else { return catalog }
      let needed = Double(items) * length / max(extent, 1)
      items = min(most, max(items + 10, Int(min(needed.rounded(.up), Double(most)))))
    }
  }
}
