import Foundation
import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing

/// Tests that a large number of requests, which is kept in a file, gives the same results.
struct RequestLogTests {
  private func logs(
    seed: UInt64, sizes: Bool
  ) throws -> (memory: RequestLog, file: RequestLog) {
    var random = SeededRandom(seed: seed)
    let records = (0..<random.within(600...9000)).map { _ in
      (id: UInt64(random.below(700)) &* 0x9e37_79b9, size: UInt32(random.within(1...9000)))
    }
    let file = RequestFile(path: "trace", data: TraceBytes.oracleGeneral(records))
    let format = try RequestFormatCatalog.builtIn.choose("oracle-general").entry
    var options = RequestOptions()
    options.includesSizes = sizes
    let memory = try format.read(file, options)
    options.bytesInMemory = random.within(256...600) * (sizes ? 12 : 4)
    return (memory, try format.read(file, options))
  }

  @Test(arguments: [true, false])
  func `a stream kept in a file equals one in memory`(sizes: Bool) throws {
    for seed in UInt64(0)..<30 {
      let (memory, file) = try logs(seed: seed, sizes: sizes)
      let (expected, found) = (memory.stream, file.stream)
      #expect(found.images == expected.images, "seed \(seed)")
      #expect(found.sizes == expected.sizes, "seed \(seed)")
      #expect(found.keys == expected.keys, "seed \(seed)")
      #expect(file.count == memory.count && file.imageCount == memory.imageCount, "seed \(seed)")
      #expect(file.workingSet == memory.workingSet, "seed \(seed)")
      #expect(file.meanSize == memory.meanSize, "seed \(seed)")
      #expect(file.countingItems.workingSet == memory.imageCount, "seed \(seed)")
      var parts = 0
      let source = file.parts()
      while source.next() != nil { parts += 1 }
      #expect(parts > 1, "seed \(seed)")
    }
  }

  @Test func `the working set is the sum of the largest size of every image`() throws {
    for seed in UInt64(0)..<10 {
      let (memory, _) = try logs(seed: seed, sizes: true)
      let stream = memory.stream
      var largest: [ImageID: Int] = [:]
      for (image, size) in zip(stream.images, stream.sizes ?? []) {
        largest[image] = max(largest[image] ?? 0, size)
      }
      #expect(memory.workingSet == largest.values.reduce(0, +), "seed \(seed)")
      #expect(RequestLog(stream).workingSet == memory.workingSet, "seed \(seed)")
    }
  }

  @Test(arguments: [
    "lru", "sieve", "gdsf", "distance", "nscache-lru", "lirs:accounting=libcachesim",
  ])
  func `a replay in parts has the counts of a whole replay, after any warm-up`(name: String) throws
  {
    let policy = try PolicyCatalog.builtIn.choose(name)
    for seed in UInt64(0)..<12 {
      let (memory, file) = try logs(seed: seed, sizes: true)
      var random = SeededRandom(seed: seed)
      let setup = PolicySetup(
        imageCount: memory.imageCount, limits: CacheLimits(cost: 400_000),
        settings: policy.settings)
      let whole = memory.stream
      #expect(
        policy.entry.replay(file.parts(), setup) == policy.entry.replay(whole, setup),
        "seed \(seed)")
      let warmUp = random.below(memory.count)
      // The rest of the stream has the figures of the whole, less those of the first part.
      let first = RequestStream(
        images: Array(whole.images[..<warmUp]), imageCount: whole.imageCount,
        sizes: whole.sizes.map { Array($0[..<warmUp]) }, keys: whole.keys)
      let expected = policy.entry.replay(whole, setup) - policy.entry.replay(first, setup)
      #expect(policy.entry.replay(file.parts(warmUp: warmUp), setup) == expected, "seed \(seed)")
      #expect(policy.entry.replay(memory.parts(warmUp: warmUp), setup) == expected, "seed \(seed)")
      #expect(expected.requests == memory.count - warmUp, "seed \(seed)")
    }
  }
}
