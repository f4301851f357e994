import ScrollCore
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
    guard var first = try lines.nextRawLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"), expected: expected)
    }
    let whole = first
    guard first.popField(before: UInt8(ascii: " ")).text == Self.format else {
      // The header of a recording names this column.
      let isRecording = whole.text.contains("t_ms")
      throw lines.error(
        whole,
        expected: expected
          + (isRecording ? "; `scrollsim trace import` makes one of a recording" : ""))
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
