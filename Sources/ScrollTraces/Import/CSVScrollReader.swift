import ScrollCore
import ScrollLayout

/// Reads the rows of a recorded scroll; `CSVImporter` describes them.
struct CSVScrollReader {
  private var lines: LineReader
  private let allowed: ClosedRange<Double>
  /// The meaning of each column.
  private var columns: [Column?] = []

  private enum Column: String, CaseIterable {
    case time = "t_ms"
    case offset = "scroll_y"
    case touch, phase, source = "src"
  }

  /// A row that counts.
  private struct Row {
    var time = 0.0, offset = 0.0
    var isTouched: Bool?
    /// Whether the row was written in an animation frame; nil if unknown.
    var isFrame: Bool?
  }

  /// A reader; `allowed` is where the viewport's lower edge may be, as far as that is known.
  init(
    _ bytes: [UInt8], file: String,
    allowed: ClosedRange<Double> = -Double(TraceLimits.points)...Double(TraceLimits.points)
  ) {
    lines = LineReader(bytes, file: file)
    self.allowed = allowed
  }

  mutating func read() throws(TraceError) -> RecordedScroll {
    try readColumns()
    var rows: [Row] = []
    var rowLines: [Int] = []
    while let line = try lines.nextLine() {
      rows.append(try row(line))
      rowLines.append(lines.number)
    }
    if rows.contains(where: { $0.isFrame == true }) {
      let counting = rows.indices.filter { rows[$0].isFrame == true }
      (rows, rowLines) = (counting.map { rows[$0] }, counting.map { rowLines[$0] })
    }
    let hasTouches = rows.contains { $0.isTouched != nil }
    do {
      return try RecordedScroll(
        times: rows.map(\.time), offsets: rows.map(\.offset),
        touches: hasTouches ? rows.map { $0.isTouched ?? false } : nil)
    } catch {
      throw wrong(error, rowLines)
    }
  }

  private mutating func readColumns() throws(TraceError) {
    let needed = "a first line that names the columns, with t_ms and scroll_y among them"
    guard var names = try lines.nextLine() else {
      throw TraceError(
        file: lines.file, subject: .file, found: .fact("is empty"), expected: needed)
    }
    let line = names
    repeat {
      let column = Column(rawValue: names.popField(before: UInt8(ascii: ",")).text)
      if let column, columns.contains(column) {
        throw lines.error(
          field: column.rawValue, fact: "is there twice", expected: "every column once")
      }
      columns.append(column)
    } while !names.isEmpty
    guard columns.contains(.time), columns.contains(.offset) else {
      throw lines.error(line, expected: needed)
    }
  }

  private func row(_ line: ArraySlice<UInt8>) throws(TraceError) -> Row {
    var row = Row()
    var rest = line
    for column in columns {
      let text = rest.popField(before: UInt8(ascii: ","))
      switch column {
      case .time: row.time = try number("t_ms", text, "a time in milliseconds")
      case .offset:
        row.offset = try number("scroll_y", text, "a number of points")
        guard allowed.contains(row.offset) else {
          throw lines.error(
            field: "scroll_y", text,
            expected: "a number of points from \(allowed.lowerBound) to \(allowed.upperBound): "
              + "the layout and the catalogue make no more content")
        }
      case .touch: row.isTouched = try isTouched(text)
      case .phase:
        guard let phase = ScrollPhase(word: text) else {
          throw lines.error(
            field: "phase", text, expected: "idle, tracking or decelerating")
        }
        if !columns.contains(.touch) { row.isTouched = phase == .tracking }
      case .source: row.isFrame = text.elementsEqual("raf".utf8)
      case nil: break
      }
    }
    return row
  }

  private func number(
    _ field: String, _ text: ArraySlice<UInt8>, _ expected: String
  ) throws(TraceError) -> Double {
    guard let number = Millionths(parsing: text, rounding: true) else {
      throw lines.error(field: field, text, expected: expected)
    }
    return number.double
  }

  private func isTouched(_ text: ArraySlice<UInt8>) throws(TraceError) -> Bool {
    switch text.text {
    case "1", "true", "down": return true
    case "0", "false", "up", "": return false
    default: throw lines.error(field: "touch", text, expected: "0 or 1")
    }
  }

  /// A recording that is no scroll, with the line where that shows.
  private func wrong(_ error: RecordingError, _ rowLines: [Int]) -> TraceError {
    let index: Int? =
      switch error {
      case .empty: nil
      case .notAscending(let index, _, _), .timeOutOfRange(let index, _),
        .offsetOutOfRange(let index, _):
        index
      }
    return TraceError(
      file: lines.file, line: index.map { rowLines[$0] }, subject: index == nil ? .file : .line,
      found: .fact("cannot be used, because \(error)"),
      expected: "rows of a scroll at ascending times")
  }
}
