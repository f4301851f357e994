public import Foundation

/// A request trace that has not been read yet: a file, standard input, or bytes in memory.
public struct RequestFile: Sendable {
  /// Where it is; `-` is standard input.
  public let path: String
  private let data: Data?

  /// A file, or standard input for `-`; it is opened when it is read.
  public init(path: String) {
    self.path = path
    data = nil
  }

  /// Bytes that are in memory already.
  public init(path: String, data: Data) {
    self.path = path
    self.data = data
  }

  /// The bytes from the first one on.
  /// - Throws: `RequestFormatError` for a file that cannot be opened.
  func open() throws(RequestFormatError) -> RequestBytes {
    if let data { return RequestBytes(path: path, bytes: Array(data)) }
    return RequestBytes(path: path, source: try ByteSource(path: path))
  }
}
