import ScrollCore
import ScrollDevice
import ScrollLayout

/// A reader for the text of a `.scroll` file; Traces/README.md describes it.
///
/// The order of a file is fixed (header, images, items, movement, events, `end`), so every row can
/// be checked against the text above it, and every error names its line. Only facts that depend on
/// the events, such as the final length of the content, are checked at the end. If such a check
/// fails, the reader reads the section again to find the line of the error.
///
/// The first error ends the reading, unless all errors are requested (`problems(in:file:)`). In
/// that case the reader skips invalid rows and replaces missing values.
struct TraceReader {
  var lines: LineReader
  /// The number of errors to skip at most.
  var patience = 0
  /// The errors that were skipped.
  var problems: [TraceError] = []
  /// The line to read next: a section's name, or `end`.
  var line: ArraySlice<UInt8> = []
  /// The line of each gesture, for errors that are found only when the gestures are played.
  var gestureLines: [Int] = []
  /// The line of each event.
  var eventLines: [Int] = []

  static let format = "scrollsim-trace"
  static let version = "1"

  init(_ bytes: [UInt8], file: String) {
    lines = LineReader(bytes, file: file)
  }

  /// Reads the whole file.
  mutating func read() throws(TraceError) -> ScrollTrace {
    guard let trace = try readWhole() else {
      preconditionFailure("an error was skipped: \(problems)")
    }
    return trace
  }

  /// Reads the whole file; `nil` if errors were skipped.
  mutating func readWhole() throws(TraceError) -> ScrollTrace? {
    try readVersion()
    let header = try readHeader()
    let catalog = try readCatalog(header)
    let atMovement = self
    var movement = try readMovement()
    let atEvents = self
    // If all errors are to be found, events that are too late must not hide errors in the whole.
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
        // Continues without the invalid row.
        guard remove(error, &movement, &events) else { return nil }
      }
    }
    return nil
  }

  private func layOut(
    _ catalog: TraceCatalog, _ header: Header
  ) throws(TraceError) -> TraceContent {
    do { return try TraceContent(header: header.value, catalog: catalog) } catch {
      throw self.error(header.layout, expected: "a layout that fits, but \(error)")
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

  /// Returns the error of a check that needs the whole trace.
  private func unusable(_ fault: TraceFault) -> TraceError {
    var line = fault.eventIndex.map { eventLines[$0] }
    if case .gesture(let error) = fault { line = error.index.map { gestureLines[$0] } }
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
      // A file that is not a trace may be anything, so the message does not quote it.
      throw TraceError(
        file: lines.file, line: lines.number, subject: .line,
        found: .fact("does not begin a trace"),
        expected: expected + (kind.flatMap { $0 == .bytes ? nil : "; \($0.door)" } ?? ""))
    }
    // The lines of another version are unknown.
    guard first.trimmed.text == Self.version else {
      throw lines.error(
        field: "version", first.trimmed,
        expected: "\(Self.version), the only version")
    }
    try advance()
  }

  /// Moves to the next line that is not empty and no comment.
  /// - Throws: `TraceError` at the end of the file, and if the last line has no line feed and is
  ///   not `end`, because the file may have been cut off in that line.
  mutating func advance() throws(TraceError) {
    guard let next = try nextLine(), !lines.isUnterminated || next.isEnd else {
      throw TraceError(
        file: lines.file, line: lines.number, subject: .file, found: .fact("is cut off here"),
        expected: "a last line 'end'")
    }
    line = next
  }

  /// A Boolean value that indicates whether the current line begins a section or ends the file.
  var isBoundary: Bool { line.first == UInt8(ascii: "[") || line.isEnd }

  private mutating func nextLine() throws(TraceError) -> ArraySlice<UInt8>? {
    while true {
      do { return try lines.nextLine() } catch { try pass(error) }
    }
  }

  /// Reads the rows of a section, if it comes next.
  /// - Parameters:
  ///   - section: the name of the section.
  ///   - columns: the names of its columns.
  ///   - further: receives the names that follow those columns; returns `true` if they are valid,
  ///     and otherwise changes nothing.
  ///   - replaceRow: adds a substitute for a row that is skipped.
  ///   - readRow: reads one row; it changes nothing unless the whole row is valid.
  /// - Returns: `true` if the section comes next.
  /// - Throws: the first error that is not skipped.
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
  /// The end of the movement; `nil` if only playing the gestures determines it.
  fileprivate var end: SimTime? {
    guard case .samples(let motion) = self else { return nil }
    return motion.duration
  }
}

