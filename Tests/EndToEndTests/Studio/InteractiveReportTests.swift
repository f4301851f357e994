import Foundation
import Testing

/// The studio in a report, on the built command.
@Suite struct InteractiveReportTests {
  @Test func `a report allows only its scripts and styles and those of the studio`() throws {
    let sweep = try SmallSweep()
    let outcome = try sweep.report(["--interactive", "--output", "report.html"])
    #expect(outcome.status == 0 && outcome.complaint.isEmpty, "\(outcome.complaint)")
    let page = try WrittenPage(sweep.folder, "report.html")
    #expect(page.html.utf8.count < 2_000_000)
    try page.expectSealed()
    let scripts = try page.sources("script-src"), styles = try page.sources("style-src")
    for script in page.contents(of: "script") {
      #expect(scripts.contains(WrittenPage.source(script)), "\(script.prefix(80))")
    }
    for style in page.contents(of: "style") {
      #expect(styles.contains(WrittenPage.source(style)), "\(style.prefix(80))")
    }
    #expect(!page.html.contains(" style=\""))
    let studio = try Scrollsim.run(["studio", "--output", "studio.html"], in: sweep.folder.url)
    #expect(studio.status == 0)
    let alone = try WrittenPage(sweep.folder, "studio.html")
    #expect(Set(scripts).isSuperset(of: try alone.sources("script-src")))
    #expect(Set(styles).isSuperset(of: try alone.sources("style-src")))
    #expect(try page.data("studio-module") == alone.data("module"))
  }

  @Test func `the page names the scroll that it starts with`() throws {
    let sweep = try SmallSweep()
    #expect(try sweep.report(["--interactive", "--output", "report.html"]).status == 0)
    let page = try WrittenPage(sweep.folder, "report.html")
    let sentence = try #require(page.html.firstMatch(of: /It begins with photo-grid: [^<]*/)).output
    #expect(sentence.contains(" beside ") && sentence.contains("MiB, on iphone-"), "\(sentence)")
    #expect(!page.html.contains("studio-choice\""))
  }

  @Test func `several scrolls become a choice`() throws {
    let folder = try TemporaryFolder.withTraces()
    let sweep = try Scrollsim.run(
      [
        "sweep", "--trace", "Traces/carousel.scroll", "--trace", "Traces/magazine.scroll",
        "--policy", "lru,fifo", "--store", "two.sqlite",
      ], in: folder.url)
    try #require(sweep.status == 0, "\(sweep.complaint)")
    let report = try Scrollsim.run(
      ["report", "two.sqlite", "--interactive", "--output", "report.html"], in: folder.url)
    try #require(report.status == 0, "\(report.complaint)")
    let page = try WrittenPage(folder, "report.html")
    let options = page.html.matches(of: /<option value="(\d)">(\w+): [^<]*<\/option>/)
    #expect(Set(options.map { String($0.output.2) }) == ["carousel", "magazine"])
    #expect(try page.data("studio-scene-0") != page.data("studio-scene-1"))
  }

  @Test func `a report without the studio stays unchanged`() throws {
    let sweep = try SmallSweep()
    #expect(try sweep.report(["--output", "plain.html"]).status == 0)
    let page = try WrittenPage(sweep.folder, "plain.html")
    #expect(!page.html.contains("id=\"studio\"") && !page.html.contains("wasm"))
  }

  static let refusals = [
    Refusal(
      "a list of runs", "report results.sqlite --interactive --format csv", 64,
      says: "--interactive needs a page, not csv"),
    Refusal("a terminal", "report results.sqlite --interactive", 64, says: "--format html"),
    Refusal(
      "one run", "report results.sqlite --interactive --run a --output r.html", 64,
      says: "expected it without --run"),
    Refusal(
      "a picture", "report results.sqlite --interactive --picture a --output r.html", 64,
      says: "expected it without --picture"),
  ]

  @Test func `an invalid request is an error`() throws {
    let sweep = try SmallSweep()
    for refusal in Self.refusals { try refusal.check(in: sweep.folder) }
  }

  @Test func `a changed trace is an error`() throws {
    let folder = try TemporaryFolder()
    try folder.write(ScrollTraceText.valid, to: "t.scroll")
    let sweep = try Scrollsim.run(
      ["sweep", "--trace", "t.scroll", "--store", "s.sqlite"], in: folder.url)
    try #require(sweep.status == 0, "\(sweep.complaint)")
    try folder.write(ScrollTraceText.replacing("1000,100,idle", "1000,90,idle"), to: "t.scroll")
    let report = try Scrollsim.run(
      ["report", "s.sqlite", "--interactive", "--output", "r.html"], in: folder.url)
    #expect(report.status == 65)
    #expect(report.complaint.contains("the page cannot include a simulation"))
    #expect(try folder.names() == ["s.sqlite", "t.scroll"])
  }
}
