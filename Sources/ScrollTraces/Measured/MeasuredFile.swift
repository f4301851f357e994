/// What was measured on a device: a CSV of one of three kinds, told by the names of its columns.
///
/// - `name,value,unit`: figures of the whole scroll, each once;
/// - `t_ms,late_ms`: frames and how late they came, at milliseconds since the trace began;
/// - `t_ms,blank`: how much of the viewport was blank, from 0 to 1, from then on until the next
///   row; the last row ends it.
///
/// Other columns are passed over. Rows with times are in order.
///
/// - Complexity: O(1) per byte; memory is that of the file and 48 bytes for each row.
public enum MeasuredFile: Sendable, Equatable {
  case figures([Figure])
  case late([Moment])
  case blank([Moment])

  /// A figure as it stands there.
  public struct Figure: Sendable, Equatable {
    public let line: Int
    public let name: String
    public let value: Double
    public let unit: String
  }

  public struct Moment: Sendable, Equatable {
    /// Milliseconds since the trace began.
    public let time: Double
    /// Milliseconds, or a share.
    public let value: Double

    public init(time: Double, value: Double) {
      self.time = time
      self.value = value
    }
  }

  /// Reads a file.
  /// - Throws: `TraceError` for the first thing that is wrong.
  public static func load(_ path: String) throws(TraceError) -> MeasuredFile {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads the bytes of a file; messages call it `file`.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> MeasuredFile {
    var reader = MeasuredReader(bytes, file: file)
    return try reader.read()
  }
}
