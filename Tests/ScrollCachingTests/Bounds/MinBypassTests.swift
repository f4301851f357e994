import ScrollCaching
import ScrollCore
import Testing

/// Tests of the two bounds for equal sizes, against brute force and against each other.
struct MinBypassTests {
  static let exhaustive = TinyStreams.all(length: 8, imageCount: 4)
  static let seeds = UInt64(1)...2_000

  func belady(_ stream: RequestStream, capacity: Int) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose("belady")
    let setup = PolicySetup(
      imageCount: stream.imageCount, limits: CacheLimits(count: capacity),
      settings: choice.settings, nextUses: stream.nextUses())
    return choice.entry.replay(stream, setup).misses
  }

  /// Returns `true` if both bounds of a stream equal the results of brute force.
  func check(_ stream: RequestStream, capacity: Int, seed: UInt64? = nil) throws -> Bool {
    let refusing = BruteForce.misses(stream, capacity: capacity, mayRefuse: true)
    let admitting = BruteForce.misses(stream, capacity: capacity, mayRefuse: false)
    let bound = MinBypass.misses(stream, capacity: capacity)
    let belady = try belady(stream, capacity: capacity)
    let note = "\(stream.drawing) with room for \(capacity)" + (seed.map { ", seed \($0)" } ?? "")
    #expect(bound == refusing, "\(note)")
    #expect(belady == admitting, "\(note)")
    #expect(bound <= belady, "\(note)")
    return bound == refusing && belady == admitting
  }

  @Test(arguments: 0...4)
  func `no cache has fewer misses on any stream of eight requests`(capacity: Int) throws {
    #expect(Self.exhaustive.filter { $0.images.count == 8 }.count == 2_795)
    for stream in Self.exhaustive {
      guard try check(stream, capacity: capacity) else { return }
    }
  }

  @Test(arguments: 0...5)
  func `no cache has fewer misses on random streams`(capacity: Int) throws {
    for seed in Self.seeds {
      let stream = TinyStreams.random(seed: seed, length: 12, imageCount: 5)
      guard try check(stream, capacity: capacity, seed: seed) else { return }
    }
  }

  @Test func `a refusal can save a miss`() throws {
    let stream = TinyStreams.stream([0, 1, 0], imageCount: 2)
    #expect(MinBypass.misses(stream, capacity: 1) == 2)
    #expect(try belady(stream, capacity: 1) == 3)
  }

  @Test func `every image misses once if all images fit`() {
    for seed in Self.seeds {
      let stream = TinyStreams.random(seed: seed, length: 60, imageCount: 12)
      let distinct = Set(stream.images).count
      for capacity in distinct...(distinct + 2) {
        #expect(MinBypass.misses(stream, capacity: capacity) == distinct, "seed \(seed)")
      }
    }
  }

  @Test func `a larger capacity never loses hits, and capacity 0 has none`() {
    for seed in Self.seeds {
      let stream = TinyStreams.random(seed: seed, length: 200, imageCount: 12)
      let misses = (0...12).map { MinBypass.misses(stream, capacity: $0) }
      #expect(misses[0] == stream.images.count, "seed \(seed)")
      #expect(zip(misses, misses.dropFirst()).allSatisfy(>=), "\(misses), seed \(seed)")
    }
  }

  @Test func `the bound ignores sizes, and an empty stream has no misses`() {
    var stream = TinyStreams.stream([0, 1, 2, 0, 1, 2], imageCount: 3)
    let misses = MinBypass.misses(stream, capacity: 2)
    stream.sizes = [9, 1, 1, 9, 1, 1]
    #expect(MinBypass.misses(stream, capacity: 2) == misses)
    #expect(MinBypass.misses(TinyStreams.stream([], imageCount: 0), capacity: 3) == 0)
  }
}
