import Foundation
import Testing

/// `scrollsim curve`.
@Suite struct CurveTests {
  private static let trace = "Traces/photo-grid.scroll"

  private func document(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["curve"] + arguments + ["--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func points(_ document: [String: Any]) throws -> [[String: Any]] {
    try #require(document["points"] as? [[String: Any]])
  }

  @Test(arguments: [
    ("items", "1,2,3,50,100,200,1400"), ("bytes", "1MiB,8MiB,64MiB,256MiB,1GiB,8GiB"),
  ])
  func `every point of a curve equals a replay of LRU`(unit: String, capacities: String) throws {
    let curve = try points(
      document(Self.trace, "--unit", unit, "--capacity", capacities))
    let replay = try JSONText.array(
      try Scrollsim.run([
        "replay", Self.trace, "--unit", unit, "--capacity", capacities, "--format", "json",
      ]).output)
    #expect(curve.count == replay.count)
    for (point, row) in zip(curve, replay) {
      for key in ["capacity", "misses", "bytesMissed", "missRatio", "byteMissRatio"] {
        #expect(point.number(key) == row.number(key), "\(key) of \(point)")
      }
    }
  }

  @Test func `points below the largest image are replayed, and others come from one pass`() throws {
    let points = try points(document(Self.trace, "--capacity", "1MiB,1GiB"))
    #expect(points.map { $0["method"] as? String } == ["replayed", "one-pass"])
  }

  @Test func `a curve with sizes that change is replayed`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,size\n1,10\n2,20\n1,15\n2,20\n", to: "requests.csv")
    let outcome = try Scrollsim.run(
      [
        "curve", "requests.csv", "--trace-format", "csv", "--capacity", "30,1000", "--format",
        "csv",
      ], in: folder.url)
    #expect(
      outcome.text == """
        capacity,method,misses,miss ratio,bytes missed,byte miss ratio
        30,replayed,2,0.5000,30,0.4615
        1000,replayed,2,0.5000,30,0.4615

        """)
  }

  @Test func `points are evenly spaced and end with the size of all images`() throws {
    let document = try document(Self.trace, "--unit", "items", "--points", "4")
    let points = try points(document)
    #expect(points.count == 4)
    #expect(points.last?.number("misses") == document.number("images"))
  }

  @Test func `a document has exactly the documented keys`() throws {
    let document = try document(Self.trace, "--unit", "items", "--points", "2")
    #expect(
      Set(document.keys) == [
        "trace", "policy", "unit", "requests", "bytesRequested", "images", "sample", "points",
      ])
    #expect(document["sample"] is NSNull)
    #expect(
      Set(try points(document)[0].keys) == [
        "capacity", "method", "misses", "bytesMissed", "missRatio", "byteMissRatio",
        "estimatedMissRatio", "estimatedByteMissRatio",
      ])
  }

  @Test func `a sample states its size and its expected error`() throws {
    let outcome = try Scrollsim.run([
      "curve", Self.trace, "--unit", "items", "--sample", "0.25",
    ])
    #expect(outcome.text.contains("images were sampled. The expected error of a miss ratio"))
    #expect(!outcome.text.contains("byte miss ratio"))
    let document = try document(Self.trace, "--unit", "items", "--sample", "0.25")
    #expect(document.object("sample")["meanError"] is NSNull)
    let images = try #require(document.number("images"))
    let seen = try #require(document.number("sample", "images"))
    #expect(abs(seen / images - 0.25) < 0.05, "\(seen) of \(images)")
    #expect(try points(document).allSatisfy { $0["method"] as? String == "sampled" })
  }

  @Test(arguments: [
    (["--sample", "1e-9"], "none of the images of"),
    (["--seed", "3"], "--seed 3 affects only samples; expected --sample RATE with it"),
  ])
  func `an empty sample and an unused seed are errors`(
    options: [String], complaint: String
  ) throws {
    let outcome = try Scrollsim.run(["curve", Self.trace, "--unit", "items"] + options)
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains(complaint))
    #expect(outcome.output.isEmpty)
  }

  @Test func `a comparison measures the error`() throws {
    let document = try document(
      Self.trace, "--unit", "items", "--sample", "0.25", "--compare")
    let errors = try points(document).map {
      abs(try #require($0.number("estimatedMissRatio")) - #require($0.number("missRatio")))
    }
    let mean = try #require(document.number("sample", "meanError"))
    #expect(abs(mean - errors.reduce(0, +) / Double(errors.count)) < 1e-12)
    let largest = try #require(document.number("sample", "largestError"))
    #expect(abs(largest - (errors.max() ?? 0)) < 1e-12)
  }

  @Test func `a sample of all images is exact`() throws {
    let document = try document(
      Self.trace, "--unit", "items", "--sample", "1", "--compare")
    #expect(try #require(document.number("sample", "largestError")) < 1e-12)
    #expect(document.number("sample", "expectedError") == 0)
  }

  static let refusals = [
    Refusal("no share", "curve \(trace) --sample 0", 64, says: "--sample 0", "above 0"),
    Refusal("more than all", "curve \(trace) --sample 2", 64, says: "--sample 2", "at most 1"),
    Refusal("no number", "curve \(trace) --sample nan", 64, says: "--sample nan"),
    Refusal("nothing to compare", "curve \(trace) --compare", 64, says: "--sample RATE"),
    Refusal("no points", "curve \(trace) --points 0", 64, says: "--points 0", "from 1"),
    Refusal(
      "points and capacities", "curve \(trace) --points 3 --capacity 9", 64,
      says: "expected one of the two"),
    Refusal(
      "memory for items", "curve \(trace) --capacity 64MiB --unit items", 64,
      says: "items have no unit"),
    Refusal("no such trace", "curve none.scroll", 66, says: "none.scroll"),
  ]

  @Test(arguments: refusals) func `a mistake is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: try TemporaryFolder.withTraces())
  }
}
