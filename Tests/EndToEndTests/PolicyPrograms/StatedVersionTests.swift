import Foundation
import Testing

/// Tests that a program's results enter a store only under the version that the program states.
@Suite struct StatedVersionTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func replay(_ program: String, in folder: TemporaryFolder) throws -> Scrollsim.Outcome {
    let outcome = try Scrollsim.run(
      [
        "replay", Self.trace, "--policy", "lru,exec: sh \(program)", "--capacity", "5,9", "--unit",
        "items", "--store", "r.sqlite", "--format", "json",
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome
  }

  @Test func `a store keeps replays under the version of the program`() throws {
    let folder = try PolicyPrograms.folder()
    let first = try replay("fifo.sh", in: folder)
    #expect(!first.complaint.contains("taken from the store"))
    let second = try replay("fifo.sh", in: folder)
    #expect(second.complaint.contains("note: 4 replays of"), "\(second.complaint)")
    #expect(second.output == first.output)
    try folder.write(PolicyPrograms.fifo(version: "2"), to: "fifo.sh")
    let third = try replay("fifo.sh", in: folder)
    #expect(third.complaint.contains("note: 2 replays of"), "\(third.complaint)")
    #expect(third.output == first.output)
  }

  @Test func `replays without a version run and are not stored`() throws {
    let folder = try PolicyPrograms.folder()
    for _ in 0..<2 {
      let outcome = try replay("nameless.sh", in: folder)
      #expect(try JSONText.array(outcome.output).count == 4)
      #expect(
        outcome.complaint.contains(
          "note: 'exec: sh nameless.sh' states no version; its replays of"),
        "\(outcome.complaint)")
    }
    let again = try replay("nameless.sh", in: folder)
    #expect(again.complaint.contains("note: 2 replays of"), "\(again.complaint)")
  }

  private func sweep(_ program: String, in folder: TemporaryFolder) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      [
        "sweep", "--trace", Self.trace, "--policy", "lru,exec: sh \(program)", "--budget", "8MiB",
        "--device", "iphone-5", "--store", "s.sqlite",
      ], in: folder.url)
  }

  @Test func `a sweep stores and recognizes results of a program with a version`() throws {
    let folder = try PolicyPrograms.folder()
    let first = try sweep("fifo.sh", in: folder)
    try #require(first.status == 0, "\(first.complaint)")
    #expect(first.text.contains("exec: sh fifo.sh"))
    #expect(try StoreTables.count("run", of: folder.path("s.sqlite")) == 2)
    let second = try sweep("fifo.sh", in: folder)
    #expect(second.complaint.contains("0 runs made"), "\(second.complaint)")
    try folder.write(PolicyPrograms.fifo(version: "2"), to: "fifo.sh")
    let third = try sweep("fifo.sh", in: folder)
    #expect(third.complaint.contains("1 run made"), "\(third.complaint)")
  }

  @Test func `a sweep refuses a program without a version`() throws {
    let folder = try PolicyPrograms.folder()
    let outcome = try sweep("nameless.sh", in: folder)
    #expect(outcome.status == 64)
    #expect(outcome.output.isEmpty)
    #expect(outcome.complaint.contains("states no version"), "\(outcome.complaint)")
    #expect(try !folder.names().contains("s.sqlite"))
  }
}
