import Foundation
import Testing

@Suite struct TraceCommandTests {
  private static let generate = [
    "trace", "generate", "--style", "browsing", "--seed", "5", "--duration", "20s", "--layout",
    "grid:columns=3", "--catalogue", "items=600 seed=2 size=400x400 mix=jpeg:0.7,png:0.3",
  ]

  @Test func `equal options generate equal bytes`() throws {
    let first = try Scrollsim.run(Self.generate)
    let second = try Scrollsim.run(Self.generate)
    #expect(first.status == 0)
    #expect(first.text.hasPrefix("scrollsim-trace 1\n"))
    #expect(first.output == second.output)
  }

  @Test func `another seed generates another session`() throws {
    let other = Self.generate.map { $0 == "5" ? "6" : $0 }
    #expect(try Scrollsim.run(Self.generate).output != Scrollsim.run(other).output)
  }

  @Test func `info reports a trace on frames of 60 Hz`() throws {
    let path = "Traces/recorded/photo-grid-session.scroll"
    let text = try Scrollsim.run(["trace", "info", path]).text
    #expect(text.contains("122 gestures"))
    #expect(text.contains("flings, at the frames of 60 Hz (as in imported traces)"))
    let document = try JSONText.object(
      Scrollsim.run(["trace", "info", path, "--format", "json"]).output)
    #expect(document["sampleRate"] as? Int == 60)
    let generated = try Scrollsim.run(["trace", "info", "Traces/photo-grid.scroll"]).text
    #expect(!generated.contains("60 Hz, as imported"))
  }

  @Test func `a file contains the bytes of standard output`() throws {
    let folder = try TemporaryFolder()
    let outcome = try Scrollsim.run(Self.generate + ["--output", "s.scroll"], in: folder.url)
    #expect(outcome.status == 0)
    #expect(outcome.output.isEmpty)
    #expect(try folder.read("s.scroll") == Scrollsim.run(Self.generate).output)
    #expect(try folder.names() == ["s.scroll"])
  }

  @Test(arguments: ["browsing", "reading", "to-and-fro", "carousel-back-and-forth"])
  func `a generated trace is valid, has a description and runs`(style: String) throws {
    let folder = try TemporaryFolder()
    let layout = style.hasPrefix("carousel") ? "carousel" : "list"
    let commands = [
      [
        "trace", "generate", "--style", style, "--duration", "10s", "--layout", layout,
        "--catalogue", "items=100 size=300x200", "--output", "s.scroll",
      ],
      ["trace", "validate", "s.scroll"], ["trace", "info", "s.scroll"], ["run", "s.scroll"],
      ["replay", "s.scroll", "--policy", "lru,belady", "--capacity", "4MiB"],
    ]
    for command in commands {
      let outcome = try Scrollsim.run(command, in: folder.url)
      #expect(outcome.status == 0, "\(command): \(outcome.complaint)")
      #expect(outcome.complaint.isEmpty)
    }
  }

  @Test func `info reports that a generated trace is synthetic`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Scrollsim.run(Self.generate).output, to: "s.scroll")
    let outcome = try Scrollsim.run(
      ["trace", "info", "s.scroll", "--format", "json"], in: folder.url)
    let info = try JSONText.object(outcome.output)
    #expect(info["kind"] as? String == "synthetic")
    #expect(info["provenance"] as? String ?? "" != "")
    #expect(info["items"] as? Int == 600)
    #expect(info.number("durationSeconds") == 20)
  }

  @Test func `info counts changes of the content`() throws {
    let folder = try TemporaryFolder()
    let text = ScrollTraceText.replacing(
      "500,memoryPressure warning",
      "500,memoryPressure warning\n600,rotate\n600,insert end 3\n700,insert top 1\n700,change 1")
    try folder.write(Data(text.utf8), to: "s.scroll")
    let table = try Scrollsim.run(["trace", "info", "s.scroll"], in: folder.url)
    #expect(table.status == 0, "\(table.complaint)")
    let changes = "rotated 1 time, 4 items inserted in 2 steps, images changed 1 time"
    #expect(table.text.contains(changes))
    #expect(table.text.contains("insert end 3") && table.text.contains("memoryPressure warning"))
    let json = try Scrollsim.run(["trace", "info", "s.scroll", "--format", "json"], in: folder.url)
    let info = try JSONText.object(json.output)
    #expect(info["rotations"] as? Int == 1)
    #expect(info["insertions"] as? Int == 2)
    #expect(info["insertedItems"] as? Int == 4)
    #expect(info["imageChanges"] as? Int == 1)
  }

  @Test(arguments: PackageRoot.recordings)
  func `a recording becomes a trace that runs`(name: String) throws {
    let folder = try TemporaryFolder.withTraces()
    let imported = try Scrollsim.run(
      [
        "trace", "import", "\(name).csv", "--layout", "list:spacing=8", "--catalogue",
        "items=600 size=780x1040", "--title", "Mine", "--output", "mine.scroll",
      ], in: folder.url)
    try #require(imported.status == 0, "\(imported.complaint)")
    #expect(try folder.names() == ["Traces", "mine.scroll"])
    let info = try Scrollsim.run(
      ["trace", "info", "mine.scroll", "--format", "json"], in: folder.url)
    let described = try JSONText.object(info.output)
    #expect(described["kind"] as? String == "recorded")
    #expect(described["title"] as? String == "Mine")
    let run = try Scrollsim.run(["run", "mine.scroll"], in: folder.url)
    #expect(run.status == 0, "\(run.complaint)")
  }

  @Test(arguments: PackageRoot.recordings)
  func `committed recordings are valid`(name: String) throws {
    let outcome = try Scrollsim.run(["trace", "validate", "\(name).scroll"])
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.lines.count == 2)
  }
}
