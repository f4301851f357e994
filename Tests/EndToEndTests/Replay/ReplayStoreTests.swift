import Foundation
import Testing

@Suite struct ReplayStoreTests {
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for trace in 1...3 {
      let lines = (0..<400).map { "\($0 * $0 * trace % (30 + trace)),\($0 % 7 + 1)" }
      try folder.write("id,size\n" + lines.joined(separator: "\n") + "\n", to: "\(trace).csv")
    }
    return folder
  }

  private func run(_ arguments: [String], in folder: TemporaryFolder) throws -> Scrollsim.Outcome {
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome
  }

  private static let replay = [
    "replay", "1.csv", "2.csv", "3.csv", "--policy", "lru,random,belady", "--capacity", "10%,40%",
    "--seed", "0..2", "--unit", "items", "--format", "json",
  ]

  @Test func `a store keeps replays and avoids repetitions`() throws {
    let folder = try folder()
    let without = try run(Self.replay, in: folder)
    let first = try run(Self.replay + ["--store", "r.sqlite"], in: folder)
    #expect(first.output == without.output)
    let again = try run(Self.replay + ["--store", "r.sqlite"], in: folder)
    #expect(again.output == first.output)
    // Five replays of two capacities: one of lru and of belady, three of random.
    #expect(again.complaint.contains("note: 10 replays of '1.csv' taken from the store"))
    let rows = try JSONText.array(
      run(["report", "r.sqlite", "--format", "json"], in: folder).output)
    #expect(rows.count == 30)
    #expect(rows.allSatisfy { $0["bound"] is NSNull || $0["bound"] == nil })
  }

  @Test func `a report states how the replayed files were read`() throws {
    let folder = try folder()
    _ = try run(
      ["replay", "1.csv", "--policy", "lru,fifo", "--capacity", "10", "--store", "r.sqlite"],
      in: folder)
    let text = try run(["report", "r.sqlite"], in: folder).text.replacing("\n", with: " ")
    #expect(text.contains("1.csv is read as csv: id = column 1 'id', size = column 2 'size'."))
  }

  @Test(arguments: ["text", "html", "markdown", "json"])
  func `a report shows the greatest capacity`(format: String) throws {
    let folder = try folder()
    _ = try run(
      ["replay", "1.csv", "--capacity", "\(Int.max)", "--unit", "items", "--store", "r.sqlite"],
      in: folder)
    #expect(try !run(["report", "r.sqlite", "--format", format], in: folder).output.isEmpty)
  }

  @Test func `stores and removals of a log count separately`() throws {
    let folder = try folder()
    try folder.write(
      """
      time,key,op,op_count,size
      1,a,GET,4,0
      1,a,SET,1,90
      2,a,GET,8,90
      3,b,GET,2,0
      4,a,DELETE,1,90
      5,a,GET,1,0

      """, to: "operations.csv")
    let rows = try JSONText.array(
      run(
        ["replay", "operations.csv", "--capacity", "9", "--unit", "items", "--format", "json"],
        in: folder
      ).output)
    #expect(rows[0]["requests"] as? Int == 15)
    #expect(rows[0]["misses"] as? Int == 3)
    for command in [
      "curve operations.csv", "bounds operations.csv --capacity 9",
      "replay operations.csv --capacity 9 --regret",
      "replay operations.csv --capacity 9 --policy belady",
    ] {
      let outcome = try Scrollsim.run(
        command.split(separator: " ").map(String.init), in: folder.url)
      #expect(outcome.status == 65, "\(command)")
      #expect(outcome.complaint.contains("keep only the lines that request"), "\(command)")
    }
  }

  @Test func `a later request fills in a missing bound`() throws {
    let folder = try folder()
    _ = try run(Self.replay + ["--store", "r.sqlite"], in: folder)
    let direct = try run(Self.replay + ["--regret"], in: folder)
    let filled = try run(Self.replay + ["--regret", "--store", "r.sqlite"], in: folder)
    let kept = try run(Self.replay + ["--regret", "--store", "r.sqlite"], in: folder)
    #expect(filled.output == direct.output)
    #expect(kept.output == direct.output)
    let text = try run(["report", "r.sqlite"], in: folder).text
    #expect(text.contains("regret %"))
  }

  @Test func `the same requests in another format are the same stream`() throws {
    let folder = try folder()
    try folder.write(
      Data(try folder.read("1.csv")), to: "same.csv")
    _ = try run(["replay", "1.csv", "--capacity", "9", "--store", "r.sqlite"], in: folder)
    let other = try run(
      ["replay", "same.csv", "--capacity", "9", "--store", "r.sqlite"], in: folder)
    #expect(other.complaint.contains("note: 1 replay of 'same.csv'"))
  }

  @Test func `the beginning of a list is no further trace`() throws {
    let folder = try folder()
    let lines = try String(decoding: folder.read("1.csv"), as: UTF8.self).split(separator: "\n")
    try folder.write(lines.prefix(150).joined(separator: "\n") + "\n", to: "start.csv")
    _ = try run(
      ["replay", "1.csv", "2.csv", "start.csv", "--capacity", "9", "--store", "r.sqlite"],
      in: folder)
    let text = try run(["report", "r.sqlite"], in: folder).text.replacing("\n", with: " ")
    #expect(
      text.contains("3 traces with 2 different beginnings: no confidence interval"), "\(text)")
  }

  @Test func `the same gestures over other pictures are no further trace`() throws {
    let folder = try folder()
    for (name, seed, size) in [("a", 1, 200), ("b", 1, 300), ("c", 2, 200)] {
      _ = try run(
        [
          "trace", "generate", "--style", "browsing", "--seed", "\(seed)", "--duration", "30s",
          "--catalogue", "items=500 seed=1 size=\(size)x300 mix=jpeg content=photo origin=disk",
          "--output", "\(name).scroll",
        ], in: folder)
    }
    let replay = ["--capacity", "1MiB", "--store", "r.sqlite"]
    _ = try run(["replay", "a.scroll", "b.scroll", "c.scroll"] + replay, in: folder)
    let text = try run(["report", "r.sqlite"], in: folder).text.replacing("\n", with: " ")
    #expect(
      text.contains("3 traces with 2 different sequences of gestures: no confidence interval"),
      "\(text)")
  }

  @Test func `the report of a store with only replays covers them in every format`() throws {
    let folder = try folder()
    _ = try run(Self.replay + ["--store", "r.sqlite"], in: folder)
    let text = try run(["report", "r.sqlite"], in: folder).text
    #expect(text.contains("30 replays of 3 traces"))
    #expect(text.contains("miss least") || text.contains("misses least"))
    _ = try run(["report", "r.sqlite", "--output", "r.html"], in: folder)
    #expect(String(decoding: try folder.read("r.html"), as: UTF8.self).contains("<svg"))
    let csv = try run(["report", "r.sqlite", "--format", "csv"], in: folder)
    #expect(csv.lines.count == 31)
    let picture = try run(["report", "r.sqlite", "--picture", "misses-0"], in: folder)
    #expect(picture.text.contains("<svg"))
    let wrong = try Scrollsim.run(["report", "r.sqlite", "--baseline", "lru"], in: folder.url)
    #expect(wrong.status == 64)
    #expect(wrong.complaint.contains("--baseline applies to sweeps"))
  }

  @Test func `a store that is one of the traces is an error`() throws {
    let folder = try folder()
    let outcome = try Scrollsim.run(
      ["replay", "1.csv", "--capacity", "9", "--store", "1.csv"], in: folder.url)
    #expect(outcome.status == 64)
    #expect(outcome.complaint.contains("--store '1.csv' is read by the same command"))
  }
}
