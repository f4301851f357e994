import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Testing

/// A recording that has less room than is done at once.
@Suite struct RecordOverflowTests {
  private final class Value: Sendable {}

  private func lines(capacity: Int) throws -> (lines: [String], end: RecordingEnd) {
    let file = try RecordedFile()
    var options = CacheOptions<UInt64, Value>()
    options.digest = { $0 }
    let cache = ImageMemoryCache<UInt64, Value>(
      policy: .lru, costLimit: .cost(30), cost: { _ in 1 }, options: options)
    let recording = try cache.record(to: file.path, capacity: capacity)
    var random = SeededRandom(seed: 3)
    for _ in 0..<20_000 {
      let key = UInt64(random.below(90))
      if cache[key] == nil { cache[key] = Value() }
      if random.below(500) == 0 { cache.respond(to: .pressure(.warning)) }
    }
    let end = recording.stop()
    return (try file.lines(), end)
  }

  @Test func `a recording that overflows contains the first operations`() throws {
    let whole = try lines(capacity: 1 << 17)
    #expect(whole.end == .stopped && whole.lines.count > 30_000)
    for capacity in [16, 17, 64, 1000] {
      let part = try lines(capacity: capacity)
      #expect(part.end == .fellBehind || part.lines.count == whole.lines.count)
      #expect(part.lines.elementsEqual(whole.lines.prefix(part.lines.count)), "\(capacity)")
      // Its last operation has all that left because of it.
      let next = whole.lines.dropFirst(part.lines.count).first
      #expect(next?.contains("\"evicted\"") != true, "\(capacity)")
    }
  }
}
