import Foundation
import Testing

@Suite struct HelpTests {
  @Test func `every subcommand has a help page`() throws {
    let pages = try HelpPages.all().map { $0.path.joined(separator: " ") }
    let expected = [
      "", "advise", "run", "sweep", "sweep plan", "sweep shard", "sweep merge", "check", "explain",
      "diff",
      "replay", "bounds",
      "curve", "trace",
      "trace record", "trace generate", "trace import", "trace images", "trace cut", "trace export",
      "trace info",
      "trace validate", "list", "list policies", "list loaders", "list prefetchers",
      "list devices", "calibrate", "list networks", "list formats", "list layouts",
    ]
    #expect(Set(expected).isSubset(of: pages), "\(pages)")
  }

  @Test func `every help page has an example`() throws {
    for page in try HelpPages.all() {
      #expect(!page.examples.isEmpty, "\(page.path)")
      #expect(
        page.examples.allSatisfy { $0.contains("scrollsim ") || $0.contains("scrollsim-lab ") },
        "\(page.examples)")
    }
  }

  @Test func `every example works if it is pasted`() throws {
    for page in try HelpPages.all() {
      // Some write files: into a folder of their own, from which Traces looks the same.
      let folder = try TemporaryFolder.withTracesAndSources()
      for example in page.examples {
        let outcome =
          page.path == ["trace", "record"]
          ? try recorded(example, in: folder) : try Scrollsim.paste(example, in: folder.url)
        #expect(outcome.status == 0, "\(example)\n\(outcome.complaint)")
        let said = outcome.complaint.split(separator: "\n")
        #expect(said.allSatisfy { $0.hasPrefix("note: ") }, "\(example)\n\(outcome.complaint)")
      }
    }
  }

  /// Follows an example that waits for a browser; one is played here.
  private func recorded(_ example: String, in folder: TemporaryFolder) throws -> Scrollsim.Outcome {
    let words = example.split(separator: " ").map(String.init)
    try #require(words.first == "scrollsim")
    let recorder = try RunningRecorder(command: Array(words.dropFirst()), in: folder)
    #expect(try recorder.post().status == 200)
    return try recorder.running.outcome()
  }

  @Test func `examples do not wrap on a narrow terminal`() throws {
    let usual = try HelpPages.all()[0]
    let narrow = try Scrollsim.run(["--help"], environment: ["COLUMNS": "30"])
    #expect(HelpPages(path: [], text: narrow.text).examples == usual.examples)
  }

  @Test func `the first help page fits on a screen of 40 lines`() throws {
    #expect(try HelpPages.all()[0].text.count { $0.isNewline } <= 40)
  }

  @Test func `no line of help is wider than 80 columns`() throws {
    for page in try HelpPages.all() {
      let wide = page.text.split(separator: "\n").filter { $0.count > 80 }
      #expect(wide.isEmpty, "\(page.path)")
    }
  }

  @Test(arguments: [["--version"], ["run", "--version"]])
  func `--version prints the versions of package and model`(arguments: [String]) throws {
    let outcome = try Scrollsim.run(arguments)
    #expect(outcome.status == 0)
    let format =
      /\d+\.\d+\.\d+ \(model version \d+, (commit [0-9a-f]{12}, [0-9-]{10}|built in a clone)\)\n/
    #expect(outcome.text.wholeMatch(of: format) != nil, "\(outcome.text)")
    #expect(outcome.complaint.isEmpty)
  }
}
