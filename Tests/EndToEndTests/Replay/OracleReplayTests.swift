import Foundation
import Testing

/// The miss counts that other simulators agree on, miss for miss through the command itself.
///
/// The traces and their counts lie beside the package, in ../shared/data/replay, and are no
/// part of it.
@Suite(.enabled(if: GoldenRows.areAtHand, "no ../shared/data/replay beside the package"))
struct GoldenRowsTests {
  @Test(
    arguments: [
      // Rows that the file has for our policies, so that none can go missing unseen.
      ("cloudPhysicsIO.oracleGeneral.bin", "cloudPhysicsIO.oracleGeneral", "items", 57),
      ("cloudPhysicsIO.oracleGeneral.bin", "cloudPhysicsIO.oracleGeneral", "bytes", 60),
      ("cloudPhysicsIO.vscsi", "cloudPhysicsIO.vscsi", "items", 12),
      ("cloudPhysicsIO.vscsi", "cloudPhysicsIO.vscsi", "bytes", 51),
      ("cloudPhysicsIO.txt", "cloudPhysicsIO.oracleGeneral", "items", 57),
    ])
  func `every row matches in misses and bytes`(
    file: String, trace: String, unit: String, count: Int
  ) throws {
    let rows = try GoldenRows.load(trace: trace, mode: unit == "items" ? "count" : "size")
    #expect(rows.count == count)
    var policies: [String] = []
    for row in rows where !policies.contains(row.policy) { policies.append(row.policy) }
    let capacities = Set(rows.map(\.capacity)).sorted()
    let outcome = try Scrollsim.run([
      "replay", GoldenRows.folder.appendingPathComponent(file).path, "--policy",
      policies.joined(separator: ","), "--capacity",
      capacities.map(String.init).joined(separator: ","), "--unit", unit, "--format", "json",
    ])
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

  @Test func `numbers without sizes have no bytes to count`() throws {
    let text = GoldenRows.folder.appendingPathComponent("cloudPhysicsIO.txt").path
    let outcome = try Scrollsim.run(["replay", text, "--capacity", "10", "--unit", "bytes"])
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("has no sizes"))
  }
}
