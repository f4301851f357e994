import ScrollLayout

/// Reads the scrolling of a page from the trace events of Chromium.
///
/// The format is Chrome's and Perfetto's JSON (D. Bruant, N. Duca, "Trace Event Format"): an array
/// of events, at the end of which the bracket may be missing, or an object with `traceEvents`. What
/// is read are the events of the categories `input` and `input.scrolling` that Chromium writes:
///
/// - `InputHandlerProxy::HandleGestureScrollUpdate_Result`: `args.scroll_deltas.visual_offset_y`
///   (or `_x`), the offset after a step, in whole pixels of the screen;
/// - `EventLatency` with `args.event_latency.event_type`: a finger touches at `TOUCH_PRESSED` and
///   has left at `TOUCH_RELEASED`.
///
/// Of several processes that scroll the one with most steps counts; scrollers within its page are
/// not told apart. Chromium says nothing of a page at rest: between two offsets more than 100 ms
/// apart the page rested until a frame before the second. Event names as in Chromium 156, of whose
/// own trace tool (`chrome.scroll_jank.scroll_offsets`) these offsets are a part.
struct TraceEventReader {
  private let asked: RecordingReader
  private let source: RecordingSource
  private var steps: [TraceEvent] = [], touches: [TraceEvent] = []

  init(_ asked: RecordingReader, _ source: RecordingSource) {
    self.asked = asked
    self.source = source
  }

  /// Whether a JSON text has trace events.
  static func recognizes(_ reader: JSONReader) -> Bool {
    var reader = reader
    if reader.accept("[") {
      guard let event = try? TraceEvent(&reader, axis: .vertical, named: "") else { return false }
      return event.isTraceEvent
    }
    var isFound = false
    // A text that breaks off later may have them, too.
    try? reader.readObject("a trace") { (name, reader) throws(TraceError) in
      isFound = isFound || name == "traceEvents"
      guard !isFound else { throw reader.wrong("") }
      try reader.skip()
    }
    return isFound
  }

  consuming func rows() throws(TraceError) -> RecordingRows {
    let count = try readEvents()
    let counts = steps.reduce(into: [String: Int]()) { $0[$1.process, default: 0] += 1 }
    let scrolling = counts.min { ($1.value, $0.key) < ($0.value, $1.key) }?.key
    guard let scrolling else {
      throw TraceError(
        file: source.file, subject: .file,
        found: .fact("has \(count) trace events, and no scrolling of Chromium among them"),
        expected: "a trace with the categories input and input.scrolling")
    }
    var offsets = steps.filter { $0.process == scrolling }
    offsets.sort { ($0.time, $0.place.byte) < ($1.time, $1.place.byte) }
    var path = ChromiumScroll(scale: asked.scale, of: source)
    var next = 0
    let touches = touches.filter { $0.process == scrolling }.sorted { $0.time < $1.time }
    for step in offsets {
      while next < touches.count, touches[next].time <= step.time {
        path.touch(touches[next], before: step)
        next += 1
      }
      path.move(step)
    }
    for touch in touches[next...] { path.touch(touch, before: nil) }
    return path.rows
  }

  /// Reads all events and keeps those about scrolling; returns how many there are.
  private mutating func readEvents() throws(TraceError) -> Int {
    var reader = JSONReader(source.bytes, file: source.file)
    if reader.accept("[") { return try readArray(&reader, isOpenEnded: true) }
    var count: Int?
    var found = self
    try reader.readObject("a trace") { (name, reader) throws(TraceError) in
      guard name == "traceEvents", count == nil, reader.accept("[") else {
        return try reader.skip()
      }
      count = try found.readArray(&reader, isOpenEnded: false)
    }
    self = found
    guard let count else {
      throw TraceError(
        file: source.file, subject: .file, found: .fact("has no array traceEvents"),
        expected: "trace events of Chrome or Perfetto")
    }
    return count
  }

  private mutating func readArray(
    _ reader: inout JSONReader, isOpenEnded: Bool
  ) throws(TraceError) -> Int {
    var count = 0
    while !reader.accept("]") {
      // A trace that a crash ended has no bracket at its end.
      if isOpenEnded, reader.next == nil { break }
      if count > 0 {
        guard reader.accept(",") else { throw reader.wrong("a comma or the end of the events") }
        if isOpenEnded, reader.next == nil { break }
      }
      let event = try TraceEvent(&reader, axis: asked.axis, named: "traceEvents[\(count)]")
      count += 1
      guard let event else { continue }
      if event.offset != nil { steps.append(event) }
      if event.isTouch != nil { touches.append(event) }
    }
    return count
  }
}
