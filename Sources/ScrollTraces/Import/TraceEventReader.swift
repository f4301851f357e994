import ScrollLayout

/// A reader for the scrolling of a page in the trace events of Chromium.
///
/// The format is Chrome's and Perfetto's JSON (D. Bruant, N. Duca, "Trace Event Format"). It is an
/// array of events, whose closing bracket may be missing, or an object with `traceEvents`. The
/// reader uses the events of the categories `input` and `input.scrolling` that Chromium writes:
///
/// - `InputHandlerProxy::HandleGestureScrollUpdate_Result`: `args.scroll_deltas.visual_offset_y`
///   (or `_x`), the offset after a step, in whole pixels of the screen;
/// - `EventLatency` with `args.event_latency.event_type`: a finger touches at `TOUCH_PRESSED` and
///   has left at `TOUCH_RELEASED`.
///
/// If several processes scroll, the one with the most steps counts; scroll views within its page
/// are not distinguished. Chromium writes nothing while a page rests. So if two offsets are more
/// than 100 ms apart, the page rested until one frame before the second. The names of events are
/// those of Chromium 156, whose own trace tool reads the same offsets
/// (`chrome.scroll_jank.scroll_offsets`).
struct TraceEventReader {
  private let asked: RecordingReader
  private let source: RecordingSource
  private var steps: [TraceEvent] = [], touches: [TraceEvent] = []

  init(_ asked: RecordingReader, _ source: RecordingSource) {
    self.asked = asked
    self.source = source
  }

  /// Returns `true` if a JSON text has trace events.
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
        expected: "a trace with the category input: in DevTools, turn on 'Show all events'")
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

  /// Reads all events, keeps those about scrolling and returns the number of events.
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

/// The movement of a page in Chromium, step by step, as rows.
struct ChromiumScroll {
  private(set) var rows: RecordingRows

  private let scale: Double
  private var isTouched = false
  private var last: (time: Double, offset: Double)?
  /// A finger that touched before the first step.
  private var early: TraceEvent?

  init(scale: Double, of source: RecordingSource) {
    self.scale = scale
    rows = RecordingRows(
      ["t_ms", "scroll_y", "touch"], names: ["t_ms": "ts", "scroll_y": "visual_offset"],
      of: source)
  }

  /// Adds a movement of the page.
  mutating func move(_ step: TraceEvent) {
    let offset = offset(of: step)
    if let early, last == nil { append(early.time, offset, at: early) }
    early = nil
    if let last, offset != last.offset, step.time - last.time > RecordingRows.longestStep {
      append(step.time - RecordingRows.frame, last.offset, at: step)
    }
    append(step.time, offset, at: step)
  }

  /// Adds a touch or release of a finger, before a step or after the last one.
  mutating func touch(_ touch: TraceEvent, before step: TraceEvent?) {
    guard let isTouch = touch.isTouch, isTouch != isTouched else { return }
    isTouched = isTouch
    guard let last else {
      early = isTouch ? touch : nil
      return
    }
    var offset = last.offset
    if let step, step.time > last.time, step.time - last.time <= RecordingRows.longestStep {
      let share = (touch.time - last.time) / (step.time - last.time)
      offset += (self.offset(of: step) - offset) * share
    }
    append(touch.time, offset, at: touch)
  }

  private func offset(of step: TraceEvent) -> Double { (step.offset ?? 0) / scale }

  /// Adds a row; of two events at the same moment the first one counts.
  private mutating func append(_ time: Double, _ offset: Double, at event: TraceEvent) {
    if let last, time <= last.time { return }
    let touch: ArraySlice<UInt8> = isTouched ? [UInt8(ascii: "1")] : [UInt8(ascii: "0")]
    rows.append(time, offset, [touch], at: event.place)
    last = (time, offset)
  }
}

