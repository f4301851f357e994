import BasicContainers
import ScrollCaching
import ScrollCore

/// Collects the requests of a file: numbers their ids, and keeps them in memory as long as they are
/// few, then in a file.
struct RequestRecorder: ~Copyable {
  /// Positions of requests are 32-bit numbers; ids are numbered some hundreds at a time.
  static let limit = Int(Int32.max) - 1024

  /// How many ids are looked up at once.
  private static let batch = 256

  private let file: String
  private var interner = IDInterner()
  /// Ids whose numbers are not in `images` yet, and how many of them there are.
  private var pending = RigidArray<UInt64>(repeating: 0, count: batch)
  private var pendingCount = 0
  private var found = [ImageID](repeating: ImageID(-1), count: batch)
  private var images: [ImageID] = []
  private var sizes: [Int] = []
  private var includesSizes: Bool
  /// All sizes together.
  private var total = 0
  /// Those that memory has no room for; nil while it has.
  private var kept: KeptRequests?
  private let atOnce: Int

  /// No requests.
  /// - Parameters:
  ///   - file: for messages.
  ///   - includesSizes: whether sizes are kept.
  ///   - inMemory: at most so many requests are held in memory.
  ///   - expected: about how many there will be.
  init(file: String, includesSizes: Bool, inMemory: Int, expected: Int) {
    images.reserveCapacity(min(inMemory, expected))
    if includesSizes { sizes.reserveCapacity(min(inMemory, expected)) }
    self.file = file
    self.includesSizes = includesSizes
    atOnce = inMemory
  }

  /// Keeps no sizes: the file has none.
  /// - Precondition: nothing was appended.
  mutating func leaveOutSizes() {
    precondition(count == 0, "\(count) requests with sizes")
    includesSizes = false
  }

  private var count: Int { (kept?.count ?? 0) + images.count + pendingCount }

  /// Whether a size can be counted with the others: it is not negative, and their sum is a number of
  /// bytes.
  func accepts(_ size: Int) -> Bool { size >= 0 && !total.addingReportingOverflow(size).overflow }

  /// Appends a request.
  /// - Precondition: `accepts(size)`.
  /// - Throws: `RequestFormatError` for one request too many, and if they cannot be kept.
  @inline(__always) mutating func append(_ id: UInt64, size: Int) throws(RequestFormatError) {
    pending[pendingCount] = id
    pendingCount += 1
    total &+= size
    if includesSizes { sizes.append(size) }
    if pendingCount == Self.batch { try numberPending() }
  }

  private mutating func numberPending() throws(RequestFormatError) {
    interner.find(pending, into: &found)
    for index in 0..<pendingCount where found[index].index < 0 {
      found[index] = ImageID(interner.intern(pending[index]))
    }
    images.append(contentsOf: found[..<pendingCount])
    pendingCount = 0
    guard (kept?.count ?? 0) + images.count <= Self.limit else {
      throw .tooManyRequests(file: file, limit: Self.limit)
    }
    // Once in a file, blocks of a quarter are enough.
    if images.count >= (kept == nil ? atOnce : max(Self.batch, atOnce / 4)) { try keep() }
  }

  private mutating func keep() throws(RequestFormatError) {
    if kept == nil { kept = try KeptRequests(of: file, hasSizes: includesSizes) }
    try kept?.append(images, sizes)
    images.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
  }

  /// All that was appended.
  /// - Parameter expected: what a file with requests has.
  /// - Returns: them, in memory or in a file.
  /// - Throws: `RequestFormatError.noRequests` if nothing was.
  mutating func finish(
    expected: String
  ) throws(RequestFormatError) -> RequestLog {
    try numberPending()
    guard !images.isEmpty || kept != nil else {
      throw .noRequests(file: file, expected: expected)
    }
    let keys = interner.ids()
    guard kept != nil else {
      return RequestLog(
        RequestStream(
          images: images, imageCount: keys.count, sizes: includesSizes ? sizes : nil, keys: keys),
        total: includesSizes ? total : nil)
    }
    if !images.isEmpty { try keep() }
    guard let kept else { throw .noRequests(file: file, expected: expected) }
    return RequestLog(kept, keys: keys, total: includesSizes ? total : nil)
  }
}
