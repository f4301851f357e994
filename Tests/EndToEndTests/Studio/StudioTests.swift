import Foundation
import ScrollSimulation
import Testing

/// Tests of the simulator as a page, with the built command.
@Suite struct StudioTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func page(_ arguments: String...) throws -> WrittenPage {
    let outcome = try Scrollsim.run(
      ["studio"] + arguments + ["--output", "studio.html"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.complaint.isEmpty)
    return try WrittenPage(folder, "studio.html")
  }

  @Test func `the output names the file in one line`() throws {
    let outcome = try Scrollsim.run(
      ["studio", "Traces/photo-grid.scroll", "--output", "studio.html"], in: folder.url)
    #expect(outcome.status == 0 && outcome.complaint.isEmpty)
    let size = Double(try folder.read("studio.html").count) / 1e6
    #expect(
      outcome.text
        == "Wrote studio.html for 'Photo grid, 3600 photos in three columns', "
        + "\(String(format: "%.2f", size)) MB, engine of model version "
        + "\(ModelVersion.current).\n")
    #expect(try folder.names() == ["Traces", "studio.html"])
  }

  @Test(arguments: ["photo-grid", "photo-library", "recorded/photo-grid-session", "map-tiles"])
  func `the page is one file below 2 MB`(trace: String) throws {
    let page = try page("Traces/\(trace).scroll")
    #expect(page.html.utf8.count < 2_000_000)
  }

  @Test func `the page allows only its scripts and styles`() throws {
    let page = try page("Traces/photo-grid.scroll")
    try page.expectSealed()
    let scripts = page.contents(of: "script"), styles = page.contents(of: "style")
    #expect(scripts.count > 10 && styles.count > 1)
    #expect(
      Set(try page.sources("script-src"))
        == Set(scripts.map(WrittenPage.source) + ["'wasm-unsafe-eval'"]))
    #expect(Set(try page.sources("style-src")) == Set(styles.map(WrittenPage.source)))
  }

  @Test func `the page shows a built-in scroll without a trace`() throws {
    let outcome = try Scrollsim.run(["studio", "--output", "studio.html"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("'A minute of photos, to and fro'"))
  }

  @Test func `the same command writes equal bytes`() throws {
    let first = try page("--policy", "sieve", "--seed", "7").html
    #expect(try page("--policy", "sieve", "--seed", "7").html == first)
    #expect(try page("--policy", "sieve", "--seed", "8").html != first)
  }

  @Test func `the engine is a packed WebAssembly module`() throws {
    let module = try page().data("module")
    #expect(module.prefix(3) == Data([0x1f, 0x8b, 8]))
    #expect(module.count > 100_000)
  }

  static let refusals = [
    Refusal("no place for the page", "studio Traces/photo-grid.scroll", 64, says: "--output"),
    Refusal(
      "a trace that is missing", "studio no.scroll --output s.html", 66, says: "no.scroll"),
    Refusal(
      "three policies", "studio --policy lru,fifo,arc --output s.html", 64,
      says: "one or two policies", "not with 3 and 1"),
    Refusal(
      "two budgets", "studio --budget 8MiB,16MiB --output s.html", 64, says: "one budget", "1 and 2"
    ),
    Refusal(
      "a policy that needs the future", "studio --policy belady --output s.html", 64,
      says: "needs to know the future"),
    Refusal(
      "a policy that the library cannot have",
      "studio --loader nuke --policy distance --output s.html", 64,
      says: "--policy distance: loader 'nuke' can have nuke-clock and nuke-lru"),
    Refusal(
      "an unknown policy", "studio --policy lruu --output s.html", 64, says: "'lruu'"),
    Refusal(
      "a seed that a script would round", "studio --seed 9007199254740992 --output s.html", 64,
      says: "--seed 9007199254740992: a page has seeds of at most 9007199254740991"),
    Refusal(
      "a budget beyond the slider", "studio --budget 2048GiB --output s.html", 64,
      says: "a page has budgets of at most 1024GiB"),
    Refusal(
      "images of a size that no page has", "studio --renditions side=20000 --output s.html", 64,
      says: "side=20000: a page has sides of at most 16384"),
    Refusal(
      "a setting of more than 32 bits",
      "studio --loader cached:diskLimit=4294967296 --output s.html", 64,
      says: "'diskLimit' of 'cached' is 4294967296; a page counts up to 2147483647"),
    Refusal(
      "a cache of more bytes than a page counts",
      "studio Traces/large-photos.scroll --loader kingfisher --device iphone-15-pro --output s.html",
      64, says: "loader 'kingfisher' on iphone-15-pro may cache 2000000KiB of images",
      "--budget 896MiB"),
    Refusal("an unknown device", "studio --device x --output s.html", 64, says: "'x'"),
    Refusal(
      "a layout without room", "studio --layout grid:columns=0 --output s.html", 64,
      says: "--layout"),
    Refusal("a folder that is missing", "studio --output no/s.html", 73, says: "'no/s.html'"),
    Refusal("a folder as a page", "studio --output Traces", 73, says: "'Traces'"),
    Refusal(
      "a page onto its trace", "studio t.scroll --output t.scroll", 64,
      says: "--output 't.scroll'", "is read by the same command"),
  ]

  @Test(arguments: refusals)
  func `an invalid request is an error with a message`(refusal: Refusal) throws {
    try folder.write(ScrollTraceText.valid, to: "t.scroll")
    try refusal.check(in: folder)
  }

  @Test func `a policy that is a program is an error`() throws {
    try folder.write(PolicyPrograms.fifo(version: nil), to: "fifo.sh")
    let outcome = try Scrollsim.run(
      ["studio", "--policy", "exec: sh fifo.sh", "--output", "studio.html"], in: folder.url)
    #expect(outcome.status == 64)
    #expect(
      outcome.complaint.contains("policy 'exec' is not built into the page's engine"),
      "\(outcome.complaint)")
    #expect(!(try folder.names().contains("studio.html")))
  }
}
