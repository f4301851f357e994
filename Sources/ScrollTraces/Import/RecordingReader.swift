public import ScrollLayout

/// Reads a recorded scroll in any format and turns it into the rows that `CSVImporter` reads.
///
///     let rows = try RecordingReader(player: content.player).load("scroll.json")
///     let trace = try importer.parse(rows.bytes, file: "scroll.json")
///
/// - Complexity: O(1) per byte. Memory is that of the file, of the rows, and of what the format
///   keeps: in all at most 128 bytes for each byte of the file, and what the rows of a day take.
public struct RecordingReader: Sendable {
  /// Nil tells it by the content.
  public var format: RecordingFormat?
  /// Nil finds the columns by their names.
  public var time: ColumnChoice?, offset: ColumnChoice?
  public var touch: String?
  /// Pixels per point, where offsets are in pixels.
  public var scale = 1.0
  /// Whether there is a row only where the offset moved, as scroll events come: then it rested in
  /// longer gaps.
  public var hasMovesOnly = false
  /// Which of two offsets counts.
  public var axis = Layout.Axis.vertical
  /// What content does under recorded fingers and after them.
  public var player: GesturePlayer

  public init(player: GesturePlayer) { self.player = player }

  /// Reads a file.
  /// - Throws: `TraceError` for the first thing that is wrong.
  public func load(_ path: String) throws(TraceError) -> RecordingRows {
    try read(try InputFile.readText(path), file: path)
  }

  /// Reads the bytes of a file; messages call it `file`.
  public func read(_ bytes: [UInt8], file: String) throws(TraceError) -> RecordingRows {
    let source = RecordingSource(bytes: bytes, file: file)
    let found: RecordingFormat
    if let format { found = format } else { found = try .detect(bytes, file: file) }
    switch found {
    case .csv:
      var table = CSVTable(bytes, file: file)
      if isPlain(&table) { return RecordingRows(file: source) }
      return try rows(of: table, in: source)
    case .json: return try rows(of: JSONTable(bytes, file: file), in: source)
    case .traceEvents: return try TraceEventReader(self, source).rows()
    case .pointerEvents:
      if JSONReader(bytes, file: file).beginsValue {
        return try PointerEventReader(self, source).rows(of: JSONTable(bytes, file: file))
      }
      return try PointerEventReader(self, source).rows(of: CSVTable(bytes, file: file))
    }
  }

  /// Whether the file is the CSV that `CSVImporter` reads, or no table, of which that tells.
  private func isPlain(_ table: inout CSVTable) -> Bool {
    guard let names = try? table.readNames() else { return true }
    guard time == nil, offset == nil, touch == nil, !hasMovesOnly else { return false }
    // A carousel whose rows have but one offset moves by that.
    let hasOther = axis == .horizontal && names.contains("scroll_x")
    return !hasOther && ["t_ms", "scroll_y"].allSatisfy(names.contains)
  }

  private func rows(
    of table: some RecordingTable, in source: RecordingSource
  ) throws(TraceError) -> RecordingRows {
    var table = table
    guard var row = try table.nextRow() else {
      throw TraceError(
        file: source.file, subject: .file, found: .fact("has no samples"),
        expected: "a row for each")
    }
    let columns = try ScrollColumns(
      among: row.names, self, at: table.namesPlace ?? row.place, in: source)
    var rows = ScrollRows(columns, hasMovesOnly: hasMovesOnly, of: source)
    try rows.append(row)
    while let next = try table.nextRow() {
      row = next
      try rows.append(row)
    }
    return rows.rows
  }
}

extension JSONReader {
  /// Whether an object or an array begins here.
  var beginsValue: Bool { next == UInt8(ascii: "{") || next == UInt8(ascii: "[") }
}
