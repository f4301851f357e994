import Foundation
import Testing

@Suite struct ShardTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    let planned = try Scrollsim.run(
      ["sweep", "plan", "Traces/demo.yml", "--shards", "3", "--output", "plan"], in: folder.url)
    #expect(planned.status == 0, "\(planned.complaint)")
  }

  private func shard(_ number: Int) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      [
        "sweep", "shard", "\(number)/3", "Traces/demo.yml", "--store",
        "plan/shard-\(number).sqlite",
      ], in: folder.url)
  }

  private func merge(_ numbers: [Int]) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      ["sweep", "merge"] + numbers.map { "plan/shard-\($0).sqlite" }
        + ["--store", "all.sqlite", "--plan", "plan/index.json"], in: folder.url)
  }

  @Test func `shards merged in any order equal the store of one machine`() throws {
    for number in 1...3 { #expect(try shard(number).status == 0) }
    let merged = try merge([3, 1, 2])
    #expect(merged.status == 0, "\(merged.complaint)")
    #expect(merged.complaint.contains("lacks no runs"))
    _ = try Scrollsim.run(
      ["sweep", "Traces/demo.yml", "--store", "one.sqlite"], in: folder.url)
    #expect(
      try StoreTables.rows(of: folder.path("all.sqlite"))
        == StoreTables.rows(of: folder.path("one.sqlite")))
  }

  @Test func `the index names every run once`() throws {
    let index = try JSONText.object(try folder.read("plan/index.json"))
    let shards = try #require(index["shards"] as? [[String: Any]])
    #expect(shards.count == 3)
    var positions: [Int] = []
    for shard in shards {
      let file = try #require(shard["plan"] as? String)
      let part = try JSONText.object(try folder.read("plan/\(file)"))
      let runs = try #require(part["runs"] as? [[String: Any]])
      #expect(Double(runs.count) == shard.number("runs"))
      positions += runs.compactMap { $0["position"] as? Int }
    }
    #expect(positions.sorted() == Array(0..<80))
  }

  @Test func `a complete shard stays unchanged`() throws {
    _ = try shard(1)
    let before = try folder.read("plan/shard-1.sqlite")
    let again = try shard(1)
    #expect(again.status == 0)
    #expect(again.complaint.contains("shard 1/3 is complete"), "\(again.complaint)")
    #expect(try folder.read("plan/shard-1.sqlite") == before)
  }

  @Test func `a shard leaves one file`() throws {
    _ = try shard(2)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("plan").path)
    #expect(names.filter { $0.contains("sqlite") } == ["shard-2.sqlite"])
  }

  @Test func `the error names a missing shard`() throws {
    _ = try shard(1)
    _ = try shard(3)
    let merged = try merge([1, 3])
    #expect(merged.status == 1)
    #expect(merged.complaint.contains("of shards 2/3"), "\(merged.complaint)")
    #expect(merged.complaint.contains("of the 80 runs"))
  }

  @Test func `duplicate runs are counted and kept once`() throws {
    for number in 1...3 { _ = try shard(number) }
    _ = try merge([1, 2, 3])
    let again = try Scrollsim.run(
      ["sweep", "merge", "plan/shard-1.sqlite", "--store", "all.sqlite", "--format", "json"],
      in: folder.url)
    let document = try JSONText.object(again.output)
    let row = try #require((document["merged"] as? [[String: Any]])?.first)
    #expect(row.number("newRuns") == 0)
    #expect((row.number("doubleRuns") ?? 0) > 0)
    #expect(try StoreTables.count("run", of: folder.path("all.sqlite")) == 80)
  }

  @Test func `a shard of another sweep is an error`() throws {
    _ = try shard(1)
    let other = try Scrollsim.run(
      [
        "sweep", "shard", "1/3", "Traces/demo.yml", "--policy", "fifo", "--store",
        "plan/shard-1.sqlite",
      ], in: folder.url)
    #expect(other.status == 65)
    #expect(other.complaint.contains("another sweep"), "\(other.complaint)")
  }

  @Test func `a plan in the folder of another plan with shards is an error`() throws {
    _ = try shard(1)
    let again = try Scrollsim.run(
      ["sweep", "plan", "Traces/demo.yml", "--shards", "3", "--output", "plan"], in: folder.url)
    #expect(again.status == 0, "\(again.complaint)")
    let other = try Scrollsim.run(
      ["sweep", "plan", "Traces/demo.yml", "--shards", "2", "--output", "plan"], in: folder.url)
    #expect(other.status == 73)
    #expect(other.complaint.contains("is a shard of another plan"), "\(other.complaint)")
  }

  @Test func `a plan removes an older plan`() throws {
    _ = try Scrollsim.run(
      ["sweep", "plan", "Traces/demo.yml", "--shards", "2", "--output", "plan"], in: folder.url)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("plan").path)
    #expect(names.sorted() == ["index.json", "shard-1.json", "shard-2.json"])
  }

  @Test func `a shard of another division is an error`() throws {
    _ = try shard(1)
    let other = try Scrollsim.run(
      ["sweep", "shard", "1/6", "Traces/demo.yml", "--store", "plan/shard-1.sqlite"],
      in: folder.url)
    #expect(other.status == 65, "\(other.complaint)")
    #expect(other.complaint.contains("has other runs than shard 1/6"), "\(other.complaint)")
  }

  @Test func `a merge with an index checks only its sweep`() throws {
    for number in 1...3 { _ = try shard(number) }
    _ = try Scrollsim.run(
      [
        "sweep", "shard", "1/2", "Traces/demo.yml", "--policy", "fifo", "--store",
        "fifo-1.sqlite",
      ], in: folder.url)
    _ = try Scrollsim.run(
      ["sweep", "merge", "fifo-1.sqlite", "--store", "all.sqlite"], in: folder.url)
    let merged = try merge([1, 2, 3])
    #expect(merged.status == 0, "\(merged.complaint)")
    #expect(merged.complaint.contains("1 other sweep in it lacks runs"), "\(merged.complaint)")
  }

  @Test func `a second writer of a shard is an error while the first runs`() throws {
    try LongSweep.prepare(folder)
    let arguments = LongSweep.shard("long-1.sqlite", "--jobs", "1")
    let first = try RunningScrollsim(arguments, in: folder.url)
    #expect(
      first.wait {
        FileManager.default.fileExists(atPath: folder.path("long-1.sqlite.partial").path)
      })
    let second = try Scrollsim.run(arguments, in: folder.url)
    #expect(second.status == 75, "\(second.complaint)")
    #expect(second.complaint.contains("is being written by process"), "\(second.complaint)")
    let outcome = try first.outcome()
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try StoreTables.count("run", of: folder.path("long-1.sqlite")) == LongSweep.runs)
  }

  @Test func `a killed shard resumes`() throws {
    try LongSweep.prepare(folder)
    let arguments = LongSweep.shard("long-1.sqlite", "--jobs", "1")
    let first = try RunningScrollsim(arguments, in: folder.url)
    let partial = folder.path("long-1.sqlite.partial")
    #expect(first.wait { ((try? StoreTables.count("run", of: partial)) ?? 0) > 0 })
    first.send(SIGKILL)
    #expect(try first.outcome().status == 128 + SIGKILL)
    #expect(!FileManager.default.fileExists(atPath: folder.path("long-1.sqlite").path))
    let second = try Scrollsim.run(arguments, in: folder.url)
    #expect(second.status == 0, "\(second.complaint)")
    #expect(!second.complaint.contains("\(LongSweep.runs) runs made"), "\(second.complaint)")
    #expect(try StoreTables.count("run", of: folder.path("long-1.sqlite")) == LongSweep.runs)
  }
}
