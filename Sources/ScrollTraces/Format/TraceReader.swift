import ScrollCore
import ScrollDevice
import ScrollLayout

/// Reads the text of a `.scroll` file; Traces/README.md describes it.
///
/// The order of a file is fixed (header, images, items, movement, events, `end`), so every
/// row can be checked against what stands above it, and every error names its line. Only what
/// depends on the events, such as how long the content becomes, is checked when all is read:
/// then the section is read once more, to find the line.
///
/// The first mistake ends the reading, unless it is read to find them all (`problems(in:file:)`):
/// then a row that is wrong is passed over, and what is missing is made up.
struct TraceReader {
  var lines: LineReader
  /// So many mistakes are passed over at most.
  var patience = 0
  /// Those that were.
  var problems: [TraceError] = []
  /// The line to look at next: a section's name, or `end`.
  var line: ArraySlice<UInt8> = []
  /// The line of each gesture, for errors that are found only when they are played.
  var gestureLines: [Int] = []
  /// The line of each event.
  var eventLines: [Int] = []

  static let format = "scrollsim-trace"
  static let version = "1"

  init(_ bytes: [UInt8], file: String) {
    lines = LineReader(bytes, file: file)
  }

  /// Reads everything.
  mutating func read() throws(TraceError) -> ScrollTrace {
    guard let trace = try readWhole() else {
      preconditionFailure("a mistake was passed over: \(problems)")
    }
    return trace
  }

  /// Reads everything; nil if mistakes were passed over.
  mutating func readWhole() throws(TraceError) -> ScrollTrace? {
    try readVersion()
    let header = try readHeader()
    let catalog = try readCatalog(header)
    let atMovement = self
    var movement = try readMovement()
    let atEvents = self
    // Where all mistakes are to be found, events that are too late must not hide what depends on
    // the whole.
    let end = patience > 0 ? nil : movement?.end
    var events = try readEvents(until: end ?? TraceLimits.duration)
    while !line.isEnd {
      try pass(outOfPlace)
      try skipSection()
    }
    if let next = try lines.nextLine() {
      try pass(lines.error(next, expected: "nothing after 'end'"))
    }
    guard problems.isEmpty else { return nil }
    let content = try layOut(catalog, header)
    while let whole = movement {
      do {
        let trace = try ScrollTrace(content: content, movement: whole, events: events)
        return problems.isEmpty ? trace : nil
      } catch {
        switch error {
        case .offsetOutside(_, _, let allowed):
          try passRows(of: atMovement) { reader throws(TraceError) in
            _ = try reader.readSamples(within: allowed)
          }
          let end = whole.end ?? TraceLimits.duration
          try passRows(of: atEvents) { reader throws(TraceError) in
            _ = try reader.readEvents(until: end)
          }
          if problems.isEmpty { throw unusable(error) }
          return nil
        case .eventAfterEnd(_, _, let end):
          try passRows(of: atEvents) { reader throws(TraceError) in
            _ = try reader.readEvents(until: end)
          }
          if problems.isEmpty { throw unusable(error) }
          return nil
        default: try pass(unusable(error))
        }
        // Goes on without what is wrong.
        guard remove(error, &movement, &events) else { return nil }
      }
    }
    return nil
  }

  private func layOut(
    _ catalog: TraceCatalog, _ header: Header
  ) throws(TraceError) -> TraceContent {
    do { return try TraceContent(header: header.value, catalog: catalog) } catch {
      throw self.error(header.layout, expected: "a layout that has room, but \(error)")
    }
  }

  private mutating func readMovement() throws(TraceError) -> TraceMovement? {
    while true {
      if let motion = try readSamples() { return .samples(motion) }
      if let script = try readGestures() { return .gestures(script) }
      guard line.isEnd || line.elementsEqual("[events]".utf8) else {
        try pass(outOfPlace)
        try skipSection()
        continue
      }
      try pass(missing("samples", "it or [gestures]"))
      return nil
    }
  }

  /// The checks that need the whole trace.
  private func unusable(_ fault: TraceFault) -> TraceError {
    var line = fault.eventIndex.map { eventLines[$0] }
    if case .gesture(let error) = fault { line = gestureLines[error.index] }
    return TraceError(
      file: lines.file, line: line, subject: line == nil ? .file : .line,
      found: .fact("cannot be played, because \(fault)"),
      expected: fault.isAboutEvents
        ? "events that fit the catalogue" : "a movement within the content")
  }

