public import ScrollCaching
public import ScrollCore

/// The requests of a trace: in memory if they are few, else in a temporary file.
///
/// Any number of replays may read it at the same time, part by part. Memory grows with the
/// different images, not with the requests, unless a caller uses the whole `stream`.
public final class RequestLog: Sendable {
  private enum Storage: Sendable {
    case memory(RequestStream)
    case file(KeptRequests)
  }

  private let storage: Storage
  /// The id of each image in the trace; if empty, the id is the image's number.
  private let keys: [UInt64]
  /// The sum of all sizes; `nil` if there are none.
  private let total: Int?
  /// The number of requests.
  public let count: Int
  /// The number of images, which are `0..<imageCount`.
  public let imageCount: Int
  /// The format of the file and the columns used, `csv: id = column 2 'key'`; `nil` without a
  /// request file.
  public let readAs: String?
  /// The warnings of the reader.
  private let said: [String]
  /// The number of lines of the requests; 0 if each request has one line.
  private let lines: Int
  /// The operation of each entry of a file; empty if every entry is a request.
  private let operations: [RequestStream.Operation]

  /// Creates a log of requests in memory.
  public convenience init(_ stream: RequestStream) {
    self.init(stream, total: stream.sizes?.reduce(0, +))
  }

  init(
    _ stream: RequestStream, total: Int?, readAs: String? = nil, doubts: [String] = [],
    lines: Int = 0
  ) {
    storage = .memory(stream)
    keys = stream.keys
    operations = stream.operations ?? []
    self.total = total
    count = stream.images.count
    imageCount = stream.imageCount
    self.readAs = readAs
    said = doubts
    self.lines = lines
  }

  /// Creates a log of requests in a file, whose sizes count if their sum is given.
  init(
    _ kept: KeptRequests, keys: [UInt64], operations: [RequestStream.Operation] = [], total: Int?,
    readAs: String?, doubts: [String], lines: Int
  ) {
    storage = .file(kept)
    self.operations = operations
    self.keys = keys
    self.total = total
    count = kept.count
    imageCount = keys.count
    self.readAs = readAs
    said = doubts
    self.lines = lines
  }

  /// Warnings about implausible requests, which suggest that the reader used the wrong columns.
  public var doubts: [String] {
    guard readAs != nil else { return [] }
    var doubts = said
    if imageCount == count, count >= 20 {
      doubts.append(
        "no image repeats in \(count) requests; is another column the id?")
    }
    if lines > 0, count / lines >= 100 {
      doubts.append(
        "\(lines) lines are \(count) requests; is the format really runs of blocks?")
    }
    if meanSize > 0x1p40, hasSizes {
      doubts.append("the mean size exceeds 1 TiB; is another column the size?")
    }
    return doubts
  }

  /// A Boolean value that indicates whether the log has stores and removals besides requests.
  public var hasOperations: Bool { !operations.isEmpty }

  /// A Boolean value that indicates whether requests have sizes.
  public var hasSizes: Bool { total != nil }

  /// The mean size of all requests; 1 if there are no sizes.
  public var meanSize: Double { total.map { Double($0) / Double(max(1, count)) } ?? 1 }

  /// The same requests, each with size 1.
  public var countingItems: RequestLog {
    switch storage {
    case .memory(let stream):
      RequestLog(stream.countingItems, total: nil, readAs: readAs, doubts: said, lines: lines)
    case .file(let kept):
      RequestLog(
        kept, keys: keys, operations: operations, total: nil, readAs: readAs, doubts: said,
        lines: lines)
    }
  }

  /// The sum of the sizes of all requested images, each with its largest size.
  ///
  /// Without sizes, it is the number of images.
  /// - Complexity: O(requests).
  public var workingSet: Int {
    var largest = [Int](repeating: 0, count: imageCount)
    let parts = parts()
    while let part = parts.next() {
      for (index, image) in part.images.enumerated() {
        let number = Int(image.index)
        largest[number] = max(largest[number], part.sizes?[index] ?? 1)
      }
    }
    return largest.reduce(0, +)
  }

  /// The whole stream in memory.
  /// - Complexity: O(requests), also in memory.
  public var stream: RequestStream {
    guard case .file = storage else { return parts().next() ?? empty }
    var stream = empty
    stream.images.reserveCapacity(count)
    stream.sizes?.reserveCapacity(count)
    let parts = parts()
    while let part = parts.next() {
      stream.images += part.images
      if let sizes = part.sizes { stream.sizes? += sizes }
      if let operations = part.operations { stream.operations? += operations }
    }
    return stream
  }

  /// The placement of the items; `nil` if item `i` is image `i`.
  public var placement: ItemPlacement? {
    if case .memory(let stream) = storage { stream.placement } else { nil }
  }

  /// A Boolean value that indicates whether requests are for items with places.
  public var hasItems: Bool {
    if case .memory(let stream) = storage { stream.items != nil } else { false }
  }

  /// Returns all parts in order, for one replay.
  /// - Parameter warmUp: the number of first requests that only fill the cache.
  /// - Returns: parts that are read on demand.
  public func parts(warmUp: Int = 0) -> ReplayParts {
    switch storage {
    case .memory(let stream): return ReplayParts(stream, warmUp: warmUp)
    case .file(let kept):
      var (next, position) = (0, 0)
      return ReplayParts(warmUp: warmUp) { [self] in
        guard next < kept.partCount else { return nil }
        defer { next += 1 }
        var part = empty
        (part.images, part.sizes) = kept.part(next, includingSizes: hasSizes)
        if hasOperations {
          part.operations = Array(operations[position..<position + part.images.count])
        }
        position += part.images.count
        return part
      }
    }
  }

  private var empty: RequestStream {
    var stream = RequestStream(
      images: [], imageCount: imageCount, sizes: hasSizes ? [] : nil, keys: keys)
    if hasOperations { stream.operations = [] }
    return stream
  }
}

extension RequestLog {
  /// A SHA-256 of the ids and sizes in order, the same for the same requests in any file format.
  ///
  /// Blocks of 65 536 requests, each with 8 bytes of id and 8 of size, little-endian, have a digest
  /// each. The digest of the log is that of these digests in hexadecimal. A write has the highest
  /// bit of its size set, a deletion the second highest.
  ///
  /// - Complexity: O(requests).
  package var digest: SHA256 {
    var digests: [UInt8] = []
    var block: [UInt8] = []
    func append(_ number: UInt64) {
      withUnsafeBytes(of: number.littleEndian) { block.append(contentsOf: $0) }
    }
    let parts = parts()
    while let part = parts.next() {
      for (index, image) in part.images.enumerated() {
        let number = Int(image.index)
        append(part.keys.isEmpty ? UInt64(number) : part.keys[number])
        let mark = part.operations.map { UInt64($0[index].mark) } ?? 0
        append(UInt64(bitPattern: Int64(part.sizes?[index] ?? 1)) | mark << 62)
        guard block.count == 1 << 20 else { continue }
        digests.append(contentsOf: SHA256(of: block).hex.utf8)
        block.removeAll(keepingCapacity: true)
      }
    }
    digests.append(contentsOf: SHA256(of: block).hex.utf8)
    return SHA256(of: digests)
  }
}

extension RequestStream.Operation {
  /// The two highest bits of a size in a digest.
  fileprivate var mark: UInt8 {
    switch self {
    case .request: 0
    case .store: 2
    case .removal: 1
    }
  }
}
