import Foundation
import Testing

/// `scrollsim run --html`: the page, and what happens where it cannot be written.
@Suite struct RunPageTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  @Test
  func `the page contains the map, the explanations and the configuration, and repeats`() throws {
    let folder = try TemporaryFolder.withTraces()
    for name in ["one.html", "two.html"] {
      let outcome = try Scrollsim.run(
        ["run", Self.trace, "--budget", "8MiB", "--html", name], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
    }
    let one = try folder.read("one.html")
    #expect(try one == folder.read("two.html"))
    let text = String(decoding: one, as: UTF8.self)
    #expect(text.hasPrefix("<!doctype html>") && text.hasSuffix("</html>\n"))
    for part in [
      "id=\"run-map-visible\"", "evicted too early", "blank for ", "44 of its 49 figures",
      ">recorded<", ">lru<", ">8MiB<", "slow-reading.scroll", "model version ",
    ] {
      #expect(text.contains(part), "'\(part)' is missing")
    }
    for address in ["http://", "https://", "src=", "@import", "url(h"] {
      #expect(!text.contains(address), "'\(address)' loads something")
    }
    #expect(try folder.names() == ["Traces", "one.html", "two.html"])
  }

  @Test func `the page starts with the band, the sentence of doctor and the suggestions`() throws {
    let folder = try TemporaryFolder.withTraces()
    let arguments = [Self.trace, "--loader", "nuke", "--device", "iphone-5"]
    let drawn = try Scrollsim.run(
      ["run"] + arguments + ["--html", "x.html", "--format", "json"], in: folder.url)
    #expect(drawn.status == 0, "\(drawn.complaint)")
    let text = String(decoding: try folder.read("x.html"), as: UTF8.self)
    let runs = try #require(JSONText.object(drawn.output)["runs"] as? [[String: Any]])
    let band = try #require(runs[0].object("figures")["band"] as? String)
    let headline = try #require(text.firstMatch(of: /<h1>(.*?)<\/h1>/)).1
    #expect(
      headline.hasPrefix("\(band.prefix(1).uppercased() + band.dropFirst()): "), "\(headline)")
    let doctor = try Scrollsim.run(["doctor"] + arguments + ["--format", "json"], in: folder.url)
    let sentence = try #require(JSONText.object(doctor.output)["sentence"] as? String)
    let plain = text.replacing("<strong>", with: "").replacing("</strong>", with: "")
      .replacing("&#39;", with: "'")
    #expect(plain.contains(sentence.dropFirst()), "\(sentence)")
    #expect(plain.contains(">What would help</h2>"))
  }

  @Test(arguments: [
    "Traces/photo-grid.scroll --device iphone-5 --loader main-thread",
    "Traces/photo-grid.scroll --device iphone-8 --loader main-thread",
    "Traces/photo-grid.scroll --device iphone-5 --budget 32MiB",
    "Traces/tall-feed.scroll --device iphone-8",
  ])
  func `the headline names only the reasons as bad as the whole`(command: String)
    throws
  {
    let folder = try TemporaryFolder.withTraces()
    let arguments = command.split(separator: " ").map(String.init)
    let outcome = try Scrollsim.run(
      ["run"] + arguments + ["--html", "x.html", "--format", "json"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try folder.read("x.html"), as: UTF8.self)
    let headline = try #require(text.firstMatch(of: /<h1>(.*?)<\/h1>/)).1
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    let figures = runs[0].object("figures")
    let band = try #require(figures["band"] as? String)
    for (name, words) in [
      ("stallBand", "s of stall in "), ("hitchBand", "hitches of "), ("hangBand", "a frame "),
    ] {
      let isReason = figures[name] as? String == band && (band != "good" || name == "stallBand")
      #expect(headline.contains(words) == isReason, "\(name) of \(command): \(headline)")
    }
  }

  @Test func `a run without missing content has no advice`() throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      ["run", "Traces/tall-feed.scroll", "--device", "iphone-8", "--html", "x.html"],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try folder.read("x.html"), as: UTF8.self)
    #expect(!text.contains("What would help"))
  }

  @Test func `the page does not change figures, and a timeline may be written with it`() throws {
    let folder = try TemporaryFolder.withTraces()
    let arguments = ["run", Self.trace, "--format", "json"]
    let plain = try Scrollsim.run(arguments, in: folder.url)
    let drawn = try Scrollsim.run(
      arguments + ["--html", "out.html", "--timeline", "out.json"], in: folder.url)
    #expect(drawn.status == 0, "\(drawn.complaint)")
    #expect(plain.output == drawn.output)
    #expect(try folder.names() == ["Traces", "out.html", "out.json"])
  }

  @Test func `a loader without a cache has a page`() throws {
    let folder = try TemporaryFolder.withTraces()
    let outcome = try Scrollsim.run(
      [
        "run", Self.trace, "--loader", "background-decode", "--policy", "lru,fifo", "--html",
        "x.html",
      ],
      in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try folder.read("x.html"), as: UTF8.self)
    #expect(text.contains("none, because this loader has no cache"))
  }

  @Test func `markup in the title of a trace stays text`() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      ScrollTraceText.replacing(
        "title: A few rows", "title: </title><script>alert('x')</script>"),
      to: "evil.scroll")
    let outcome = try Scrollsim.run(
      ["run", "evil.scroll", "--html", "evil.html"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = String(decoding: try folder.read("evil.html"), as: UTF8.self)
    #expect(!text.contains("alert('x')") && text.contains("&lt;script&gt;alert(&#39;x&#39;)"))
    #expect(!text.contains("</title><script>"))
  }

  @Test(arguments: [
    Refusal("policies", "run \(trace) --policy lru,fifo --html x.html", 64, says: "one run"),
    Refusal(
      "budgets", "run \(trace) --budget 8MiB,16MiB --html x.html", 64, says: "2 runs", "--html"),
    Refusal("no folder", "run \(trace) --html no/x.html", 73, says: "'no/x.html'"),
    Refusal("a folder", "run \(trace) --html Traces", 73, says: "'Traces'"),
    Refusal("no name", "run \(trace) --html _", 73, says: "'' cannot be written"),
  ])
  func `a page that cannot be drawn or created is an error with a message`(refusal: Refusal) throws
  {
    try refusal.check(in: .withTraces())
  }
}