  private mutating func readVersion() throws(TraceError) {
    let expected = "'\(Self.format) \(Self.version)', the first line of a scroll trace"
    let kind = FileKind(lines.bytes)
    if let kind, kind == .store {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is a database"),
        expected: "\(expected); \(kind.door)")
    }
    guard var first = try lines.nextRawLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"), expected: expected)
    }
    guard first.popField(before: UInt8(ascii: " ")).text == Self.format else {
      // What is no trace may be any file, of which nothing is quoted.
      throw TraceError(
        file: lines.file, line: lines.number, subject: .line, found: .fact("begins no trace"),
        expected: expected + (kind.flatMap { $0 == .bytes ? nil : "; \($0.door)" } ?? ""))
    }
    // Nothing is known about the lines of another one.
    guard first.trimmed.text == Self.version else {
      throw lines.error(
        field: "version", first.trimmed,
        expected: "\(Self.version), the only version there is")
    }
    try advance()
  }

  /// Goes on to the next line that says something.
  /// - Throws: `TraceError` at the end of the file, and where the last line has no end and
  ///   is not `end`: then it may have been cut in the middle.
  mutating func advance() throws(TraceError) {
    guard let next = try nextLine(), !lines.isUnterminated || next.isEnd else {
      throw TraceError(
        file: lines.file, line: lines.number, subject: .file, found: .fact("is cut off here"),
        expected: "a last line 'end'")
    }
    line = next
  }

  /// Whether the current line begins a section or ends the file.
  var isBoundary: Bool { line.first == UInt8(ascii: "[") || line.isEnd }

  private mutating func nextLine() throws(TraceError) -> ArraySlice<UInt8>? {
    while true {
      do { return try lines.nextLine() } catch { try pass(error) }
    }
  }

  /// Reads the rows of a section, if it comes next.
  /// - Parameters:
  ///   - section: its name.
  ///   - columns: the names of its columns.
  ///   - further: whether there may be such a column behind them; it changes nothing if not.
  ///   - replaceRow: takes the place of a row that is passed over.
  ///   - readRow: reads one; it changes nothing unless all of it is right.
  /// - Returns: whether it does.
  /// - Throws: the first mistake that is not passed over.
  mutating func readRows(
    of section: String, columns: String, further: (Substring) -> Bool = { _ in false },
    orElse replaceRow: () -> Void = {},
    _ readRow: (inout ArraySlice<UInt8>, borrowing LineReader) throws(TraceError) -> Void
  ) throws(TraceError) -> Bool {
    guard line.text == "[\(section)]" else { return false }
    try advance()
    let named = line.text
    let rest = named.hasPrefix(columns + ",") ? named.dropFirst(columns.count + 1) : nil
    if named != columns, rest.map(further) != true {
      try pass(lines.error(line, expected: "the names of the columns, '\(columns)'"))
    }
    if !isBoundary { try advance() }
    while !isBoundary {
      var fields = line
      do { try readRow(&fields, lines) } catch {
        try pass(error)
        replaceRow()
        fields = []
      }
      if !fields.isEmpty {
        try pass(lines.error(line, expected: "\(columns) and nothing more"))
      }
      try advance()
    }
    return true
  }

  private var outOfPlace: TraceError {
    lines.error(
      line, expected: "[images], [items], [samples] or [gestures], [events], 'end', in this order")
  }
}

extension TraceMovement {
  /// When it ends; nil where that shows when it is played.
  fileprivate var end: SimTime? {
    guard case .samples(let motion) = self else { return nil }
    return motion.duration
  }
}

extension ArraySlice<UInt8> {
  /// Whether this is the last line of a trace.
  fileprivate var isEnd: Bool { first == UInt8(ascii: "e") && elementsEqual("end".utf8) }
}

extension TraceReader {
  static let eventColumns = "time_ms,event"

