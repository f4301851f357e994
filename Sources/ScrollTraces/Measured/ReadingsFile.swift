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
