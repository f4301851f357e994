public import Foundation

/// A request trace to be read: a file, standard input, or bytes in memory.
public struct RequestFile: Sendable {
  /// The path of the file; `-` is standard input.
  public let path: String
  private let data: Data?

  /// Creates a trace from a file, or from standard input for `-`; the file is opened only when the
  /// trace is read.
  public init(path: String) {
    self.path = path
    data = nil
  }

  /// Creates a trace from bytes in memory.
  public init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// Returns the bytes from the first one on.
  /// - Throws: `RequestFormatError` for a file that cannot be opened.
  func open() throws(RequestFormatError) -> RequestBytes {
    if let data { return RequestBytes(path: path, bytes: Array(data)) }
    return RequestBytes(path: path, source: try ByteSource(path: path))
  }
}
