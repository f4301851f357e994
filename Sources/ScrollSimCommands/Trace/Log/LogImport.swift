import ScrollCore
import ScrollLayout
import ScrollTraces

/// Makes a trace of the log of a cache that was told where the screen is.
struct LogImport {
  let made: ScrollImport
  /// What the log was, and how its hits compare.
  let notes: [(name: String, value: String)]

  /// Makes the trace.
  /// - Parameters:
  ///   - path: of the log.
  ///   - options: of the trace; its layout and images replace those of the log.
  ///   - provenance: of the log, in one line.
  ///   - own: pictures in place of the log's; nil for these.
  /// - Throws: `CommandError` for a log that is no scroll.
  init(
    _ path: String, _ options: TraceOptions, provenance: String, own: TraceCatalog?
  ) throws(CommandError) {
    let log = try CacheLogInput.load(path)
    let screen = try options.parsedViewport()
    let content = try LogContent(log, breadth: screen.width)
    let scroll = try LogScroll(log, from: content.origin)
    let layout: Layout
    if options.layout == nil, own == nil, let seen = content.layout {
      layout = seen
    } else {
      layout = try options.parsedLayout()
    }
    let header = TraceHeader(
      title: options.title ?? "A scroll from the log of a cache", provenance: provenance,
      kind: .recorded, viewport: Self.viewport(scroll.length, on: layout, screen),
      direction: options.scrollDirection, decelerationRate: options.decelerationRate,
      layout: layout)
    do {
      made = try CSVImporter(header: header, catalog: own ?? content.catalog)
        .read(scroll.bytes, file: path)
    } catch {
      var error = error
      error.line = nil
      error.subject = .file
      if case .text = error.found { error.found = .fact("scrolls beyond the keys that it has") }
      error.expected +=
        "; another --layout, or --catalogue with as many items as the content had"
      throw CommandError(error)
    }
    let operations = Words.count(log.entries.count, "operation")
    notes = [
      ("log", "\(operations) on \(Words.count(log.keys.count, "key"))"),
      ("hits", try LogHits(log).comparison(with: made.trace)),
    ]
  }

  /// The screen as the log has it, in the limits of a trace.
  private static func viewport(
    _ length: Double, on layout: Layout, _ screen: ViewportSize
  ) -> ViewportSize {
    let length = min(max(length, 1), 100_000)
    return layout.axis == .vertical
      ? ViewportSize(width: screen.width, height: length)
      : ViewportSize(width: length, height: screen.height)
  }
}
