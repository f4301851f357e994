import Foundation
import Testing

/// Logs of what was done to a cache, replayed against policies.
@Suite struct ReplayLogTests {
  private static let log = """
    {"scrollsim-cache-log":1,"count":2,"unit":"bytes","evictions":false}
    {"op":"set","key":"a","cost":30}
    {"op":"set","key":"b","cost":10}
    {"op":"get","key":"a","hit":true}
    {"op":"set","key":"c","cost":20}
    {"op":"get","key":"b","hit":false}
    {"op":"set","key":"b","cost":10}
    {"op":"get","key":"a","hit":true}
    {"op":"remove","key":"b"}
    {"op":"get","key":"b","hit":false}

    """

  private func rows(_ arguments: String...) throws -> [[String: Any]] {
    let folder = try TemporaryFolder()
    try folder.write(Self.log, to: "box.jsonl")
    let outcome = try Scrollsim.run(
      ["replay", "box.jsonl", "--format", "json"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output)
  }

  @Test func `the first line identifies a log and supplies its limits`() throws {
    let rows = try rows("--policy", "lru,fifo")
    #expect(rows.map { $0["policy"] as? String } == ["lru", "fifo"])
    #expect(rows.map { $0["requests"] as? Int } == [4, 4])
    // lru: c takes the place of b, b that of a, which is stored again in that of c; fifo: c takes
    // that of a, which is stored again in that of c.
    #expect(rows.map { $0["misses"] as? Int } == [3, 2])
    #expect(rows.allSatisfy { $0["capacity"] as? Int == 2 && $0["unit"] as? String == "bytes" })
  }

  @Test func `explicit capacities override the limits of the log`() throws {
    let rows = try rows("--policy", "lru", "--capacity", "60,1000", "--unit", "bytes")
    #expect(rows.map { $0["capacity"] as? Int } == [60, 1000])
    #expect(rows.map { $0["misses"] as? Int } == [1, 1])
    #expect(rows.map { $0["bytesRequested"] as? Int } == [80, 80])
    #expect(rows.map { $0["bytesMissed"] as? Int } == [10, 10])
  }

  @Test func `shares refer to the size of all values`() throws {
    let rows = try rows("--policy", "lru", "--capacity", "50%")
    #expect(rows.first?["share"] as? String == "50%")
    #expect(rows.first?["capacity"] as? Int == 30)
  }

  @Test func `every value counts as 1 if the unit is items`() throws {
    let rows = try rows("--policy", "lru", "--capacity", "3", "--unit", "items")
    #expect(rows.first?["misses"] as? Int == 1)
    #expect(rows.first?["bytesRequested"] as? Int == 4)
  }

  @Test func `a random policy uses seeds`() throws {
    let rows = try rows("--policy", "random,lru", "--seed", "0..2")
    #expect(rows.map { $0["policy"] as? String } == ["random", "random", "random", "lru"])
    #expect(rows.map { $0["seed"] as? Int } == [0, 1, 2, nil])
  }
}
