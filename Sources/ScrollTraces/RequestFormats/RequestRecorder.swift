import BasicContainers
import ScrollCaching
import ScrollCore

/// A collector for the requests of a file.
///
/// It numbers their ids, and keeps the requests in memory while they are few, then in a file.
struct RequestRecorder: ~Copyable {
  /// The maximum number of requests, since positions are 32-bit numbers and ids are numbered some
  /// hundreds at a time.
  static let limit = Int(Int32.max) - 1024

  /// The number of ids that are looked up at once.
  private static let batch = 256

  private let file: String
  /// The description of how the file is read, after its format: `id = column 2 'key'`.
  var reading: String
  /// The warnings of the reader.
  var doubts: [String] = []
  /// The number of lines or records that were read, for formats in which one of them can have
  /// several requests.
  var lines = 0
  private var interner = IDInterner()
  /// The ids whose numbers are not in `images` yet, and their count.
  private var pending = RigidArray<UInt64>(repeating: 0, count: batch)
  private var pendingCount = 0
  private var found = [ImageID](repeating: ImageID(-1), count: batch)
  private var images: [ImageID] = []
  private var sizes: [Int] = []
  private var includesSizes: Bool
  /// The operation of each entry; empty if every entry is a request.
  private var operations: [RequestStream.Operation] = []
  /// The sum of all sizes.
  private var total = 0
  /// The requests that do not fit into memory; `nil` if all fit.
  private var kept: KeptRequests?
  /// The maximum number of requests in memory.
  private let atOnce: Int

  /// Creates a recorder without requests.
  /// - Parameters:
  ///   - file: the name of the file in messages.
  ///   - reading: the name of the format.
  ///   - includesSizes: whether sizes are kept.
  ///   - inMemory: the maximum size of the requests in memory, in bytes.
  ///   - expected: the approximate number of requests.
  init(
    file: String, reading: String, includesSizes: Bool, inMemory: Int, expected: Int
  ) {
    atOnce = Self.count(in: inMemory, includesSizes)
    images.reserveCapacity(min(atOnce, expected))
    if includesSizes { sizes.reserveCapacity(min(atOnce, expected)) }
    self.file = file
    self.reading = reading
    self.includesSizes = includesSizes
  }

  /// Returns the number of requests with or without sizes that fit into bytes.
  private static func count(in bytes: Int, _ includesSizes: Bool) -> Int {
    bytes / (MemoryLayout<ImageID>.stride + (includesSizes ? MemoryLayout<Int>.stride : 0))
  }

  /// Drops the sizes, since the file has none.
  /// - Precondition: nothing was appended.
  mutating func leaveOutSizes() {
    precondition(count == 0, "\(count) requests with sizes")
    includesSizes = false
  }

  /// A Boolean value that indicates whether the recorder has no requests.
  var isEmpty: Bool { count == 0 }

  private var count: Int { (kept?.count ?? 0) + images.count + pendingCount }

  /// Returns `true` if a size is not negative and can be added to the sum of all sizes.
  func accepts(_ size: Int) -> Bool { size >= 0 && !total.addingReportingOverflow(size).overflow }

  /// Appends a request.
  /// - Precondition: `accepts(size)`.
  /// - Throws: `RequestFormatError` for a request beyond the limit, and if the requests cannot be
  ///   stored.
  @inline(__always) mutating func append(_ id: UInt64, size: Int) throws(RequestFormatError) {
    pending[pendingCount] = id
    pendingCount += 1
    total &+= size
    if includesSizes { sizes.append(size) }
    if pendingCount == Self.batch { try numberPending() }
  }

  /// Appends an entry of a log that has operations.
  /// - Precondition: `accepts(size)`, and all entries before had an operation, too.
  /// - Throws: `RequestFormatError`, like `append(_:size:)`.
  mutating func append(
    _ id: UInt64, size: Int, as operation: RequestStream.Operation
  ) throws(RequestFormatError) {
    operations.append(operation)
    try append(id, size: size)
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
    // For requests in a file, blocks of a quarter are enough.
    if images.count >= (kept == nil ? atOnce : max(Self.batch, atOnce / 4)) { try keep() }
  }

  private mutating func keep() throws(RequestFormatError) {
    if kept == nil { kept = try KeptRequests(of: file, hasSizes: includesSizes) }
    try kept?.append(images, sizes)
    images.removeAll(keepingCapacity: true)
    sizes.removeAll(keepingCapacity: true)
  }

