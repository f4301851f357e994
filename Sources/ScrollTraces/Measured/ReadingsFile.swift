public import ScrollDevice

/// How long decodes of files took on a device: a CSV with a row for each decode.
///
///     # machine: iPhone 15 Pro, iOS 26.1
///     # date: 2026-11-24
///     file,width,height,bytes,format,ms
///     beach.jpg,1200,900,310224,jpeg,4.31
///
/// Needed are `file`, `width`, `height` (pixels), `bytes`, `format` (a name, an ending or a media
/// type) and `ms`. Further columns may say the `content` of a file (`photo` or `graphic`) and which
/// `repetition` of its decodes a row is, a whole number; without it they count in the order of the
/// rows. Other columns are passed over. A file is the same in all its rows.
///
/// Lines `# machine: ...` and `# date: ...` above the names of the columns say on what and when.
///
/// - Complexity: O(1) per byte; memory is that of the file and a `DecodeReading` for each row.
public struct ReadingsFile: Sendable, Equatable {
  /// On what they were measured, if the file says so.
  public var machine: String?
  /// When they were measured, if the file says so.
  public var date: String?
  /// In the order of the file; there is at least one.
  public var readings: [DecodeReading]

  /// Reads a file.
  /// - Throws: `TraceError` for the first thing that is wrong.
  public static func load(_ path: String) throws(TraceError) -> ReadingsFile {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads the bytes of a file; messages call it `file`.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ReadingsFile {
    var reader = ReadingsReader(bytes, file: file)
    let readings = try reader.read()
    return ReadingsFile(
      machine: try note("machine", in: bytes, file: file),
      date: try note("date", in: bytes, file: file), readings: readings)
  }

  /// What a line `# NAME: ...` above the rows says.
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
