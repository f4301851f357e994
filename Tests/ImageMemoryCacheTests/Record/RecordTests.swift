import Foundation
import ImageMemoryCache
import ScrollCaching
import ScrollCore
import Testing

/// Tests of the recordings that `record(to:)` writes, and of their end.
@Suite struct RecordTests {
  private final class Value: Sendable {}

  /// Returns a cache of three values whose keys are their own digests.
  private func cache(_ policy: CachePolicy = .fifo) -> ImageMemoryCache<UInt64, Value> {
    var options = CacheOptions<UInt64, Value>()
    options.digest = { $0 }
    options.reportsPositions = true
    options.clock = CacheClock { SimTime(milliseconds: 16) }
    return ImageMemoryCache(
      policy: policy, costLimit: .cost(30), cost: { _ in 10 }, options: options)
  }

  private func key(_ digest: UInt64) -> String {
    let digits = String(digest, radix: 16)
    return "\"key\":\"\(String(repeating: "0", count: 16 - digits.count))\(digits)\""
  }

  @Test func `every call is a line with its result`() throws {
    let file = try RecordedFile()
    let cache = cache()
    let recording = try cache.record(to: file.path)
    let load = LoadTime(milliseconds: 21.5, decodeMilliseconds: 4)
    _ = cache[0xab]
    cache.insert(Value(), for: 0xab, loadTime: load)
    cache.insert(Value(), for: 2, as: .prefetched)
    cache[3] = Value()
    _ = cache[2]
    cache[4] = Value()
    cache.removeValue(for: 3)
    cache.pin(2)
    cache.pin(2)
    cache.unpin(2)
    cache.unpin(2)
    cache.place(2, at: [100..<150, 900..<950])
    cache.setViewport(Viewport(lower: -10, upper: 790, velocity: -0.5, phase: .tracking))
    cache.place(2, at: nil)
    cache.limits = CacheLimits(cost: 10, count: 7)
    cache.respond(to: .pressure(.critical), with: .keepShare(0.5))
    cache.respond(to: .background, with: .keepEverything)
    cache.removeAll()
    #expect(recording.stop() == .stopped && recording.end == .stopped)
    let expected = [
      #"{"op":"get",\#(key(0xab)),"hit":false}"#,
      #"{"op":"set",\#(key(0xab)),"cost":10,"load_ms":21.5,"decode_ms":4.0}"#,
      #"{"op":"set",\#(key(2)),"cost":10,"as":"prefetch"}"#,
      #"{"op":"set",\#(key(3)),"cost":10}"#, #"{"op":"get",\#(key(2)),"cost":10,"hit":true}"#,
      #"{"op":"set",\#(key(4)),"cost":10}"#, #"{"op":"evicted",\#(key(0xab))}"#,
      #"{"op":"remove",\#(key(3))}"#, #"{"op":"use",\#(key(2))}"#,
      #"{"op":"release",\#(key(2))}"#, #"{"op":"place",\#(key(2)),"from":100.0,"to":150.0}"#,
      #"{"op":"place",\#(key(2)),"from":900.0,"to":950.0,"also":true}"#,
      #"{"op":"viewport","from":-10.0,"to":790.0,"velocity":-0.5,"phase":"tracking","ns":16000000}"#,
      #"{"op":"place",\#(key(2))}"#, #"{"op":"limits","count":7,"cost":10}"#,
      #"{"op":"evicted",\#(key(2))}"#, #"{"op":"warning","level":"critical","share":0.5}"#,
      #"{"op":"evicted",\#(key(4))}"#, #"{"op":"background","keep":"everything"}"#,
      #"{"op":"clear"}"#,
    ]
    let lines = try file.lines()
    #expect(
      lines.first
        == #"{"scrollsim-cache-log":2,"cache":"ImageMemoryCache","policy":"fifo","seed":0,"#
        + #""cost":30,"keys":"digests","evictions":true}"#)
    #expect(Array(lines.dropFirst()) == expected)
  }

  @Test func `a recording does not keep its cache alive`() throws {
    let file = try RecordedFile()
    var cache: ImageMemoryCache<UInt64, Value>? = cache()
    weak let watched = cache
    let recording = try cache?.record(to: file.path)
    cache?[1] = Value()
    cache = nil
    #expect(watched == nil)
    #expect(recording?.stop() == .stopped)
    #expect(try file.lines().count == 2)
  }

  @Test func `the first line counts the values that the cache already holds`() throws {
    let file = try RecordedFile()
    let cache = cache()
    cache[1] = Value()
    cache[2] = Value()
    try cache.record(to: file.path).stop()
    #expect(try file.lines().first?.contains(#","held":2}"#) == true)
  }

  @Test func `a cache has one recording at a time`() throws {
    let file = try RecordedFile(), other = try RecordedFile()
    let cache = cache()
    let recording = try cache.record(to: file.path)
    #expect(throws: RecordingError.observed) { _ = try cache.record(to: other.path) }
    cache[1] = Value()
    recording.stop()
    cache[2] = Value()
    #expect(try file.lines().count == 2)
    try cache.record(to: other.path).stop()
    #expect(try other.lines().count == 1)
  }

  @Test func `a second recording on the path of a running one leaves the file unchanged`() throws {
    let file = try RecordedFile()
    let first = cache(), second = cache()
    let recording = try first.record(to: file.path)
    first[1] = Value()
    // The first cache has a recording already; the second has none, but its file is being written.
    #expect(throws: RecordingError.observed) { _ = try first.record(to: file.path) }
    #expect(throws: RecordingError.busy(path: file.path)) { _ = try second.record(to: file.path) }
    first[2] = Value()
    recording.stop()
    #expect(try file.lines().count == 3)
    try second.record(to: file.path).stop()
    #expect(try file.lines().count == 1)
  }

  @Test func `a recording without references ends`() throws {
    let file = try RecordedFile()
    let cache = cache()
    do {
      let recording = try cache.record(to: file.path)
      #expect(recording.end == nil)
    }
    try cache.record(to: file.path).stop()
  }

  @Test func `the error explains why a recording cannot begin`() throws {
    let file = try RecordedFile()
    let cache = cache()
    for (path, capacity, sentence) in [
      (
        "\(file.path)/no/cache.jsonl", 64,
        "cannot be created (error 2); expected a path in a writable folder"
      ),
      (file.path, 3, "needs a capacity of at least 16 steps, not 3"),
    ] {
      let error = #expect(throws: RecordingError.self) {
        _ = try cache.record(to: path, capacity: capacity)
      }
      let text = error.map { "\($0)" } ?? ""
      #expect(text.contains(sentence), "\(text)")
    }
    try cache.record(to: file.path).stop()
  }

  #if os(Linux)
    @Test func `a full disk ends only the recording`() throws {
      let cache = cache()
      let recording = try cache.record(to: "/dev/full")
      for key in 0..<1_000 as Range<UInt64> { cache[key] = Value() }
      #expect(recording.stop() == .unwritable(ENOSPC))
      #expect("\(RecordingEnd.unwritable(ENOSPC))".contains("cannot be written"))
      #expect(cache.count == 3 && cache.statistics.removals == 997)
    }
  #endif
}
