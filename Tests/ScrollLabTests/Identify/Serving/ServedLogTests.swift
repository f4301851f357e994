import ScrollCaching
import ScrollCore
import ScrollTraces
import Testing
import scrollsim_lab

/// A log served to other caches.
@Suite struct ServedLogTests {
  private func tally(
    _ lines: String..., model: String, counting: Bool = false, limits: CacheLimits? = nil
  ) throws -> Tally {
    let header = #"{"scrollsim-cache-log":1,"cost":10,"evictions":false}"#
    let text = ([header] + lines).joined(separator: "\n")
    let log = try CacheLogReader.read(Array(text.utf8), named: "log")
    return ServedLog(log, counting: counting, limits: limits)
      .tally(of: Candidate(try PolicyCatalog.builtIn.choose(model)), seed: 0)
  }

  private static let lines = [
    #"{"op":"set","key":"a","cost":6}"#, #"{"op":"set","key":"b","cost":3}"#,
    #"{"op":"get","key":"a"}"#, #"{"op":"set","key":"c","cost":5}"#, #"{"op":"get","key":"b"}"#,
  ]

  @Test func `the tally counts look-ups with their results`() throws {
    let lru = try tally(
      Self.lines[0], Self.lines[1], Self.lines[2], Self.lines[3], Self.lines[4], model: "lru")
    // c takes the place of b, which is older than a, and of a.
    #expect(lru.requests == 2 && lru.misses == 1)
    #expect(lru.costRequested == 9 && lru.costMissed == 3)
    #expect(lru.removals == 2)
    let roomy = try tally(
      Self.lines[0], Self.lines[1], Self.lines[2], Self.lines[3], Self.lines[4], model: "lru",
      limits: CacheLimits(cost: 100))
    #expect(roomy.misses == 0 && roomy.removals == 0)
  }

  @Test func `every cost is 1 if the log counts values`() throws {
    let one = try tally(
      Self.lines[0], Self.lines[1], Self.lines[2], model: "lru", counting: true,
      limits: CacheLimits(count: 1))
    #expect(one.requests == 1 && one.misses == 1 && one.costMissed == 1)
  }

  @Test func `the server stores a lost value again after a hit in the log`() throws {
    let again = try tally(
      Self.lines[0], #"{"op":"set","key":"b","cost":6}"#, #"{"op":"get","key":"a","hit":true}"#,
      #"{"op":"get","key":"a","hit":true}"#, model: "lru")
    #expect(again.requests == 2 && again.misses == 1)
    let never = try tally(
      Self.lines[0], #"{"op":"set","key":"b","cost":6}"#, #"{"op":"get","key":"a"}"#,
      #"{"op":"get","key":"a"}"#, model: "lru")
    #expect(never.misses == 2)
  }

  @Test func `the server performs removals, limits and warnings`() throws {
    let gone = try tally(
      Self.lines[0], #"{"op":"remove","key":"a"}"#, #"{"op":"get","key":"a"}"#, model: "lru")
    #expect(gone.misses == 1 && gone.removals == 0)
    let warned = try tally(
      Self.lines[0], #"{"op":"warning"}"#, #"{"op":"get","key":"a"}"#, model: "lru")
    #expect(warned.misses == 1 && warned.removals == 1)
    let narrow = try tally(
      Self.lines[0], #"{"op":"limits","cost":5}"#, #"{"op":"get","key":"a"}"#, model: "lru")
    #expect(narrow.misses == 1)
    let kept = try tally(
      Self.lines[0], #"{"op":"limits","cost":5}"#, #"{"op":"get","key":"a"}"#, model: "lru",
      limits: CacheLimits(cost: 10))
    #expect(kept.misses == 0)
  }
}