/// A trace event about scrolling.
struct TraceEvent {
  /// The time in milliseconds.
  private(set) var time = 0.0
  private(set) var process = ""
  /// The offset in pixels of the screen; `nil` for an event about a touch.
  private(set) var offset: Double?
  /// A Boolean value that indicates whether a finger touches from now on; `nil` if the event is not
  /// about a touch.
  private(set) var isTouch: Bool?
  private(set) var place: RecordingPlace
  /// A Boolean value that indicates whether the event has the fields of every trace event.
  private(set) var isTraceEvent = false

  private static let result = Array("InputHandlerProxy::HandleGestureScrollUpdate_Result".utf8)
  private static let latency = Array("EventLatency".utf8)

  /// Reads an event.
  /// - Returns: `nil` for anything but an object.
  /// - Throws: `TraceError` for invalid JSON, and for an invalid time in an event that counts.
  init?(
    _ reader: inout JSONReader, axis: Layout.Axis, named name: @autoclosure () -> String
  ) throws(TraceError) {
    place = RecordingPlace(byte: reader.place)
    guard reader.next == UInt8(ascii: "{") else {
      try reader.skip()
      return nil
    }
    var kind: ArraySlice<UInt8> = [], phase: ArraySlice<UInt8> = []
    var time: ArraySlice<UInt8>?, process: ArraySlice<UInt8>?
    // Keys are in any order, so the meaning of the arguments is known at the end.
    var arguments: JSONReader?
    try reader.readObject("a trace event") { (name, reader) throws(TraceError) in
      switch name {
      case "name": kind = try reader.value() ?? []
      case "ph": phase = try reader.value() ?? []
      case "ts": time = try reader.value()
      case "pid": process = try reader.value()
      case "args" where reader.next == UInt8(ascii: "{"):
        arguments = reader
        try reader.skip()
      default: try reader.skip()
      }
    }
    isTraceEvent = !phase.isEmpty && !kind.isEmpty
    guard let arguments, !phase.elementsEqual("e".utf8), !phase.elementsEqual("E".utf8) else {
      return
    }
    if kind.elementsEqual(Self.result) {
      offset = try Self.offset(arguments, axis)
    } else if kind.elementsEqual(Self.latency) {
      isTouch = try Self.touch(arguments)
    }
    guard offset != nil || isTouch != nil else { return }
    place.name = name()
    let source = RecordingSource(bytes: reader.bytes, file: reader.file)
    let expected = "a time in microseconds"
    self.time = try source.number(time, "ts", at: place, expected: expected) / 1000
    guard abs(self.time) < 9e12 else {
      throw source.error(
        place, field: "ts", .text(ClippedText(bytes: time ?? [])), expected: expected)
    }
    self.process = process?.text ?? ""
  }

  private static func offset(
    _ arguments: JSONReader, _ axis: Layout.Axis
  ) throws(TraceError) -> Double? {
    let wanted = axis == .vertical ? "visual_offset_y" : "visual_offset_x"
    var offset: Double?
    try read("scroll_deltas", of: arguments) { (name, reader) throws(TraceError) in
      guard name == wanted else { return try reader.skip() }
      offset = try reader.number()
    }
    return offset.flatMap { abs($0) <= Double(TraceLimits.points) ? $0 : nil }
  }

  private static func touch(_ arguments: JSONReader) throws(TraceError) -> Bool? {
    var type: ArraySlice<UInt8>?
    try read("event_latency", of: arguments) { (name, reader) throws(TraceError) in
      guard name == "event_type" else { return try reader.skip() }
      type = try reader.value()
    }
    guard let type else { return nil }
    if type.elementsEqual("TOUCH_PRESSED".utf8) { return true }
    // Steps of a fling (INERTIAL_...) arrive for some milliseconds after the finger that catches
    // it.
    return type.elementsEqual("TOUCH_RELEASED".utf8) ? false : nil
  }

  /// Reads the fields of an object in the arguments.
  private static func read(
    _ wanted: String, of arguments: JSONReader,
    _ body: (String, inout JSONReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    var arguments = arguments
    try arguments.readObject("args") { (name, reader) throws(TraceError) in
      guard name == wanted, reader.next == UInt8(ascii: "{") else { return try reader.skip() }
      try reader.readObject(wanted, body)
    }
  }
}
