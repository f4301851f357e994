import ScrollCaching
import ScrollCore
import Testing

/// Replays of logs that store and remove besides their requests.
struct OperationReplayTests {
  /// A cache as a list, the oldest first, written down without the library.
  private struct ListCache {
    let capacity: Int
    /// A Boolean value that indicates whether a hit makes an entry the newest.
    let renews: Bool
    var entries: [(image: Int, size: Int)] = []
    var requests = 0, misses = 0

    mutating func store(_ image: Int, _ size: Int) {
      guard size <= capacity else { return }
      remove(image)
      while entries.reduce(0, { $0 + $1.size }) + size > capacity { entries.removeFirst() }
      entries.append((image, size))
    }

    mutating func remove(_ image: Int) { entries.removeAll { $0.image == image } }

    mutating func request(_ image: Int, _ size: Int) {
      requests += 1
      if let place = entries.firstIndex(where: { $0.image == image }) {
        if renews { entries.append(entries.remove(at: place)) }
      } else {
        misses += 1
        store(image, size)
      }
    }
  }

  private static func stream(seed: UInt64, hasSizes: Bool) -> RequestStream {
    var random = SeededRandom(seed: seed)
    let count = 300
    var stream = RequestStream(
      images: (0..<count).map { _ in ImageID(Int.random(in: 0..<12, using: &random)) },
      imageCount: 12,
      sizes: hasSizes ? (0..<count).map { _ in Int.random(in: 0...4, using: &random) } : nil)
    stream.operations = (0..<count).map { _ in
      [.request, .request, .request, .store, .removal].randomElement(using: &random) ?? .request
    }
    return stream
  }

  @Test(arguments: ["lru", "fifo"], [false, true])
  func `stores and removals act as on a list`(policy: String, hasSizes: Bool) throws {
    for seed in UInt64(0)..<200 {
      let stream = Self.stream(seed: seed, hasSizes: hasSizes)
      var list = ListCache(capacity: 6, renews: policy == "lru")
      for (index, image) in stream.images.enumerated() {
        let (number, size) = (Int(image.index), stream.sizes?[index] ?? 1)
        switch stream.operations?[index] {
        case .store: list.store(number, size)
        case .removal: list.remove(number)
        default: list.request(number, size)
        }
      }
      let choice = try PolicyCatalog.builtIn.choose(policy)
      let setup = PolicySetup(
        imageCount: 12, limits: hasSizes ? CacheLimits(cost: 6) : CacheLimits(count: 6),
        settings: choice.settings)
      let tally = choice.entry.replay(stream, setup)
      #expect(tally.requests == list.requests, "seed \(seed)")
      #expect(tally.misses == list.misses, "seed \(seed)")
      let model = replay(stream, in: choice.entry.makeModel(setup))
      #expect(model.misses == list.misses && model.requests == list.requests, "seed \(seed)")
    }
  }

  @Test func `a stream in parts has the counts of the whole stream`() throws {
    let stream = Self.stream(seed: 7, hasSizes: true)
    let choice = try PolicyCatalog.builtIn.choose("lru")
    let setup = PolicySetup(
      imageCount: 12, limits: CacheLimits(cost: 6), settings: choice.settings)
    var rest = [0..<100, 100..<300].map { range in
      var part = stream
      part.images = Array(stream.images[range])
      part.sizes = stream.sizes.map { Array($0[range]) }
      part.operations = stream.operations.map { Array($0[range]) }
      return part
    }[...]
    #expect(
      choice.entry.replay(ReplayParts { rest.popFirst() }, setup)
        == choice.entry.replay(stream, setup))
  }

  /// Streams with operations are replayed in another way.
  ///
  /// Some policies also evict on a hit, so the last evictions can come after the last miss. `lirs`
  /// counts as libCacheSim does only if there are no operations.
  @Test(
    arguments: PolicyCatalog.builtIn.entries.filter {
      !$0.facts.needsFuture && $0.unavailable == nil
    }.map { $0.name == "lirs" ? "lirs:accounting=strict" : $0.name })
  func `operations that all are requests change no count`(name: String) throws {
    let choice = try PolicyCatalog.builtIn.choose(name)
    let setup = PolicySetup(
      imageCount: 12, limits: CacheLimits(cost: 8), settings: choice.settings)
    for seed in UInt64(0)..<20 {
      var requests = Self.stream(seed: seed, hasSizes: true)
      var operations = requests
      requests.operations = nil
      operations.operations = requests.images.map { _ in .request }
      #expect(
        choice.entry.replay(operations, setup) == choice.entry.replay(requests, setup),
        "seed \(seed)")
    }
  }
}
