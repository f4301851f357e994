import ScrollCaching
import ScrollCore

/// Collects the requests of a file.
struct RequestRecorder: ~Copyable {
  /// Positions of requests are 32-bit numbers.
  static let limit = Int(Int32.max) - 1

  private var interner = IDInterner()
  private var images: [ImageID] = []
  private var sizes: [Int] = []
  private let includesSizes: Bool

  /// An empty stream.
  /// - Parameters:
  ///   - capacity: how many requests are expected.
  ///   - includesSizes: whether sizes are kept.
  init(capacity: Int, includesSizes: Bool) {
    self.includesSizes = includesSizes
    images.reserveCapacity(capacity)
    if includesSizes { sizes.reserveCapacity(capacity) }
  }

  var count: Int { images.count }

  @inline(__always) mutating func append(_ id: UInt64, size: Int) {
    images.append(ImageID(interner.intern(id)))
    if includesSizes { sizes.append(size) }
  }

  /// The stream of all that was appended.
  /// - Throws: `RequestFormatError.noRequests` if nothing was.
  consuming func finish(
    _ file: RequestFile, expected: String
  ) throws(RequestFormatError) -> RequestStream {
    guard !images.isEmpty else { throw .noRequests(file: file.path, expected: expected) }
    return RequestStream(
      images: images, imageCount: interner.count, sizes: includesSizes ? sizes : nil,
      keys: interner.ids())
  }
}
