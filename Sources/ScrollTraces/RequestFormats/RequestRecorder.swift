import BasicContainers
import ScrollCaching
import ScrollCore

/// Collects the requests of a file.
struct RequestRecorder: ~Copyable {
  /// Positions of requests are 32-bit numbers.
  static let limit = Int(Int32.max) - 1

  /// How many ids are looked up at once.
  private static let batch = 256

  private var interner = IDInterner()
  /// Ids whose numbers are not in `images` yet, and how many of them there are.
  private var pending = RigidArray<UInt64>(repeating: 0, count: batch)
  private var pendingCount = 0
  private var found = [ImageID](repeating: ImageID(-1), count: batch)
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

  var count: Int { images.count + pendingCount }

  @inline(__always) mutating func append(_ id: UInt64, size: Int) {
    pending[pendingCount] = id
    pendingCount += 1
    if includesSizes { sizes.append(size) }
    if pendingCount == Self.batch { numberPending() }
  }

  private mutating func numberPending() {
    interner.find(pending, into: &found)
    for index in 0..<pendingCount where found[index].index < 0 {
      found[index] = ImageID(interner.intern(pending[index]))
    }
    images.append(contentsOf: found[..<pendingCount])
    pendingCount = 0
  }

  /// The stream of all that was appended.
  /// - Throws: `RequestFormatError.noRequests` if nothing was.
  mutating func finish(
    _ file: RequestFile, expected: String
  ) throws(RequestFormatError) -> RequestStream {
    numberPending()
    guard !images.isEmpty else { throw .noRequests(file: file.path, expected: expected) }
    return RequestStream(
      images: images, imageCount: interner.count, sizes: includesSizes ? sizes : nil,
      keys: interner.ids())
  }
}
