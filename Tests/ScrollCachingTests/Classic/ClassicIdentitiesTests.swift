import ScrollCaching
import ScrollCore
import Testing

/// Policies that are the same policy under certain settings, or on certain streams.
struct ClassicIdentitiesTests {
  @Test(
    arguments: [
      ("lru-k:k=1", "lru"), ("lru-k:k=1:retained=0", "lru"), ("slru:segments=1", "lru"),
      ("sfifo:segments=1", "fifo"), ("2q:inShare=1", "fifo"), ("2q:inShare=1:outShare=0", "fifo"),
    ], ClassicStream.all)
  func `a policy with special settings equals another policy`(
    names: (String, String), stream: ClassicStream
  ) throws {
    let requests = stream.generate()
    for (unit, capacity) in [(ClassicReplay.Unit.count, 23), (.size, 61_000)]
    where unit == .count || stream.sizes != .none {
      let one = try ClassicReplay.run(names.0, requests, unit, capacity: capacity)
      let other = try ClassicReplay.run(names.1, requests, unit, capacity: capacity)
      #expect(one == other, "\(unit), seed \(stream.seed)")
    }
  }

  @Test(arguments: ClassicStream.all, [4, 23, 61])
  func `lfu-da equals greedy dual for equal sizes`(
    stream: ClassicStream, capacity: Int
  ) throws {
    let requests = stream.generate()
    let aging = try ClassicReplay.run("lfu-da", requests, .count, capacity: capacity)
    let greedy = try ClassicReplay.run("gdsf", requests, .count, capacity: capacity)
    #expect(aging == greedy, "seed \(stream.seed)")
  }

  @Test(arguments: [5, 17, 40], [1, 2, 4, 16, 39])
  func `MRU misses as rarely as Belady on a loop`(length: Int, capacity: Int) throws {
    let loop = RequestStream(
      images: (0..<20 * length).map { ImageID($0 % length) }, imageCount: length)
    let mru = try ClassicReplay.run("mru", loop, .count, capacity: capacity)
    let belady = try ClassicReplay.run("belady", loop, .count, capacity: capacity)
    #expect(mru == belady)
  }

  @Test(arguments: ClassicStream.all.filter { $0.sizes == .none })
  func `a larger limit never loses hits with MRU`(stream: ClassicStream) throws {
    let requests = stream.generate()
    var last = Int.max
    for capacity in 1...40 {
      let misses = try ClassicReplay.run("mru", requests, .count, capacity: capacity).misses
      #expect(misses <= last, "at \(capacity), seed \(stream.seed)")
      last = misses
    }
  }
}