  /// Reads the section `[events]`, which may be absent.
  mutating func readEvents(until end: SimTime) throws(TraceError) -> [TimedSystemEvent] {
    var events: [TimedSystemEvent] = []
    var rowLines: [Int] = []
    _ = try readRows(of: "events", columns: Self.eventColumns) {
      (fields, lines) throws(TraceError) in
      let text = fields.popField(before: UInt8(ascii: ","))
      let time = try Self.time(text, lines)
      guard time <= end else {
        throw lines.error(
          field: "time_ms", text,
          expected: "a time up to the end of the movement, \(end.milliseconds)")
      }
      if let last = events.last, time < last.time {
        throw lines.error(
          field: "time_ms", text,
          expected: "at least the time before, \(last.time.milliseconds)")
      }
      events.append(
        TimedSystemEvent(time: time, event: try Self.event(&fields, lines)))
      rowLines.append(lines.number)
    }
    eventLines = rowLines
    return events
  }

  private static func event(
    _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> SystemEvent {
    let whole = fields.popField(before: UInt8(ascii: ","))
    guard let event = SystemEvent(traceText: whole) else {
      throw lines.error(
        field: "event", whole,
        expected: "memoryPressure normal, warning or critical, background, foreground, tap, "
          + "relaunch, offline, online, externalPressure and a number of bytes from "
          + "-\(TraceLimits.pressureBytes) to \(TraceLimits.pressureBytes), rotate, insert top "
          + "or insert end and a number of items, or change, beginAccess, endAccess or "
          + "useContent and the number of an image")
    }
    return event
  }
}

extension SystemEvent {
  /// Reads the text that `description` writes; nil for any other.
  init?(traceText text: ArraySlice<UInt8>) {
    var argument = text
    let name = argument.popField(before: UInt8(ascii: " ")).text
    argument = argument.trimmed
    switch (name, argument.isEmpty) {
    case ("background", true): self = .background
    case ("foreground", true): self = .foreground
    case ("tap", true): self = .tap
    case ("relaunch", true): self = .relaunch
    case ("offline", true): self = .offline
    case ("online", true): self = .online
    case ("memoryPressure", false):
      guard let kind = PressureKind(rawValue: argument.text) else { return nil }
      self = .memoryPressure(kind)
    case ("externalPressure", false):
      let limit = TraceLimits.pressureBytes
      guard let bytes = argument.wholeNumber, -limit...limit ~= bytes else { return nil }
      self = .externalPressure(bytes: Int64(bytes))
    case ("rotate", true): self = .rotate
    case ("insert", false):
      guard let edge = Edge(rawValue: argument.popField(before: UInt8(ascii: " ")).text),
        let items = argument.trimmed.wholeNumber, 1...TraceLimits.items ~= items
      else { return nil }
      self = .insert(items: items, at: edge)
    case ("change", false), ("beginAccess", false), ("endAccess", false), ("useContent", false):
      guard let number = argument.wholeNumber, 0..<TraceLimits.images ~= number else { return nil }
      let image = ImageID(number)
      switch name {
      case "change": self = .change(image: image)
      case "beginAccess": self = .beginAccess(image: image)
      case "endAccess": self = .endAccess(image: image)
      default: self = .useContent(image: image)
      }
    default: return nil
    }
  }
}

extension TraceReader {
  static let gestureColumns = "time_ms,gesture"

  /// Reads the section `[gestures]`, nil if it does not come next.
  mutating func readGestures() throws(TraceError) -> GestureScript? {
    var gestures: [TimedGesture] = []
    var rowLines: [Int] = []
    var start: Double?
    let before = problems.count
    let isThere = try readRows(of: "gestures", columns: Self.gestureColumns) {
      (fields, lines) throws(TraceError) in
      let time = try Self.time(fields.popField(before: UInt8(ascii: ",")), lines)
      let text = fields.popField(before: UInt8(ascii: ","))
      if rowLines.isEmpty, start == nil, time == .zero, let offset = Self.start(text) {
        start = offset
        return
      }
      guard let gesture = Gesture(traceText: text) else {
        throw lines.error(field: "gesture", text, expected: Self.gestureExpectation)
      }
      gestures.append(TimedGesture(at: time, gesture))
      rowLines.append(lines.number)
    }
    gestureLines = rowLines
    guard isThere else { return nil }
    if gestures.isEmpty, problems.count == before { try pass(empty("gestures")) }
    return GestureScript(start: start ?? 0, gestures)
  }

