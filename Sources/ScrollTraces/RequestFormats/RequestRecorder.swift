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
  /// How the file is read, after its format: `id = column 2 'key'`.
  var reading: String
  /// Warnings of the reader.
  var doubts: [String] = []
  /// Lines or records that were read, where requests may be more.
  var lines = 0
  private var interner = IDInterner()
  /// Ids whose numbers are not in `images` yet, and how many of them there are.
  private var pending = RigidArray<UInt64>(repeating: 0, count: batch)
  private var pendingCount = 0
  private var found = [ImageID](repeating: ImageID(-1), count: batch)
  private var images: [ImageID] = []
  private var sizes: [Int] = []
  private var includesSizes: Bool
  /// The operation of each entry; empty where every entry is a request.
  private var operations: [RequestStream.Operation] = []
  /// All sizes together.
  private var total = 0
  /// Those that memory has no room for; nil while it has.
  private var kept: KeptRequests?
  private let atOnce: Int

  /// No requests.
  /// - Parameters:
  ///   - file: for messages.
  ///   - reading: the format's name.
  ///   - includesSizes: whether sizes are kept.
  ///   - inMemory: at most so many requests are held in memory.
  ///   - expected: about how many there will be.
  init(
    file: String, reading: String, includesSizes: Bool, inMemory: Int, expected: Int
  ) {
    images.reserveCapacity(min(inMemory, expected))
    if includesSizes { sizes.reserveCapacity(min(inMemory, expected)) }
    self.file = file
    self.reading = reading
    self.includesSizes = includesSizes
    atOnce = inMemory
  }

  /// Keeps no sizes: the file has none.
  /// - Precondition: nothing was appended.
  mutating func leaveOutSizes() {
    precondition(count == 0, "\(count) requests with sizes")
    includesSizes = false
  }

  /// A Boolean value that indicates whether the recorder has no requests.
  var isEmpty: Bool { count == 0 }

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

  /// Appends an entry of a log that has operations.
  /// - Precondition: `accepts(size)`; all entries before came with an operation, too.
  /// - Throws: `RequestFormatError` as `append(_:size:)`.
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

/// Numbers arbitrary 64-bit ids densely, in order of first appearance.
///
/// Open addressing with linear probing in slots of 16 bytes, at most half full: about twice
/// as fast as a `Dictionary` on tens of millions of ids. The hash is a multiplication with
/// 2^64 / golden ratio, the same in every run.
///
/// `find` looks up a whole batch, each id only where it should be and without a branch, so that
/// the memory of many slots is on its way at once; what it does not find is for `intern`.
///
/// - Complexity: O(1) per id on average, amortised over growth.
struct IDInterner: ~Copyable {
  private struct Slot {
    var id: UInt64
    /// -1 where the slot is free.
    var number: Int32
  }

  private var slots: RigidArray<Slot>
  /// 64 minus the logarithm of the number of slots.
  private var shift: Int
  /// Number of different ids.
  private(set) var count = 0

  /// An empty table.
  init() {
    slots = RigidArray(repeating: Slot(id: 0, number: -1), count: 1 << 12)
    shift = 64 - 12
  }

  /// The images of ids that were seen before and are where they should be; -1 for others.
  /// - Parameters:
  ///   - ids: any numbers.
  ///   - images: where the image of each goes, as long as `ids`.
  func find(_ ids: borrowing RigidArray<UInt64>, into images: inout [ImageID]) {
    let slots = slots.span
    var images = images.mutableSpan
    for index in 0..<ids.count {
      let slot = slots[home(of: ids[index])]
      // A free slot has the number -1 itself.
      images[index] = ImageID(slot.id == ids[index] ? slot.number : -1)
    }
  }

  /// The number of an id: the next one if it was never seen.
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

  /// The id of every number.
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
