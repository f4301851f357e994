import ScrollCore
import ScrollLayout

/// The measurements on a device: a CSV of one of three kinds, which the names of its columns
/// determine.
///
/// - `name,value,unit`: figures of the whole scroll, each once;
/// - `t_ms,late_ms`: frames and their delay, at milliseconds since the trace began;
/// - `t_ms,blank`: the blank share of the viewport, from 0 to 1, from this time until that of the
///   next row. The last row only marks the end.
///
/// Other columns are skipped. The times of rows must ascend.
///
/// - Complexity: O(1) per byte; memory is that of the file and 48 bytes for each row.
public enum MeasuredFile: Sendable, Equatable {
  case figures([Figure])
  case late([Moment])
  case blank([Moment])

  /// A figure as written in the file.
  public struct Figure: Sendable, Equatable {
    public let line: Int
    public let name: String
    public let value: Double
    public let unit: String
  }

  public struct Moment: Sendable, Equatable {
    /// The milliseconds since the trace began.
    public let time: Double
    /// The value in milliseconds, or a share.
    public let value: Double

    public init(time: Double, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// Reads a file.
  /// - Throws: `TraceError` for the first error.
  public static func load(_ path: String) throws(TraceError) -> MeasuredFile {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads the bytes of a file, with `file` as its name in messages.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> MeasuredFile {
    var reader = MeasuredReader(bytes, file: file)
    return try reader.read()
  }
}

/// A reader for the rows of a `MeasuredFile`.
struct MeasuredReader {
  private var table: CSVTable
  private let source: RecordingSource

  init(_ bytes: [UInt8], file: String) {
    table = CSVTable(bytes, file: file)
    source = RecordingSource(bytes: bytes, file: file)
  }

  mutating func read() throws(TraceError) -> MeasuredFile {
    let names = try table.readNames()
    let kinds = [["name", "value", "unit"], ["t_ms", "late_ms"], ["t_ms", "blank"]]
    let kind = kinds.firstIndex { $0.allSatisfy(names.contains) }
    if let kind { try table.expectOnce(kinds[kind]) }
    switch kind {
    case 0: return .figures(try figures())
    case 1:
      return .late(
        try moments("late_ms", 0...ScrollMotion.longest.milliseconds, "a number of milliseconds"))
    case 2: return .blank(try moments("blank", 0...1, "a share of the viewport, from 0 to 1"))
    default:
      throw source.error(
        table.namesPlace ?? RecordingPlace(),
        .fact("has the columns '\(ClippedText(names.joined(separator: ",")))'"),
        expected: "'name,value,unit', 't_ms,late_ms' or 't_ms,blank'")
    }
  }

  private mutating func figures() throws(TraceError) -> [MeasuredFile.Figure] {
    var figures: [MeasuredFile.Figure] = []
    var seen: Set<String> = []
    while let row = try table.nextRow() {
      let name = row["name"]?.text ?? ""
      guard !name.isEmpty else {
        throw source.error(
          row.place, field: "name", .text(ClippedText("")), expected: "the name of a figure")
      }
      guard seen.insert(name).inserted else {
        throw source.error(
          row.place, field: "name", .fact("repeats '\(ClippedText(name))'"),
          expected: "every figure once")
      }
      figures.append(
        MeasuredFile.Figure(
          line: row.place.line ?? 0, name: name,
          value: try source.number(
            row["value"], "value", at: row.place, expected: "a number with a decimal point"),
          unit: row["unit"]?.text ?? ""))
    }
    guard !figures.isEmpty else { throw empty() }
    return figures
  }

  private mutating func moments(
    _ column: String, _ range: ClosedRange<Double>, _ expected: String
  ) throws(TraceError) -> [MeasuredFile.Moment] {
    var moments: [MeasuredFile.Moment] = []
    while let row = try table.nextRow() {
      let order = "milliseconds since the trace began, in order, within a week"
      let time = try source.number(row["t_ms"], "t_ms", at: row.place, expected: order)
      let value = try source.number(row[column], column, at: row.place, expected: expected)
      guard time >= moments.last?.time ?? 0, time <= ScrollMotion.longest.milliseconds else {
        throw source.error(
          row.place, field: "t_ms", .text(ClippedText(bytes: row["t_ms"] ?? [])), expected: order)
      }
      guard range.contains(value) else {
        throw source.error(
          row.place, field: column, .text(ClippedText(bytes: row[column] ?? [])),
          expected: expected)
      }
      moments.append(MeasuredFile.Moment(time: time, value: value))
    }
    guard !moments.isEmpty else { throw empty() }
    return moments
  }

  private func empty() -> TraceError {
    TraceError(
      file: source.file, subject: .file, found: .fact("has no rows"),
      expected: "measurements, a row for each")
  }
}
