/// The rows of a table with offsets, in milliseconds and points.
struct ScrollRows {
  private(set) var rows: RecordingRows

  private let columns: ScrollColumns
  private let hasMovesOnly: Bool
  private let source: RecordingSource
  private var last: (time: Double, offset: Double, others: [ArraySlice<UInt8>])?

  init(_ columns: ScrollColumns, hasMovesOnly: Bool, of source: RecordingSource) {
    self.columns = columns
    self.hasMovesOnly = hasMovesOnly
    self.source = source
    let touch = columns.touch == nil ? [] : ["touch"]
    var names = ["t_ms": columns.time.name, "scroll_y": columns.offset.name]
    names["touch"] = columns.touch
    rows = RecordingRows(
      ["t_ms", "scroll_y"] + touch + columns.others, names: names, of: source)
  }

  mutating func append(_ row: RecordingRow) throws(TraceError) {
    let time = try number(columns.time, "a time", row)
    let offset = try number(columns.offset, "an offset", row)
    var others: [ArraySlice<UInt8>] = []
    if let touch = columns.touch { others.append(row[touch] ?? []) }
    for name in columns.others { others.append(row[name] ?? []) }
    if hasMovesOnly, let last, offset != last.offset,
      time - last.time > RecordingRows.longestStep
    {
      rows.append(
        time - RecordingRows.frame, last.offset, last.others, at: row.place)
    }
    rows.append(time, offset, others, at: row.place)
    last = (time, offset, others)
  }

  private func number(
    _ column: ScrollColumns.Numbers, _ what: String, _ row: RecordingRow
  ) throws(TraceError) -> Double {
    let text = row[column.name]
    let number =
      try source.number(text, column.name, at: row.place, expected: "\(what), a number")
      * column.factor
    // So many milliseconds are 285 years: dates are among them, and microseconds since 1970 are not.
    guard abs(number) < 9e12 else {
      throw source.error(
        row.place, field: column.name, .text(ClippedText(bytes: text ?? [])),
        expected: "\(what) below 9e12 ms or pt, or a unit with its name, as t:us")
    }
    return number
  }
}
