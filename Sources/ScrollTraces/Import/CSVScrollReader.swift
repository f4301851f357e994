import ScrollCore
import ScrollDevice
import ScrollLayout

/// A reader for the rows of a recorded scroll; `CSVImporter` describes them.
struct CSVScrollReader {
  /// The content of a file.
  struct Recording {
    var scroll: RecordedScroll
    /// The viewport at first; `nil` if the file does not have it.
    var viewport: ViewportSize?
    /// The events, by ascending time.
    var events: [TimedSystemEvent]
  }

  private enum Column: String, CaseIterable {
    case time = "t_ms"
    case offset = "scroll_y"
    case source = "src"
    case touch, phase, width, height, visible
  }

  /// A row that is not skipped.
  private struct Row {
    var line: Int
    var time = 0.0, offset = 0.0
    var isTouched: Bool?
    /// A Boolean value that indicates whether the row was written in an animation frame; `nil` if
    /// unknown.
    var isFrame: Bool?
    /// The viewport; `nil` without columns for it.
    var viewport: ViewportSize?
    var isVisible = true
  }

  private static let separator = UInt8(ascii: ",")

  private var lines: LineReader
  /// The meaning of each column.
  private var columns: [Column?] = []
  private let allowed: ClosedRange<Double>

  /// Creates a reader; `allowed` is the range of the viewport's lower edge, as far as it is known.
  init(
    _ bytes: [UInt8], file: String,
    allowed: ClosedRange<Double> = -Double(TraceLimits.points)...Double(TraceLimits.points)
  ) {
    lines = LineReader(bytes, file: file)
    self.allowed = allowed
  }

  mutating func read() throws(TraceError) -> Recording {
    try readColumns()
    var rows: [Row] = []
    while let line = try lines.nextLine() { rows.append(try row(line, after: rows.last)) }
    if rows.contains(where: { $0.isFrame == true }) { rows = rows.filter { $0.isFrame == true } }
    let hasTouches = rows.contains { $0.isTouched != nil }
    let scroll: RecordedScroll
    do {
      scroll = try RecordedScroll(
        times: rows.map(\.time), offsets: rows.map(\.offset),
        touches: hasTouches ? rows.map { $0.isTouched ?? false } : nil)
    } catch {
      throw wrong(error, rows)
    }
    return Recording(
      scroll: scroll, viewport: rows.first?.viewport, events: Self.events(rows))
  }

  /// Returns the events of all rows: one for each change of visibility or viewport from the row
  /// before.
  ///
  /// Before the first row the page counts as visible.
  private static func events(_ rows: [Row]) -> [TimedSystemEvent] {
    guard let first = rows.first else { return [] }
    var events: [TimedSystemEvent] = []
    var last = first
    last.isVisible = true
    for row in rows {
      let time = SimTime(milliseconds: row.time - first.time)
      if row.isVisible != last.isVisible {
        events.append(
          TimedSystemEvent(time: time, event: row.isVisible ? .foreground : .background))
      }
      if row.viewport != last.viewport {
        events.append(TimedSystemEvent(time: time, event: .rotate))
      }
      last = row
    }
    return events
  }

  private mutating func readColumns() throws(TraceError) {
    let needed = "a first line that names the columns, with t_ms and scroll_y among them"
    guard var names = try lines.nextLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"), expected: needed)
    }
    let line = names
    repeat {
      let column = Column(rawValue: names.popCSVField(before: Self.separator).text)
      if let column, columns.contains(column) {
        throw lines.error(
          field: column.rawValue, fact: "is there twice", expected: "every column once")
      }
      columns.append(column)
    } while !names.isEmpty
    guard columns.contains(.time), columns.contains(.offset) else {
      throw lines.error(line, expected: needed)
    }
    for (one, other) in [(Column.width, Column.height), (.height, .width)]
    where columns.contains(one) && !columns.contains(other) {
      throw lines.error(
        field: one.rawValue, fact: "stands alone", expected: "a column \(other.rawValue), too")
    }
  }

  private func row(_ line: ArraySlice<UInt8>, after last: Row?) throws(TraceError) -> Row {
    var row = Row(line: lines.number)
    var width: Double?, height: Double?
    var rest = line
    for column in columns {
      let text = rest.popCSVField(before: Self.separator)
      switch column {
      case .time: row.time = try lines.number("t_ms", text, "a time in milliseconds")
      case .offset:
        row.offset = try lines.number("scroll_y", text, "a number of points")
        guard allowed.contains(row.offset) else {
          throw lines.error(
            field: "scroll_y", text,
            expected: "a number of points from \(allowed.lowerBound) to \(allowed.upperBound), the "
              + "content of the layout and the catalogue")
        }
      case .touch: row.isTouched = try lines.truth("touch", text)
      case .phase:
        guard let phase = ScrollPhase(word: text) else {
          throw lines.error(
            field: "phase", text, expected: "idle, tracking or decelerating")
        }
        if !columns.contains(.touch) { row.isTouched = phase == .tracking }
      case .width: width = try lines.side("width", text)
      case .height: height = try lines.side("height", text)
      case .visible: row.isVisible = try lines.truth("visible", text)
      case .source: row.isFrame = text.elementsEqual("raf".utf8)
      case nil: break
      }
    }
    try lines.expectEnd(rest, of: line, after: columns.count, before: Self.separator)
    if let width, let height {
      row.viewport = try viewport(width, height, after: last?.viewport)
    }
    return row
  }

  /// Returns the viewport of a row, which must be the last viewport or have its sides exchanged.
  ///
  /// A trace is never stretched to another screen.
  private func viewport(
    _ width: Double, _ height: Double, after last: ViewportSize?
  ) throws(TraceError) -> ViewportSize {
    let next = ViewportSize(width: width, height: height)
    guard last != nil || !next.looksLikePhonePixels else {
      throw lines.error(
        field: "width", fact: "makes the viewport \(next), which looks like the pixels of a phone",
        expected: "points, like 390x844; or, if the offsets are in pixels, too, --offset-column "
          + "NAME:px and --scale with the pixels per point")
    }
    guard let last, next != last, next != ViewportSize(width: last.height, height: last.width)
    else { return next }
    throw lines.error(
      field: width == last.width ? "height" : "width",
      fact: "makes the viewport \(next), which was \(last)",
      expected: "one viewport, or sides that change places")
  }

  /// Returns the error of a recording that is not a scroll, with the line that shows it.
  private func wrong(_ error: RecordingError, _ rows: [Row]) -> TraceError {
    let index: Int? =
      switch error {
      case .empty: nil
      case .notAscending(let index, _, _), .timeOutOfRange(let index, _),
        .offsetOutOfRange(let index, _):
        index
      }
    return TraceError(
      file: lines.file, line: index.map { rows[$0].line }, subject: index == nil ? .file : .line,
      found: .fact("cannot be used, because \(error)"),
      expected: "rows of a scroll at ascending times")
  }
}