  /// Returns all requests that were appended.
  /// - Parameter expected: the content of a file with requests.
  /// - Returns: the requests, in memory or in a file.
  /// - Throws: `RequestFormatError.noRequests` if there are none.
  mutating func finish(
    expected: String
  ) throws(RequestFormatError) -> RequestLog {
    try numberPending()
    guard !images.isEmpty || kept != nil else {
      throw .noRequests(file: file, expected: expected)
    }
    let keys = interner.ids()
    let hasOperations = operations.contains { $0 != .request }
    guard kept != nil else {
      var stream = RequestStream(
        images: images, imageCount: keys.count, sizes: includesSizes ? sizes : nil, keys: keys)
      if hasOperations { stream.operations = operations }
      return RequestLog(
        stream, total: includesSizes ? total : nil, readAs: reading, doubts: doubts, lines: lines)
    }
    if !images.isEmpty { try keep() }
    guard let kept else { throw .noRequests(file: file, expected: expected) }
    return RequestLog(
      kept, keys: keys, operations: hasOperations ? operations : [],
      total: includesSizes ? total : nil, readAs: reading, doubts: doubts,
      lines: lines)
  }
}

/// A table that numbers arbitrary 64-bit ids densely, in order of first appearance.
///
/// The table uses open addressing with linear probing in slots of 16 bytes, at most half full:
/// about twice as fast as a `Dictionary` on tens of millions of ids. The hash is a multiplication
/// with 2^64 / golden ratio, the same in every run.
///
/// `find` looks up a whole batch, each id only at its home slot and the next one and without a
/// branch, so that many slots are loaded from memory at once. `intern` looks up the ids that `find`
/// misses.
///
/// - Complexity: O(1) per id on average, amortised over growth.
struct IDInterner: ~Copyable {
  private struct Slot {
    var id: UInt64
    /// The number of the id; -1 for a free slot.
    var number: Int32
  }

  private var slots: RigidArray<Slot>
  /// 64 minus the binary logarithm of the number of slots.
  private var shift: Int
  /// The number of different ids.
  private(set) var count = 0

  /// Creates an empty table.
  init() {
    slots = RigidArray(repeating: Slot(id: 0, number: -1), count: 1 << 12)
    shift = 64 - 12
  }

  /// Finds the images of ids that were seen before and are in their home slot or the next one; -1
  /// for others.
  /// - Parameters:
  ///   - ids: the ids.
  ///   - images: the array for the images, as long as `ids`.
  func find(_ ids: borrowing RigidArray<UInt64>, into images: inout [ImageID]) {
    let slots = slots.span
    var images = images.mutableSpan
    for index in 0..<ids.count {
      let home = home(of: ids[index])
      let (first, second) = (slots[home], slots[(home + 1) & (slots.count - 1)])
      // A free slot has the number -1.
      let other = second.id == ids[index] ? second.number : -1
      images[index] = ImageID(first.id == ids[index] ? first.number : other)
    }
  }

  /// Returns the number of an id: the next number if the id is new.
  /// - Precondition: there are fewer than 2^31 different ids.
  mutating func intern(_ id: UInt64) -> Int32 {
    var index = home(of: id)
    while true {
      let slot = slots[index]
      if slot.number < 0 { break }
      if slot.id == id { return slot.number }
      index = (index + 1) & (slots.count - 1)
    }
    let number = Int32(count)
    slots[index] = Slot(id: id, number: number)
    count += 1
    if count * 2 > slots.count { grow() }
    return number
  }

  /// Returns all ids in the order of their numbers.
  func ids() -> [UInt64] {
    var ids = [UInt64](repeating: 0, count: count)
    for index in 0..<slots.count where slots[index].number >= 0 {
      ids[Int(slots[index].number)] = slots[index].id
    }
    return ids
  }

  private func home(of id: UInt64) -> Int {
    // The high half is folded in, so that ids that differ only there do not collide.
    Int(truncatingIfNeeded: ((id ^ (id >> 32)) &* 0x9e37_79b9_7f4a_7c15) >> UInt64(shift))
  }

  private mutating func grow() {
    shift -= 1
    var larger = RigidArray(repeating: Slot(id: 0, number: -1), count: slots.count * 2)
    for old in 0..<slots.count where slots[old].number >= 0 {
      var index = home(of: slots[old].id)
      while larger[index].number >= 0 { index = (index + 1) & (larger.count - 1) }
      larger[index] = slots[old]
    }
    slots = larger
  }
}
