import ScrollCaching
import ScrollCore
import Testing

/// Tests of relations between policies that hold for every stream.
struct OptimalityTests {
  static let equalSizes = ClassicStream.all.filter { $0.sizes == .none }

  @Test(arguments: equalSizes, [3, 20, 61])
  func `no policy misses less than Belady for equal sizes`(
    stream: ClassicStream, capacity: Int
  ) throws {
    let requests = stream.generate()
    let least = try ClassicReplay.run("belady", requests, .count, capacity: capacity).misses
    for policy in ["fifo", "lru", "clock", "sieve", "arc", "lfu", "gdsf"] {
      let tally = try ClassicReplay.run(policy, requests, .count, capacity: capacity)
      #expect(tally.misses >= least, "\(policy), seed \(stream.seed)")
    }
  }

  @Test(arguments: equalSizes, [20, 61])
  func `LRU misses at most k over (k - h + 1) times as often as Belady with a limit of h`(
    stream: ClassicStream, k: Int
  ) throws {
    let requests = stream.generate()
    let misses = try ClassicReplay.run("lru", requests, .count, capacity: k).misses
    for h in [1, k / 2, k] {
      let least = try ClassicReplay.run("belady", requests, .count, capacity: h).misses
      #expect(misses * (k - h + 1) <= k * least, "h = \(h), seed \(stream.seed)")
    }
  }

  @Test(arguments: ["walk", "walk-long"], [2, 9, 40])
  func `LRU misses as rarely as Belady on a walk by single steps`(
    name: String, capacity: Int
  ) throws {
    let requests = try #require(ClassicStream.named(name)).generate()
    let lru = try ClassicReplay.run("lru", requests, .count, capacity: capacity)
    let belady = try ClassicReplay.run("belady", requests, .count, capacity: capacity)
    #expect(lru.misses == belady.misses)
  }

  @Test(arguments: equalSizes)
  func `a larger limit never loses hits with LRU or Belady`(stream: ClassicStream) throws {
    let requests = stream.generate()
    for policy in ["lru", "belady"] {
      var last = Int.max
      for capacity in 1...40 {
        let misses = try ClassicReplay.run(policy, requests, .count, capacity: capacity).misses
        #expect(misses <= last, "\(policy) at \(capacity), seed \(stream.seed)")
        last = misses
      }
    }
  }

  @Test func `the farthest next use is no bound for unequal sizes`() throws {
    let requests = RequestStream(
      images: [0, 0, 1, 2, 1, 0].map { ImageID(Int32($0)) }, imageCount: 3,
      sizes: [1, 1, 2, 2, 2, 1])
    #expect(try ClassicReplay.run("lfu", requests, .size, capacity: 3).misses == 4)
    #expect(try ClassicReplay.run("belady", requests, .size, capacity: 3).misses == 5)
  }
}
