import ScrollCore
public import ScrollDevice

/// The decode times of files on a device: a CSV with a row for each decode.
///
///     # machine: iPhone 15 Pro, iOS 26.1
///     # date: 2026-11-24
///     file,width,height,bytes,format,ms
///     beach.jpg,1200,900,310224,jpeg,4.31
///
/// The columns `file`, `width`, `height` (pixels), `bytes`, `format` (a name, an ending or a media
/// type) and `ms` are required. Further columns may have the `content` of a file (`photo` or
/// `graphic`) and the `repetition` of a decode, a whole number; without it repetitions count in the
/// order of the rows. Other columns are skipped. A file has the same facts in all its rows.
///
/// Lines `# machine: ...` and `# date: ...` above the names of the columns state the device and the
/// date.
///
/// - Complexity: O(1) per byte; memory is that of the file and a `DecodeReading` for each row.
public struct ReadingsFile: Sendable, Equatable {
  /// The device that was measured, if the file has it.
  public var machine: String?
  /// The date of the measurement, if the file has it.
  public var date: String?
  /// The readings in the order of the file, at least one.
  public var readings: [DecodeReading]

  /// Reads a file.
  /// - Throws: `TraceError` for the first error.
  public static func load(_ path: String) throws(TraceError) -> ReadingsFile {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads the bytes of a file, with `file` as its name in messages.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ReadingsFile {
    var reader = ReadingsReader(bytes, file: file)
    let readings = try reader.read()
    return ReadingsFile(
      machine: try note("machine", in: bytes, file: file),
      date: try note("date", in: bytes, file: file), readings: readings)
  }

  /// Returns the text of a line `# NAME: ...` above the rows.
  private static func note(
    _ name: String, in bytes: [UInt8], file: String
  ) throws(TraceError) -> String? {
    var lines = LineReader(bytes, file: file)
    while let line = try lines.nextRawLine(), line.isEmpty || line.first == UInt8(ascii: "#") {
      var rest = line.dropFirst()
      let key = rest.popField(before: UInt8(ascii: ":"))
      if key.text == name, !rest.isEmpty { return "\(ClippedText(rest.trimmed.text))" }
    }
    return nil
  }
}

/// A reader for the rows of a `ReadingsFile`.
struct ReadingsReader {
  private var table: CSVTable
  private let source: RecordingSource
  /// The first row of each file, and the number of later rows without a repetition.
  private var files: [String: (first: DecodeReading, count: Int)] = [:]
  private var seen: Set<Key> = []

  private struct Key: Hashable {
    let file: String
    let repetition: Int
  }

  private static let needed = ["file", "width", "height", "bytes", "format", "ms"]
  /// The shortest time in milliseconds: no clock resolves less than 10 ns.
  private static let shortest = 0.00001
  /// The longest time of one decode in milliseconds: a day.
  private static let longest = 86_400_000.0

  init(_ bytes: [UInt8], file: String) {
    table = CSVTable(bytes, file: file)
    source = RecordingSource(bytes: bytes, file: file)
  }

  mutating func read() throws(TraceError) -> [DecodeReading] {
    let names = try table.readNames()
    guard Self.needed.allSatisfy(names.contains) else {
      throw source.error(
        table.namesPlace ?? RecordingPlace(),
        .fact("has the columns '\(ClippedText(names.joined(separator: ",")))'"),
        expected: "'\(Self.needed.joined(separator: ","))', optionally content and repetition")
    }
    try table.expectOnce(Self.needed + ["content", "repetition"])
    var readings: [DecodeReading] = []
    while let row = try table.nextRow() {
      let reading = try reading(row)
      try require(reading, row)
      readings.append(reading)
    }
    guard !readings.isEmpty else {
      throw TraceError(
        file: source.file, subject: .file, found: .fact("has no rows"),
        expected: "readings, a row for each decode")
    }
    return readings
  }

  private mutating func reading(_ row: RecordingRow) throws(TraceError) -> DecodeReading {
    let file = row["file"]?.text ?? ""
    guard !file.isEmpty else { throw wrong("file", row, "the name of a file") }
    let side = 1...TraceLimits.side
    guard let format = ImageFormat(word: row["format"]?.text ?? ""), format.storage == .codec
    else {
      let names = ImageFormat.codecs.map(\.rawValue)
      throw wrong("format", row, "a format with a decoder: \(names.joined(separator: ", "))")
    }
    let milliseconds = try source.number(
      row["ms"], "ms", at: row.place, expected: "a number of milliseconds")
    guard Self.shortest...Self.longest ~= milliseconds else {
      throw wrong("ms", row, "milliseconds from 0.00001 to a day")
    }
    return DecodeReading(
      file: file, width: try whole("width", row, side, "pixels"),
      height: try whole("height", row, side, "pixels"),
      encoded: ByteCount(try whole("bytes", row, 1...TraceLimits.encodedBytes, "bytes")),
      format: format, content: try content(row), repetition: try repetition(row, of: file),
      milliseconds: milliseconds)
  }

  private func content(_ row: RecordingRow) throws(TraceError) -> ContentClass? {
    guard let text = row["content"]?.text, !text.isEmpty else { return nil }
    guard let content = ContentClass(rawValue: text) else {
      throw wrong("content", row, "photo, graphic or nothing")
    }
    return content
  }

  private mutating func repetition(
    _ row: RecordingRow, of file: String
  ) throws(TraceError) -> Int {
    if let text = row["repetition"], !text.isEmpty {
      return try whole("repetition", row, 0...TraceLimits.items, "repetitions")
    }
    return files[file]?.count ?? 0
  }

  /// Checks that a file has the same facts as in its earlier rows, and that its repetition is new.
  private mutating func require(
    _ reading: DecodeReading, _ row: RecordingRow
  ) throws(TraceError) {
    guard seen.insert(Key(file: reading.file, repetition: reading.repetition)).inserted else {
      throw source.error(
        row.place, field: "repetition",
        .fact(
          "repeats \(reading.repetition) for '\(ClippedText(reading.file))'"),
        expected: "each repetition of a file once")
    }
    guard let (first, count) = files[reading.file] else {
      files[reading.file] = (reading, 1)
      return
    }
    var same = first
    (same.repetition, same.milliseconds) = (reading.repetition, reading.milliseconds)
    guard same == reading else {
      throw source.error(
        row.place, field: "file",
        .fact("is '\(ClippedText(reading.file))' with another size, format or content than above"),
        expected: "the same fields in every row of a file")
    }
    files[reading.file] = (first, count + 1)
  }

  private func whole(
    _ field: String, _ row: RecordingRow, _ range: ClosedRange<Int>, _ noun: String
  ) throws(TraceError) -> Int {
    guard let number = row[field]?.wholeNumber, range.contains(number) else {
      throw wrong(
        field, row, "a whole number of \(noun) from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private func wrong(
    _ field: String, _ row: RecordingRow, _ expected: String
  ) -> TraceError {
    source.error(
      row.place, field: field, .text(ClippedText(bytes: row[field] ?? [])), expected: expected)
  }
}
