import ScrollCore
public import ScrollLayout

/// Makes a trace of a scroll that a browser or an app recorded:
/// `t_ms,scroll_y[,touch][,phase][,width,height][,visible][,src]`.
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
/// - `width` and `height` are the viewport in points, the same in every row, and take the place of
///   the header's. Sides that change places are a device that was turned: an event `rotate`.
/// - `visible` is 0 while the app or the page is in the background, else 1: events `background` and
///   `foreground`.
/// - `src` says who wrote a row: where it is there, rows of `raf` (animation frames) count
///   and others are passed over, unless no row is one.
///
/// The rows are resampled to the recorder's 60, 90 or 120 Hz and its own stalls bridged, as
/// `RecordedScroll` describes; a gap in which nothing moved stays a pause.
public struct CSVImporter: Sendable {
  /// The fields that the file lacks: title, provenance, layout and so on, and the viewport unless
  /// the file has it.
  ///
  /// The kind should be `recorded`.
  public var header: TraceHeader
  /// The images; nil makes up photos of 1024x768, as many as the scroll reaches.
  public var catalog: TraceCatalog?

  public init(header: TraceHeader, catalog: TraceCatalog?) {
    self.header = header
    self.catalog = catalog
  }

  /// Reads a recording.
  /// - Throws: `TraceError` for the first thing that is wrong.
  public func load(_ path: String) throws(TraceError) -> ScrollImport {
    try read(try InputFile.read(path), file: path)
  }

  /// Reads a recording from the bytes of a file; messages call it `file`.
  public func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollTrace {
    try read(bytes, file: file).trace
  }

  /// The same, with what the recording was like.
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
      throw unusable("has no place on its layout, because \(error)", expected: "another layout")
    }
    if !recording.scroll.offsets.allSatisfy(allowed.contains) {
      // Once more, to find the line.
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

/// A trace that was made of a recording.
public struct ScrollImport: Sendable {
  public let trace: ScrollTrace
  /// As it was recorded: rows, their rate, gaps.
  public let recording: RecordedScroll
}

extension TraceCatalog {
  /// Photos whose content is at least so long, at most a hundred thousand of them.
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
