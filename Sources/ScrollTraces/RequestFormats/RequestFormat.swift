public import ScrollCore

/// A file format of the caching literature, with its detection and its reader.
public struct RequestFormat: CatalogEntry {
  public static var kind: String { "trace format" }

  public let name: String
  public let summary: String
  /// The presence of sizes: always, never, or if the file has such a column.
  public let sizes: Sizes
  /// The file name endings that determine the format, in lower case, with their dot.
  public let endings: [String]
  /// The content of a file in this format.
  let contents: String
  /// Returns the reason why the beginning of a file is not in this format, as the end of a
  /// sentence; `nil` if it may be.
  let mismatch: @Sendable (RequestBeginning) -> String?
  /// Reads all requests.
  let body: Body

  public enum Sizes: Sendable { case always, never, perhaps }

  typealias Body =
    @Sendable (
      inout RequestBytes, RequestOptions, inout RequestRecorder
    ) throws(RequestFormatError) -> Void

  init(
    _ name: String, _ summary: String, sizes: Sizes, endings: [String], contents: String,
    mismatch: @escaping @Sendable (RequestBeginning) -> String?, read: @escaping Body
  ) {
    self.name = name
    self.summary = summary
    self.sizes = sizes
    self.endings = endings
    self.contents = contents
    self.mismatch = mismatch
    body = read
  }

  /// Reads a file of this format.
  /// - Returns: all requests; images are numbered in order of first appearance.
  /// - Throws: `RequestFormatError` with the file, the line or byte, the value found and the
  ///   expected one.
  public func read(
    _ file: RequestFile, _ options: RequestOptions = RequestOptions()
  ) throws(RequestFormatError) -> RequestLog {
    var bytes = try file.open()
    return try read(&bytes, options)
  }

  func read(
    _ bytes: inout RequestBytes, _ options: RequestOptions
  ) throws(RequestFormatError) -> RequestLog {
    if let option = options.columnOption, !Self.withColumns.contains(name) {
      throw .noColumns(file: bytes.path, format: name, option: option)
    }
    if options.record != nil, name != BinaryFormat.descriptor.name {
      throw .isNotBinary(file: bytes.path, format: name)
    }
    var recorder = RequestRecorder(
      file: bytes.path, reading: name, includesSizes: options.includesSizes && sizes != .never,
      inMemory: options.bytesInMemory,
      // Records of oracleGeneral have 24 bytes, and others have similar sizes.
      expected: (bytes.count ?? 0) / 24)
    try body(&bytes, options, &recorder)
    return try recorder.finish(expected: contents)
  }

  private static let withColumns = [
    CSVFormat.descriptor.name, BinaryFormat.descriptor.name, TimedFormat.descriptor.name,
  ]
}
