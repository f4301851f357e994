import Foundation
import Testing

/// `scrollsim run --timeline`: the file, and what happens where it cannot be written.
@Suite struct TimelineFileTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  @Test func `the file is a document of trace events and repeats`() throws {
    let folder = try TemporaryFolder.withTraces()
    for name in ["one.json", "two.json"] {
      let outcome = try Scrollsim.run(["run", Self.trace, "--timeline", name], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
    }
    let one = try folder.read("one.json")
    #expect(try one == folder.read("two.json"))
    let object = try JSONText.object(one)
    #expect(object["displayTimeUnit"] as? String == "ms")
    let events = try #require(object["traceEvents"] as? [[String: Any]])
    let threads = events.filter { $0["name"] as? String == "thread_name" }
      .compactMap { $0.object("args")["name"] as? String }
    #expect(Set(threads).isSuperset(of: ["main thread", "flash", "decode lane 1"]))
    #expect(try folder.names() == ["Traces", "one.json", "two.json"])
  }

  @Test func `the timeline does not change figures`() throws {
    let folder = try TemporaryFolder.withTraces()
    let arguments = ["run", Self.trace, "--format", "json"]
    let plain = try Scrollsim.run(arguments, in: folder.url)
    let drawn = try Scrollsim.run(arguments + ["--timeline", "out.json"], in: folder.url)
    #expect(plain.output == drawn.output)
  }

  @Test func `an existing file is replaced, and a link still points to it`() throws {
    let folder = try TemporaryFolder.withTraces()
    try folder.write("old", to: "old.json")
    try FileManager.default.createSymbolicLink(
      at: folder.path("link.json"), withDestinationURL: folder.path("old.json"))
    let outcome = try Scrollsim.run(["run", Self.trace, "--timeline", "link.json"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try folder.read("old.json").starts(with: Data("{\"displayTimeUnit\"".utf8)))
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: folder.path("link.json").path)
    #expect(link.hasSuffix("old.json"))
  }

  @Test(arguments: [
    Refusal("policies", "run \(trace) --policy lru,fifo --timeline x.json", 64, says: "one run"),
    Refusal(
      "budgets", "run \(trace) --budget 8MiB,16MiB --timeline x.json", 64, says: "2 runs",
      "--timeline"),
    Refusal("no folder", "run \(trace) --timeline no/x.json", 73, says: "'no/x.json'"),
    Refusal("a folder", "run \(trace) --timeline Traces", 73, says: "'Traces'"),
    Refusal("no name", "run \(trace) --timeline _", 73, says: "'' cannot be written"),
  ])
  func `a timeline that cannot be drawn or created is an error with a message`(refusal: Refusal)
    throws
  {
    try refusal.check(in: .withTraces())
  }

  @Test(
    .enabled(
      if: FileManager.default.isWritableFile(atPath: "/dev/full"), "no /dev/full on this system"))
  func `a full disk is an error with status 74`() throws {
    try Refusal(
      "full", "run \(Self.trace) --timeline /dev/full", 74, says: "'/dev/full'", "space"
    ).check(in: .withTraces())
  }
}
