public import ScrollCore

/// A format for writing requests, and the information that it loses.
public struct RequestWriter: CatalogEntry {
  public static var kind: String { "export format" }

  public let name: String
  public let summary: String
  /// The information that the format loses, as the end of a sentence; `nil` if it keeps everything.
  public let loss: String?
  let body: @Sendable ([TimedRequest]) throws(RequestWritingError) -> [UInt8]

  init(
    _ name: String, _ summary: String, loss: String? = nil,
    write: @escaping @Sendable ([TimedRequest]) throws(RequestWritingError) -> [UInt8]
  ) {
    self.name = name
    self.summary = summary
    self.loss = loss
    body = write
  }

  /// Returns the bytes of a file with these requests, which are in order of time.
  /// - Throws: `RequestWritingError` for a request that the format cannot represent.
  public func bytes(_ requests: [TimedRequest]) throws(RequestWritingError) -> [UInt8] {
    try body(requests)
  }

  /// All formats for writing.
  public static let builtIn = Catalog([
    OracleFormat.writer, CSVFormat.writer, TextFormat.writer, LCSFormat.writer,
  ])
}

/// The reason why requests cannot be written in a format; its description is a sentence.
public enum RequestWritingError: Error, Equatable, CustomStringConvertible {
  case sizeTooLarge(image: ImageID, size: Int, format: String, limit: Int)
  /// A size of 0, which libCacheSim's readers skip.
  case sizeZero(image: ImageID, format: String)

  public var description: String {
    switch self {
    case .sizeTooLarge(let image, let size, let format, let limit):
      "image \(image.index) has \(size) bytes, and \(format) holds at most \(limit); expected "
        + "lcs or csv"
    case .sizeZero(let image, let format):
      "image \(image.index) has no bytes, and \(format) skips such requests; expected csv or txt"
    }
  }
}

/// The bytes of little-endian numbers.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Adds zeros up to a number of bytes.
  mutating func pad(to count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
  }
}