extension ArraySlice<UInt8> {
  /// A Boolean value that indicates whether this is the last line of a trace.
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
        expected: "memoryPressure normal|warning|critical, background, foreground, tap, relaunch, "
          + "offline, online, externalPressure BYTES (from -\(TraceLimits.pressureBytes) to "
          + "\(TraceLimits.pressureBytes)), rotate, insert top|end ITEMS, or "
          + "change|beginAccess|endAccess|useContent IMAGE")
    }
    return event
  }
}

extension SystemEvent {
  /// Parses the text that `description` writes; `nil` for any other.
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

  /// Reads the section `[gestures]`; `nil` if it does not come next.
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
    + "'scroll OFFSET', or 'start OFFSET' (only as the first, at 0 ms), with numbers from -1e9 to 1e9"

  private static func start(_ text: ArraySlice<UInt8>) -> Double? {
    var argument = text
    guard argument.popField(before: UInt8(ascii: " ")).text == "start" else { return nil }
    return Gesture.number(argument)
  }
}

extension GestureError {
  /// The index of the invalid gesture, from 0; `nil` if all of them together are invalid.
  var index: Int? {
    switch self {
    case .notAscending(let index), .fingerStillDown(let index, _), .timeOutOfRange(let index),
      .valueOutOfRange(let index, _):
      index
    case .movesTooLong: nil
    }
  }
}

extension Gesture {
  /// The gesture as written in a trace, with times in milliseconds.
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

  /// Parses the text that `traceText` writes; `nil` for any other.
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

  /// Returns a number of points, or of points per second.
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
  /// The maximum number of errors, since a file of another kind has one in every line.
  static let mostProblems = 1000

  /// Returns all errors of a text, by ascending line; errors without a line come first.
  static func problems(in bytes: [UInt8], file: String) -> [TraceError] {
    var reader = TraceReader(bytes, file: file)
    // The last error ends the reading.
    reader.patience = mostProblems - 1
    do { _ = try reader.readWhole() } catch { reader.problems.append(error) }
    let ordered = reader.problems.enumerated().sorted {
      ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset)
    }
    return ordered.map(\.element)
  }

  /// Skips an error.
  /// - Throws: the error, if the number of skipped errors has reached its maximum.
  mutating func pass(_ error: TraceError) throws(TraceError) {
    guard problems.count < patience else { throw error }
    problems.append(error)
  }

  /// Skips the errors that are found when rows are read again.
  /// - Parameters:
  ///   - reader: a reader in front of the rows.
  ///   - readAgain: reads the rows.
  /// - Throws: the first error beyond the maximum.
  mutating func passRows(
    of reader: TraceReader, _ readAgain: (inout TraceReader) throws(TraceError) -> Void
  ) throws(TraceError) {
    var reader = reader
    (reader.patience, reader.problems) = (patience, problems)
    try readAgain(&reader)
    problems = reader.problems
  }

  /// Skips the rows of a section without checking them.
  mutating func skipSection() throws(TraceError) {
    repeat { try advance() } while !isBoundary
  }

  /// Removes the row of a fault.
  /// - Returns: `true` if the fault has a row.
  mutating func remove(
    _ fault: TraceFault, _ movement: inout TraceMovement?, _ events: inout [TimedSystemEvent]
  ) -> Bool {
    if let index = fault.eventIndex {
      events.remove(at: index)
      eventLines.remove(at: index)
      return true
    }
    guard case .gesture(let error) = fault, case .gestures(let script) = movement,
      let index = error.index
    else { return false }
    var gestures = script.gestures
    gestures.remove(at: index)
    gestureLines.remove(at: index)
    movement = .gestures(GestureScript(start: script.start, gestures))
    return true
  }
}

extension TraceReader {
  static let sampleColumns = "time_ms,offset,phase"

  /// Reads the section `[samples]`; `nil` if it does not come next.
  ///
  /// `allowed` is the range of the viewport's lower edge, `nil` if that is not known yet.
  mutating func readSamples(
    within allowed: ClosedRange<Double>? = nil
  ) throws(TraceError) -> ScrollMotion? {
    var times: [SimTime] = []
    var offsets: [Double] = []
    var phases: [ScrollPhase] = []
    // Whether a row was read, including a row that was skipped.
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

  /// Returns a time in milliseconds.
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
        field: "time_ms", text, expected: "a time in ms from 0 to 604800000 (a week)")
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
  /// The word in a trace.
  package var word: String {
    switch self {
    case .idle: "idle"
    case .tracking: "tracking"
    case .decelerating: "decelerating"
    }
  }

  /// Parses the word; `nil` for any other text.
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
