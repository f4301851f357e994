public import ScrollCore

/// A format that requests are written in: how, and what gets lost.
public struct RequestWriter: CatalogEntry {
  public static var kind: String { "export format" }

  public let name: String
  public let summary: String
  /// What the format has no room for, as the end of a sentence; nil if it holds everything.
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

  /// The bytes of a file with these requests, which are in order of time.
  /// - Throws: `RequestWritingError` for what the format cannot say.
  public func bytes(_ requests: [TimedRequest]) throws(RequestWritingError) -> [UInt8] {
    try body(requests)
  }

  /// All that there are.
  public static let builtIn = Catalog([
    OracleFormat.writer, CSVFormat.writer, TextFormat.writer, LCSFormat.writer,
  ])
}

/// Why requests cannot be written in a format; its description is a sentence.
public enum RequestWritingError: Error, Equatable, CustomStringConvertible {
  case sizeTooLarge(image: ImageID, size: Int, format: String, limit: Int)
  /// libCacheSim's readers skip it.
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

/// Bytes of little-endian numbers.
struct LittleEndianBytes {
  private(set) var bytes: [UInt8] = []

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
  }

  /// Zeros until there are so many bytes.
  mutating func pad(to count: Int) {
    bytes.append(contentsOf: repeatElement(0, count: max(0, count - bytes.count)))
  }
}
