import Foundation
import Testing

@Suite struct ReplayTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func rows(_ arguments: String...) throws -> [[String: Any]] {
    let outcome = try Scrollsim.run(["replay"] + arguments + ["--format", "json"])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output)
  }

  @Test func `a row has exactly the documented keys`() throws {
    let rows = try rows(Self.trace, "--policy", "lru", "--capacity", "10MiB")
    #expect(
      rows.map { Set($0.keys) } == [
        [
          "trace", "policy", "unit", "capacity", "requests", "misses", "bytesRequested",
          "bytesMissed", "missRatio", "byteMissRatio",
        ]
      ])
  }

  @Test func `rows keep the requested order and the typed names`() throws {
    let rows = try rows(
      Self.trace, "--policy", "sieve,clock:bits=2", "--policy", "belady", "--capacity", "20,5",
      "--unit", "items")
    let names = rows.map { "\($0["policy"] ?? "") \($0["capacity"] ?? "")" }
    #expect(
      names == [
        "sieve 20", "sieve 5", "clock:bits=2 20", "clock:bits=2 5", "belady 20", "belady 5",
      ])
    #expect(rows.allSatisfy { $0["trace"] as? String == Self.trace })
  }

  @Test func `ratios are unrounded`() throws {
    struct Row: Decodable {
      let requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int
      let missRatio: Double, byteMissRatio: Double
    }
    let outcome = try Scrollsim.run([
      "replay", Self.trace, "--capacity", "9MiB", "--format", "json",
    ])
    let row = try #require(try JSONDecoder().decode([Row].self, from: outcome.output).first)
    #expect(row.missRatio == Double(row.misses) / Double(row.requests))
    #expect(row.byteMissRatio == Double(row.bytesMissed) / Double(row.bytesRequested))
  }

  @Test func `bytes are the default unit of a trace with sizes`() throws {
    #expect(try rows(Self.trace, "--capacity", "9MiB")[0]["unit"] as? String == "bytes")
  }

  @Test func `every size is 1 if the unit is items`() throws {
    let row = try rows(Self.trace, "--capacity", "9", "--unit", "items")[0]
    #expect(row["bytesRequested"] as? Int == row["requests"] as? Int)
    #expect(row["bytesMissed"] as? Int == row["misses"] as? Int)
  }

  @Test func `the ids of a text are decimal numbers`() throws {
    let folder = try TemporaryFolder()
    try folder.write("7\n18446744073709551615\n7\n\n18446744073709551615\n8\n", to: "ids.txt")
    let outcome = try Scrollsim.run(
      ["replay", "ids.txt", "--capacity", "2", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let row = try JSONText.array(outcome.output)[0]
    #expect(row["unit"] as? String == "items")
    #expect(row["requests"] as? Int == 5)
    #expect(row["misses"] as? Int == 3)
  }

  @Test func `a trace is recognized by its first line, whatever its name`() throws {
    let folder = try TemporaryFolder()
    let bytes = try Data(contentsOf: PackageRoot.url.appendingPathComponent(Self.trace))
    try folder.write(bytes, to: "a-scroll.trace")
    let outcome = try Scrollsim.run(
      ["replay", "a-scroll.trace", "--capacity", "9MiB", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let expected = try rows(Self.trace, "--capacity", "9MiB")
    #expect(
      try JSONText.array(outcome.output)[0]["misses"] as? Int == expected[0]["misses"] as? Int)
  }

  @Test func `an option may state the format`() throws {
    let folder = try TemporaryFolder()
    try folder.write("id,size\n1,10\n2,10\n1,10\n", to: "requests")
    let outcome = try Scrollsim.run(
      ["replay", "requests", "--trace-format", "csv", "--capacity", "20", "--format", "csv"],
      in: folder.url)
    #expect(
      outcome.text == """
        policy,unit,capacity,requests,misses,miss ratio,bytes requested,bytes missed,byte miss ratio
        lru,bytes,20,3,2,0.6667,30,20,0.6667

        """)
  }

  @Test func `an option may name the column of ids, as in a header of libCacheSim`() throws {
    let folder = try TemporaryFolder()
    try folder.write("version,time,op,size,LBN\n1,2,r,10,7\n1,3,r,10,8\n1,4,r,10,7\n", to: "r.csv")
    func replay(_ arguments: String...) throws -> Scrollsim.Outcome {
      try Scrollsim.run(
        ["replay", "r.csv", "--capacity", "20", "--format", "json"] + arguments, in: folder.url)
    }
    let row = try JSONText.array(replay("--id-column", "lbn").output)[0]
    #expect(row["requests"] as? Int == 3 && row["misses"] as? Int == 2)
    #expect(row["bytesRequested"] as? Int == 30)
    let missing = try replay("--id-column", "photo")
    #expect(missing.status == 65)
    #expect(
      missing.complaint.contains(
        "r.csv:1: the header is 'version,time,op,size,LBN'; expected a column named photo"))
    let unnamed = try replay("--id-column", "lbn", "--trace-format", "txt")
    #expect(unnamed.status == 65)
    #expect(
      unnamed.complaint.contains(
        "'r.csv' is read as txt, which names no columns; expected csv for an id column"))
  }

  @Test func `a note marks rows whose capacity is too small for the policy`() throws {
    let rows = try rows(
      Self.trace, "--policy", "lru,2q,lirs", "--capacity", "3,4", "--unit", "items")
    let notes = rows.map { $0["note"] as? String }
    #expect(notes == [nil, nil, "capacity too small: holds 3.0 images, needs 4", nil, nil, nil])
  }

  @Test func `a note about missing positions goes to standard error`() throws {
    let folder = try TemporaryFolder()
    try folder.write("1\n2\n1\n", to: "ids.txt")
    let outcome = try Scrollsim.run(
      ["replay", "ids.txt", "--policy", "distance", "--capacity", "1", "--format", "json"],
      in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.complaint.hasPrefix("note: "))
    #expect(try JSONText.array(outcome.output).count == 1)
  }
}
