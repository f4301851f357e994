public import ScrollCaching
public import ScrollCore

/// The requests of a trace, in memory while they are few, else in a temporary file.
///
/// Any number of replays may read it at once, part by part. Memory grows with the different images,
/// not with the requests, as long as nobody asks for the whole `stream`.
public final class RequestLog: Sendable {
  private enum Storage: Sendable {
    case memory(RequestStream)
    case file(KeptRequests)
  }

  private let storage: Storage
  /// The id of each image in the trace; empty means its number.
  private let keys: [UInt64]
  /// All sizes together; nil where there are none.
  private let total: Int?
  /// How many requests there are.
  public let count: Int
  /// Images are `0..<imageCount`.
  public let imageCount: Int
  /// The format of the file and the columns that were taken: `csv: id = column 2 'key'`; nil for what
  /// was read from no file of requests.
  public let readAs: String?
  /// Warnings of the reader.
  private let said: [String]
  /// The number of lines that the requests came from; 0 if each is one.
  private let lines: Int
  /// The operation of each entry of a file; empty where every entry is a request.
  private let operations: [RequestStream.Operation]

  /// Requests that are in memory already.
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

  /// Requests in a file, the sizes of which count if their sum is given.
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

  /// Warnings about requests that make no sense, so that the columns may be others.
  public var doubts: [String] {
    guard readAs != nil else { return [] }
    var doubts = said
    if imageCount == count, count >= 20 {
      doubts.append(
        "no image recurs in \(count) requests; is another column the id?")
    }
    if lines > 0, count / lines >= 100 {
      doubts.append(
        "\(lines) lines are \(count) requests; is it another format than that of runs of blocks?")
    }
    if meanSize > 0x1p40, hasSizes {
      doubts.append("the mean size exceeds 1 TiB; is another column the size?")
    }
    return doubts
  }

  /// A Boolean value that indicates whether the log stores and removes besides its requests.
  public var hasOperations: Bool { !operations.isEmpty }

  /// Whether requests have sizes.
  public var hasSizes: Bool { total != nil }

  /// The mean size of all requests; 1 where there are no sizes.
  public var meanSize: Double { total.map { Double($0) / Double(max(1, count)) } ?? 1 }

  /// The same requests, every one of size 1.
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

  /// What all images that are asked for weigh together, each with its largest size; their number
  /// where there are no sizes.
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
  /// - Complexity: O(requests), in memory too.
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

  /// Where the items lie; nil where item `i` is image `i`.
  public var placement: ItemPlacement? {
    if case .memory(let stream) = storage { stream.placement } else { nil }
  }

  /// Whether requests are for items that have places.
  public var hasItems: Bool {
    if case .memory(let stream) = storage { stream.items != nil } else { false }
  }

  /// All parts in order, for one replay.
  /// - Parameter warmUp: how many of the first requests only fill the cache.
  /// - Returns: parts that are read as they are asked for.
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
  /// A SHA-256 of the ids and sizes in order: the same for the same requests, whatever the format of
  /// their file.
  ///
  /// Blocks of 65 536 requests, each of 8 bytes of id and 8 of size, little-endian, have a digest
  /// each; that of all is the digest of these digests in hexadecimal. A write has the highest bit of
  /// its size set, a deletion the second highest.
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
