import Foundation
import Testing

/// Outputs of one command that would destroy one another.
@Suite struct OutputOntoOutputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTraces()
    for (from, to) in [
      ("Traces/carousel.scroll", "t.scroll"), ("Traces/recorded/one-hard-fling.csv", "t.csv"),
    ] {
      try folder.write(try Data(contentsOf: folder.path(from)), to: to)
    }
    try folder.write("axes: {trace: t.scroll}\nlimits: ['stallSeconds <= 1000 s']\n", to: "l.yml")
    try folder.write("old", to: "old")
    let files = FileManager.default
    try files.linkItem(at: folder.path("old"), to: folder.path("hard"))
    try files.createDirectory(at: folder.path("sub"), withIntermediateDirectories: false)
    for (link, target) in [
      ("soft", "old"), ("dangling", "new"), ("far", "sub/../dangling"), ("here", "."),
      ("loop", "loop"), ("l.db", "s.db"),
    ] {
      try files.createSymbolicLink(
        atPath: folder.path(link).path, withDestinationPath: target)
    }
  }

  static let refusals = [
    Refusal("one new name", "run t.scroll --html new --timeline new", 64, says: "'new'", "--html"),
    Refusal("a dot before it", "run t.scroll --html new --timeline ./new", 64, says: "as './new'"),
    Refusal("a way around", "run t.scroll --html sub/../new --timeline new", 64, says: "sub/.."),
    Refusal("a linked folder", "run t.scroll --html here/new --timeline new", 64, says: "here/new"),
    Refusal(
      "a dangling link", "run t.scroll --html dangling --timeline new", 64, says: "as 'new'"),
    Refusal(
      "a link to a link", "run t.scroll --html far --timeline new", 64, says: "as 'new'"),
    Refusal("a link to a file", "run t.scroll --html soft --timeline old", 64, says: "as 'old'"),
    Refusal("a hard link", "run t.scroll --html hard --timeline soft", 64, says: "as 'soft'"),
    Refusal(
      "a report in a store", "check l.yml --store s.db --junit s.db", 64,
      says: "--junit 's.db' is also the file of --store"),
    Refusal(
      "a report beside a store", "check l.yml --store s.db --junit s.db-wal", 64, says: "--store"),
    Refusal(
      "a report beside a linked store", "check l.yml --store l.db --junit s.db-journal", 64,
      says: "--store"),
    Refusal(
      "a network in a trace",
      "trace import t.csv --catalogue items=90 --output z --network-output ./z", 64,
      says: "--network-output './z'"),
    Refusal(
      "a list in a profile",
      "calibrate Traces/readings/pillow.csv --base pixel-8 --output p.yml --images here/p.yml", 64,
      says: "--images 'here/p.yml'"),
    Refusal(
      "a certificate in a store",
      "evolve Traces/evolve-small.yml --store new --output new", 64,
      says: "--output 'new' is also the file of --store"),
    Refusal("a link to itself", "run t.scroll --html loop", 73, says: "'loop'", "symbolic links"),
  ]

  @Test(arguments: refusals)
  func `an output onto another output is an error before any file is written`(refusal: Refusal)
    throws
  {
    try refusal.check(in: folder)
    #expect(try folder.read("old") == Data("old".utf8))
  }

  static let inputs = [
    Refusal(
      "a sweep", "sweep sub/index.json --store sub/index.json", 64,
      says: "--store 'sub/index.json' is read"),
    Refusal("its trace", "sweep --trace t.scroll --store t.scroll", 64, says: "'t.scroll'"),
    Refusal("a missing trace", "run new --html dangling", 64, says: "as 'new'"),
    Refusal("a shard", "sweep shard 1/1 --trace t.scroll --store here/t.scroll", 64, says: "as"),
    Refusal(
      "a plan", "sweep plan sub/index.json --shards 1 --output sub", 64,
      says: "--output 'sub/index.json' is read"),
    Refusal("a merge", "sweep merge a.db b.db --store ./b.db", 64, says: "as 'b.db'"),
    Refusal(
      "a search", "tune --trace t.scroll --limit stallSeconds<=1s --store t.scroll", 64,
      says: "--store"),
    Refusal("a replay", "replay t.scroll --capacity 9MiB --store t.scroll", 64, says: "--store"),
    Refusal(
      "a folder of sessions", "trace cut sub/s.scroll --pause 5s --output here/sub", 64,
      says: "as 'sub/s.scroll'"),
    Refusal(
      "a session of a folder", "check sessions.yml --junit sub/s.scroll", 64,
      says: "--junit 'sub/s.scroll'"),
    Refusal("a part of it", "trace cut t.scroll --from 1s --output t.scroll", 64, says: "is read"),
    Refusal("a plot", "trace info t.scroll --plot here/t.scroll", 64, says: "--plot"),
    Refusal("an export", "trace export t.scroll --format txt --output hard.scroll", 64, says: "as"),
  ]

  @Test(arguments: inputs)
  func `an input is never overwritten`(refusal: Refusal) throws {
    let trace = try folder.read("t.scroll")
    try FileManager.default.linkItem(
      at: folder.path("t.scroll"), to: folder.path("hard.scroll"))
    try folder.write(trace, to: "sub/s.scroll")
    try folder.write("axes: {trace: t.scroll}\n", to: "sub/index.json")
    try folder.write("axes: {trace: sub/}\nlimits: ['stallSeconds <= 9 s']\n", to: "sessions.yml")
    try folder.write("", to: "b.db")
    try refusal.check(in: folder)
    #expect(try folder.read("t.scroll") == trace)
    #expect(try folder.read("sub/s.scroll") == trace)
  }

  @Test func `an output may replace any file of a folder but its images`() throws {
    try FileManager.default.createDirectory(
      at: folder.path("p"), withIntermediateDirectories: false)
    let picture = try Data(contentsOf: folder.path("Traces/pictures/formats/map.jp2"))
    try folder.write(picture, to: "p/map.jp2")
    let words = ["trace", "import", "t.csv", "--images", "p", "--items", "3000", "--output"]
    for _ in 1...2 {
      let outcome = try Scrollsim.run(words + ["p/x.scroll"], in: folder.url)
      #expect(outcome.status == 0, "\(outcome.complaint)")
    }
    let refused = try Scrollsim.run(words + ["here/p/map.jp2"], in: folder.url)
    #expect(refused.status == 64, "\(refused.complaint)")
    #expect(try folder.read("p/map.jp2") == picture)
  }

  @Test
  func `names that differ in case are distinct if the file system distinguishes them`() throws {
    try folder.write("", to: "probe")
    let isOne = FileManager.default.fileExists(atPath: folder.path("PROBE").path)
    let outcome = try Scrollsim.run(
      ["run", "t.scroll", "--html", "Page", "--timeline", "page"], in: folder.url)
    #expect(outcome.status == (isOne ? 64 : 0), "\(outcome.complaint)")
  }

  static let otherFormats = [
    Refusal(
      "a page as text", "run t.scroll --html x.txt", 64,
      says: "--html 'x.txt' is written as .html; expected a name that ends in .html"),
    Refusal("a timeline as CSV", "run t.scroll --timeline x.csv", 64, says: "ends in .json"),
    Refusal("a studio as text", "studio t.scroll --output x.txt", 64, says: "ends in .html"),
    Refusal(
      "a filmstrip as PNG", "diff lru fifo --trace t.scroll --svg ./x.PNG", 64,
      says: "--svg './x.PNG'", "ends in .svg"),
    Refusal("limits as JSON", "check l.yml --junit x.json", 64, says: "ends in .xml"),
    Refusal("Swift as Kotlin", "emit --for nuke --output x.kt", 64, says: "ends in .swift"),
    Refusal("Kotlin as Swift", "advise t.scroll --for coil --emit x.swift", 64, says: ".kt"),
  ]

  @Test(arguments: otherFormats)
  func `a name with the ending of another format is refused`(refusal: Refusal) throws {
    try refusal.check(in: folder)
  }

  @Test func `a page may have a short ending, and a timeline none`() throws {
    let outcome = try Scrollsim.run(
      ["run", "t.scroll", "--html", "Page.HTM", "--timeline", "line"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(Set(try folder.names()).isSuperset(of: ["Page.HTM", "line"]))
  }

  @Test func `a device accepts several outputs`() throws {
    let outcome = try Scrollsim.run(
      ["run", "t.scroll", "--html", "/dev/null", "--timeline", "/dev/null"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
  }

  @Test func `an output to the device of standard output appends`() throws {
    let outcome = try Scrollsim.paste(
      "scrollsim trace cut t.scroll --to 1s --output /dev/stdout >> old", in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try folder.read("hard").starts(with: Data("oldscrollsim-trace".utf8)))
  }

  @Test func `the file of standard output is not valid as another output`() throws {
    let outcome = try Scrollsim.paste("scrollsim run t.scroll --html x > x", in: folder.url)
    #expect(outcome.status == 64, "\(outcome.complaint)")
    #expect(outcome.complaint.contains("is also standard output"), "\(outcome.complaint)")
    #expect(try folder.read("x").isEmpty)
  }
}
