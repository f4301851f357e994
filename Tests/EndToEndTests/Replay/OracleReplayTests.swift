import Foundation
import TestSupport
import Testing

/// The command reports libCacheSim's miss counts, miss for miss, on files in three formats.
struct OracleReplayTests {
  @Test(
    arguments: [
      // The number of rows, so that none can go missing unseen.
      ("blocks.oracleGeneral.bin", OracleTable.Row.Unit.count, 51),
      ("blocks.oracleGeneral.bin", .size, 51),
      ("blocks.vscsi", .count, 12),
      ("blocks.vscsi", .size, 48),
      ("blocks.txt", .count, 12),
    ])
  func `every row matches in misses and bytes`(
    file: String, unit: OracleTable.Row.Unit, count: Int
  ) throws {
    let rows = OracleTable.exact.filter { $0.file == file && $0.unit == unit }
    #expect(rows.count == count)
    var policies: [String] = []
    for row in rows where !policies.contains(row.policy) { policies.append(row.policy) }
    let capacities = Set(rows.map(\.capacity)).sorted()
    let outcome = try OracleStream.shared.withFile(file) { path in
      try Scrollsim.run([
        "replay", path, "--policy", policies.joined(separator: ","), "--capacity",
        capacities.map(String.init).joined(separator: ","), "--unit",
        unit == .count ? "items" : "bytes", "--format", "json",
      ])
    }
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let replayed = try JSONText.array(outcome.output)
    for row in rows {
      let found = try #require(
        replayed.first {
          $0["policy"] as? String == row.policy && $0["capacity"] as? Int == row.capacity
        }, "\(row)")
      #expect(found["requests"] as? Int == row.requests, "\(row)")
      #expect(found["misses"] as? Int == row.misses, "\(row)")
      #expect(found["bytesRequested"] as? Int == row.bytesRequested, "\(row)")
      #expect(found["bytesMissed"] as? Int == row.bytesMissed, "\(row)")
    }
  }

  @Test func `requests without sizes have no bytes`() throws {
    let outcome = try OracleStream.shared.withFile("blocks.txt") { path in
      try Scrollsim.run(["replay", path, "--capacity", "10", "--unit", "bytes"])
    }
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("has no sizes"))
  }
}
