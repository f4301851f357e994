import Foundation
import Testing

@Suite struct TraceExportTests {
  private static let trace = "Traces/photo-grid.scroll"

  private func replay(_ path: String, in folder: TemporaryFolder) throws -> [[String: Int]] {
    let outcome = try Scrollsim.run(
      [
        "replay", path, "--policy", "lru,sieve,fifo,arc", "--capacity", "5%,20%", "--format",
        "json",
      ], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.array(outcome.output).map { row in
      row.compactMapValues { $0 as? Int }
    }
  }

  @Test(arguments: ["oracle-general", "csv", "lcs"])
  func `exported requests have the misses of the scroll`(format: String) throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      ["trace", "export", Self.trace, "--format", format, "--output", "out"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(try replay("out", in: folder) == replay(Self.trace, in: folder))
  }

  @Test func `standard output contains the bytes of the file`() throws {
    let folder = try TemporaryFolder.withTraces()
    for format in ["oracle-general", "lcs", "txt", "csv", "samples"] {
      let arguments = ["trace", "export", Self.trace, "--format", format]
      let printed = try Scrollsim.run(arguments, in: folder.url)
      _ = try Scrollsim.run(arguments + ["--output", "out"], in: folder.url)
      #expect(printed.status == 0)
      #expect(try folder.read("out") == printed.output, "\(format)")
    }
  }

  @Test func `prefetches precede the requests that they serve`() throws {
    let outcome = try Scrollsim.run([
      "trace", "export", Self.trace, "--format", "csv", "--prefetch", "directional",
    ])
    try #require(outcome.status == 0, "\(outcome.complaint)")
    var (prefetched, shown, ahead) = (Set<Substring>(), 0, 0)
    var last = 0.0
    for line in outcome.lines.dropFirst() {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      let time = try #require(Double(fields[0]))
      #expect(time >= last)
      last = time
      if fields[4] == "prefetch" {
        prefetched.insert(fields[1])
      } else {
        shown += 1
        if prefetched.contains(fields[1]) { ahead += 1 }
      }
    }
    #expect(prefetched.count > 100)
    #expect(ahead * 2 > shown, "\(ahead) of \(shown) were requested ahead")
    let without = try Scrollsim.run([
      "trace", "export", Self.trace, "--format", "csv", "--prefetch", "none",
    ])
    #expect(!without.text.contains("prefetch\n"))
  }

  @Test func `an import reads exported samples`() throws {
    let folder = try TemporaryFolder.withTraces()
    _ = try Scrollsim.run(
      ["trace", "export", Self.trace, "--format", "samples", "--output", "s.csv"], in: folder.url)
    let text = String(decoding: try folder.read("s.csv"), as: UTF8.self)
    #expect(text.hasPrefix("t_ms,scroll_y,touch,phase,width,height,visible\n0,0,"))
    let imported = try Scrollsim.run(
      [
        "trace", "import", "s.csv", "--layout", "grid:columns=3", "--catalogue",
        "items=20000 size=400x400", "--output", "again.scroll",
      ], in: folder.url)
    #expect(imported.status == 0, "\(imported.complaint)")
    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "again.scroll", "--format", "json"], in: folder.url).output)
    let original = try JSONText.object(
      Scrollsim.run(["trace", "info", Self.trace, "--format", "json"], in: folder.url).output)
    let (found, expected) = (info["travelPoints"] as? Double, original["travelPoints"] as? Double)
    #expect(abs((found ?? 0) / (expected ?? 1) - 1) < 0.01)
  }

  @Test func `samples keep the screen, its rotations and trips to the background`() throws {
    let folder = try TemporaryFolder.withTraces()
    let text = ScrollTraceText.replacing(
      "500,memoryPressure warning", "100,rotate\n200.5,background\n1000,foreground")
    try folder.write(text, to: "t.scroll")
    for (arguments, what) in [
      (["export", "t.scroll", "--format", "samples", "--output", "s.csv"], "export"),
      (["import", "s.csv", "--output", "again.scroll"], "import"),
    ] {
      let outcome = try Scrollsim.run(["trace"] + arguments, in: folder.url)
      #expect(outcome.status == 0, "\(what): \(outcome.complaint)")
    }
    func screen(_ path: String) throws -> [String] {
      try Scrollsim.run(["trace", "info", path], in: folder.url).text.split(separator: "\n")
        .filter { $0.hasPrefix("viewport") || $0.contains("rotate") || $0.contains("ground") }
        .map(String.init)
    }
    let kept = try screen("t.scroll")
    #expect(kept.count == 5, "\(kept)")
    #expect(try screen("again.scroll") == kept)
  }

  @Test func `an impossible export is an error with a message`() throws {
    for (arguments, status, sentence) in [
      (["--format", "vscsi"], Int32(64), "--format: there is no export format 'vscsi'"),
      (["--format", "samples", "--prefetch", "ring"], 64, "samples have no requests"),
      (["--format", "csv", "--prefetch", "unknown"], 64, "unknown"),
      (["--format", "csv", "--output", Self.trace], 64, "is read by the same command"),
    ] {
      let outcome = try Scrollsim.run(["trace", "export", Self.trace] + arguments)
      #expect(outcome.status == status)
      #expect(outcome.complaint.contains(sentence), "\(outcome.complaint)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test func `start and end times cut a part out of a trace`() throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      ["trace", "cut", Self.trace, "--from", "2s", "--to", "5500ms", "--output", "part.scroll"],
      in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let info = try JSONText.object(
      Scrollsim.run(["trace", "info", "part.scroll", "--format", "json"], in: folder.url).output)
    #expect(info["durationSeconds"] as? Double == 3.5)
    #expect((info["provenance"] as? String ?? "").contains("of '\(Self.trace)'"))
    for (arguments, sentence) in [
      (["--from", "3s", "--to", "2s"], "it has no part from"),
      (["--from", "yesterday"], "--from 'yesterday' is not a time"),
      (["--to", "2s", "--pause", "5s"], "does not apply to one part"),
      (["--to", "999min"], "it has no part from"),
    ] {
      let wrong = try Scrollsim.run(["trace", "cut", Self.trace] + arguments, in: folder.url)
      #expect(wrong.status == 64)
      #expect(wrong.complaint.contains(sentence), "\(wrong.complaint)")
    }
  }
}