  private static let gestureExpectation =
    "'wait MS', 'drag POINTS over MS release VELOCITY', 'flick VELOCITY', 'scrollToTop', "
    + "'scroll OFFSET', or 'start OFFSET' as the first at 0, every number from -1e9 to 1e9"

  private static func start(_ text: ArraySlice<UInt8>) -> Double? {
    var argument = text
    guard argument.popField(before: UInt8(ascii: " ")).text == "start" else { return nil }
    return Gesture.number(argument)
  }
}

extension GestureError {
  /// Which gesture is wrong, from 0.
  var index: Int {
    switch self {
    case .notAscending(let index), .fingerStillDown(let index, _), .timeOutOfRange(let index),
      .valueOutOfRange(let index, _):
      index
    }
  }
}

extension Gesture {
  /// The gesture as it stands in a trace; times in milliseconds.
  var traceText: String {
    switch self {
    case .wait(let time): "wait \(Millionths(units: time.nanoseconds).text)"
    case .drag(let travel, let duration, let release):
      "drag \(Millionths(travel).text) over \(Millionths(units: duration.nanoseconds).text)"
        + " release \(Millionths(release).text)"
    case .flick(let velocity): "flick \(Millionths(velocity).text)"
    case .scrollToTop: "scrollToTop"
    case .scroll(let offset): "scroll \(Millionths(offset).text)"
    }
  }

  /// Reads the text that `traceText` writes; nil for any other.
  init?(traceText text: ArraySlice<UInt8>) {
    var words: [ArraySlice<UInt8>] = []
    var rest = text
    while !rest.isEmpty {
      words.append(rest.popField(before: UInt8(ascii: " ")))
      rest = rest.trimmed
    }
    guard let name = words.first?.text else { return nil }
    switch (name, words.count) {
    case ("wait", 2):
      guard let time = Self.time(words[1]) else { return nil }
      self = .wait(time)
    case ("drag", 6) where words[2].text == "over" && words[4].text == "release":
      guard let travel = Self.number(words[1]), let duration = Self.time(words[3]),
        let release = Self.number(words[5])
      else { return nil }
      self = .drag(by: travel, over: duration, release: release)
    case ("flick", 2):
      guard let velocity = Self.number(words[1]) else { return nil }
      self = .flick(velocity: velocity)
    case ("scrollToTop", 1): self = .scrollToTop
    case ("scroll", 2):
      guard let offset = Self.number(words[1]) else { return nil }
      self = .scroll(to: offset)
    default: return nil
    }
  }

  /// A number of points, or of points per second.
  static func number(_ text: ArraySlice<UInt8>) -> Double? {
    guard let number = Millionths(parsing: text)?.double,
      abs(number) <= Double(TraceLimits.points)
    else { return nil }
    return number
  }

  private static func time(_ text: ArraySlice<UInt8>) -> SimTime? {
    guard let number = Millionths(parsing: text) else { return nil }
    let time = SimTime(nanoseconds: number.units)
    return time >= .zero && time <= TraceLimits.duration ? time : nil
  }
}

extension TraceReader {
  /// So many mistakes are found at most: a file that is something else has one in every line.
  static let mostProblems = 1000

