import Foundation
import Testing

/// `scrollsim bounds`.
@Suite struct BoundsTests {
  private static let trace = "Traces/photo-grid.scroll"

  private func rows(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(["bounds"] + arguments + ["--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output)
  }

  @Test func `a row has exactly the documented keys`() throws {
    let rows = try rows(Self.trace, "--capacity", "256MiB")
    #expect(
      rows.map { Set($0.keys) }
        == Array(
          repeating: [
            "trace", "unit", "capacity", "cost", "requests", "bound", "kind", "value", "total",
            "ratio", "gap", "holdsFor", "device",
          ], count: 2))
    #expect(rows.map { $0["bound"] as? String } == ["pfoo-l", "pfoo-u"])
    #expect(rows.map { $0["kind"] as? String } == ["lower", "reached"])
  }

  @Test func `images that change their sizes have no best found figure`() throws {
    let folder = try TemporaryFolder()
    try folder.write("time,id,size\n1,1,10\n2,1,1\n3,2,10\n4,2,1\n", to: "sizes.csv")
    let rows = try rows(folder.path("sizes.csv").path, "--capacity", "5")
    #expect(rows.map { $0["kind"] as? String } == ["lower", "estimate"])
    #expect(rows.allSatisfy { $0["gap"] is NSNull })
  }

  @Test func `capacities may be any whole numbers`() throws {
    let rows = try rows(Self.trace, "--unit", "items", "--capacity", "9007199254740993")
    #expect(rows[0]["capacity"] as? Int == 9_007_199_254_740_993)
  }

  @Test func `rows about reloads name their device`() throws {
    let rows = try rows(
      Self.trace, "--unit", "items", "--capacity", "50", "--cost", "reload")
    #expect(rows[0]["device"] as? String == "iphone-13-pro")
  }

  @Test func `equal sizes have two exact bounds, and belady equals its replay`() throws {
    let rows = try rows(Self.trace, "--capacity", "50,200", "--unit", "items")
    #expect(
      rows.map { "\($0["bound"] ?? "") \($0["capacity"] ?? "") \($0["kind"] ?? "")" } == [
        "belady 50 exact", "min-bypass 50 exact", "belady 200 exact", "min-bypass 200 exact",
      ])
    let outcome = try Scrollsim.run([
      "replay", Self.trace, "--policy", "belady", "--capacity", "50,200", "--unit", "items",
      "--format", "json",
    ])
    let misses = try JSONText.array(outcome.output).map { $0.number("misses") }
    #expect([rows[0].number("value"), rows[2].number("value")] == misses)
    for pair in [0, 2] {
      let (belady, bypass) = (rows[pair].number("value"), rows[pair + 1].number("value"))
      #expect(try #require(bypass) <= #require(belady))
    }
  }

  @Test
  func `the best found is at least the lower bound, and the gap is their difference`() throws {
    for cost in ["one", "bytes", "reload"] {
      let rows = try rows(Self.trace, "--capacity", "64MiB,256MiB", "--cost", cost)
      for pair in [0, 2] {
        let lower = try #require(rows[pair].number("value"))
        let reached = try #require(rows[pair + 1].number("value"))
        let gap = try #require(rows[pair].number("gap"))
        #expect(lower <= reached)
        #expect(abs(gap - (reached - lower) / reached) < 1e-12)
      }
    }
  }

  @Test func `other costs with equal sizes have an exact solution`() throws {
    for cost in ["bytes", "reload"] {
      let rows = try rows(
        Self.trace, "--capacity", "50,200", "--unit", "items", "--cost", cost)
      #expect(rows.map { $0["bound"] as? String } == ["interval-cost", "interval-cost"])
      #expect(rows.allSatisfy { $0["kind"] as? String == "exact" && $0.number("gap") == 0 })
      let values = rows.compactMap { $0.number("value") }
      #expect(values[0] > values[1])
    }
  }

  @Test func `a slower device raises the cost of the same misses`() throws {
    func value(_ device: String) throws -> Double {
      let rows = try rows(
        Self.trace, "--capacity", "100", "--unit", "items", "--cost", "reload", "--device", device)
      return try #require(rows[0].number("value"))
    }
    #expect(try value("iphone-5") > value("iphone-13-pro"))
  }

  @Test func `equal sizes in bytes are detected`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,size\n1,10\n2,10\n1,10\n", to: "requests.csv")
    let outcome = try Scrollsim.run(
      ["bounds", "requests.csv", "--trace-format", "csv", "--capacity", "19", "--format", "csv"],
      in: folder.url)
    #expect(
      outcome.text == """
        bound,unit,capacity,misses,ratio,kind,gap,holds for
        belady,bytes,19,3,1.0000,exact,0.00 %,caches that store every miss
        min-bypass,bytes,19,2,0.6667,exact,0.00 %,all caches

        """)
    #expect(
      outcome.complaint
        == "note: 'requests.csv' is read as csv: id = column 1 'id', size = column 2 'size'\n")
  }

  @Test func `a note mentions sizes that change`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,size\n1,10\n2,20\n1,15\n", to: "requests.csv")
    let outcome = try Scrollsim.run(
      ["bounds", "requests.csv", "--trace-format", "csv", "--capacity", "30", "--format", "json"],
      in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.complaint.contains("note: images change their sizes"))
    #expect(try JSONText.array(outcome.output)[0].number("value") == 2)
  }

  static let refusals = [
    Refusal("no capacity", "bounds \(trace)", 64, says: "--capacity"),
    Refusal(
      "memory for items", "bounds \(trace) --capacity 64MiB --unit items", 64,
      says: "items have no unit"),
    Refusal("an unknown cost", "bounds \(trace) --capacity 9 --cost love", 64, says: "'love'"),
    Refusal(
      "a device that nothing depends on", "bounds \(trace) --capacity 9 --device iphone-5", 64,
      says: "--device iphone-5", "--cost reload"),
    Refusal(
      "an unknown device", "bounds \(trace) --capacity 9 --cost reload --device nokia", 64,
      says: "'nokia'"),
    Refusal("no such trace", "bounds none.scroll --capacity 9", 66, says: "none.scroll"),
  ]

  @Test(arguments: refusals) func `a mistake is an error with a message`(refusal: Refusal) throws {
    try refusal.check(in: try TemporaryFolder.withTraces())
  }

  @Test(arguments: [
    ("--unit bytes", "has no sizes"), ("--cost bytes", "has no sizes"),
    ("--cost reload", "expected a scroll trace"),
  ])
  func `requests without sizes have no bytes and no reload costs`(option: String, says: String)
    throws
  {
    let folder = try TemporaryFolder()
    try folder.write("1\n2\n1\n", to: "ids.txt")
    var refusal = Refusal(option, "bounds ids.txt --capacity 2 \(option)", 64)
    refusal.says = [says]
    try refusal.check(in: folder)
  }
}