  /// Every mistake of a text, by ascending line; those that are in no line come first.
  static func problems(in bytes: [UInt8], file: String) -> [TraceError] {
    var reader = TraceReader(bytes, file: file)
    // The last one ends the reading.
    reader.patience = mostProblems - 1
    do { _ = try reader.readWhole() } catch { reader.problems.append(error) }
    let ordered = reader.problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// Passes over a mistake.
  /// - Throws: the mistake, if it is the first one too many.
  mutating func pass(_ error: TraceError) throws(TraceError) {
    guard problems.count < patience else { throw error }
    problems.append(error)
  }

  /// Passes over the mistakes that are found when rows are read again.
  /// - Parameters:
  ///   - reader: in front of them.
  ///   - readAgain: reads them.
  /// - Throws: the first one too many.
  mutating func passRows(
    of reader: TraceReader, _ readAgain: (inout TraceReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    var reader = reader
    (reader.patience, reader.problems) = (patience, problems)
    try readAgain(&reader)
    problems = reader.problems
  }

  /// Goes on behind a section that is not read.
  mutating func skipSection() throws(TraceError) {
    repeat { try advance() } while !isBoundary
  }

  /// Takes out the row that a fault is about.
  /// - Returns: whether there is one.
  mutating func remove(
    _ fault: TraceFault, _ movement: inout TraceMovement?, _ events: inout [TimedSystemEvent]
  ) -> Bool {
    if let index = fault.eventIndex {
      events.remove(at: index)
      eventLines.remove(at: index)
      return true
    }
    guard case .gesture(let error) = fault, case .gestures(let script) = movement else {
      return false
    }
    var gestures = script.gestures
    gestures.remove(at: error.index)
    gestureLines.remove(at: error.index)
    movement = .gestures(GestureScript(start: script.start, gestures))
    return true
  }
}

extension TraceReader {
  static let sampleColumns = "time_ms,offset,phase"

  /// Reads the section `[samples]`, nil if it does not come next; `allowed` is where the
  /// viewport's lower edge may be, nil if that is not known yet.
  mutating func readSamples(
    within allowed: ClosedRange<Double>? = nil
  ) throws(TraceError) -> ScrollMotion? {
    var times: [SimTime] = []
    var offsets: [Double] = []
    var phases: [ScrollPhase] = []
    // Whether a row was read, even one that is passed over.
    var hasBegun = false
    let before = problems.count
    let isThere = try readRows(of: "samples", columns: Self.sampleColumns) {
      (fields, lines) throws(TraceError) in
      let text = fields.popField(before: UInt8(ascii: ","))
      defer { hasBegun = true }
      let time = try Self.time(text, lines)
      if let last = times.last {
        guard last < time else {
          throw lines.error(
            field: "time_ms", text, expected: "more than the time before, \(last.milliseconds)")
        }
      } else if time != .zero, !hasBegun {
        throw lines.error(field: "time_ms", text, expected: "0 at the first sample")
      }
      let offset = try Self.offset(&fields, within: allowed, lines)
      phases.append(try Self.phase(&fields, lines))
      times.append(time)
      offsets.append(offset)
    }
    guard isThere else { return nil }
    if times.isEmpty, problems.count == before { try pass(empty("samples")) }
    return ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  /// A time in milliseconds.
  static func time(
    _ text: ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> SimTime {
    guard let number = Millionths(parsing: text) else {
      throw lines.error(
        field: "time_ms", text, expected: "a time in ms with at most 6 decimals")
    }
    // A millionth of a millisecond is a nanosecond.
    let time = SimTime(nanoseconds: number.units)
    guard time >= .zero, time <= TraceLimits.duration else {
      throw lines.error(
        field: "time_ms", text, expected: "a time in ms from 0 to 86400000 (a day)")
    }
    return time
  }

  private static func offset(
    _ fields: inout ArraySlice<UInt8>, within allowed: ClosedRange<Double>?,
    _ lines: borrowing LineReader
  ) throws(TraceError) -> Double {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let offset = Millionths(parsing: text)?.on64ths else {
      throw lines.error(
        field: "offset", text, expected: "a number of points with at most 6 decimals")
    }
    if let allowed, !allowed.contains(offset) {
      throw lines.error(
        field: "offset", text,
        expected: "a number of points from \(allowed.lowerBound) to \(allowed.upperBound), "
          + "at most one viewport beyond the content")
    }
    return offset
  }

  private static func phase(
    _ fields: inout ArraySlice<UInt8>, _ lines: borrowing LineReader
  ) throws(TraceError) -> ScrollPhase {
    let text = fields.popField(before: UInt8(ascii: ","))
    guard let phase = ScrollPhase(word: text) else {
      throw lines.error(field: "phase", text, expected: "idle, tracking or decelerating")
    }
    return phase
  }
}

extension ScrollPhase {
  /// The word that stands in a trace.
  package var word: String {
    switch self {
    case .idle: "idle"
    case .tracking: "tracking"
    case .decelerating: "decelerating"
    }
  }

  /// Reads the word; nil for any other text.
  init?(word text: ArraySlice<UInt8>) {
    switch (text.first, text.count) {
    case (UInt8(ascii: "i"), 4) where text.elementsEqual("idle".utf8): self = .idle
    case (UInt8(ascii: "t"), 8) where text.elementsEqual("tracking".utf8): self = .tracking
    case (UInt8(ascii: "d"), 12) where text.elementsEqual("decelerating".utf8):
      self = .decelerating
    default: return nil
    }
  }
}
