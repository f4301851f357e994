import Foundation
import Testing

/// Outputs that would destroy what the same command reads.
@Suite struct OutputOntoInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try .withTracesAndSources()
    for (from, to) in [
      ("Traces/carousel.scroll", "t.scroll"), ("Traces/recorded/one-hard-fling.csv", "t.csv"),
      ("Sources/ScrollTraces/Devices/iphone-8.yml", "d.yml"),
      ("Sources/ScrollTraces/Networks/wifi.yml", "n.yml"),
    ] {
      try folder.write(try Data(contentsOf: folder.path(from)), to: to)
    }
    try folder.write(
      "axes: {trace: t.scroll, device: d.yml}\nlimits: ['stallSeconds <= 1000 s']\n", to: "l.yml")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link").path, withDestinationPath: "t.scroll")
    try FileManager.default.linkItem(at: folder.path("t.scroll"), to: folder.path("hard"))
  }

  static let refusals = [
    Refusal("a page onto the trace", "run t.scroll --html t.scroll", 64, says: "--html 't.scroll'"),
    Refusal("a page onto a link", "run t.scroll --html link", 64, says: "'link'", "as 't.scroll'"),
    Refusal("a page onto another name", "run t.scroll --html hard", 64, says: "as 't.scroll'"),
    Refusal("a link that is read", "run link --html t.scroll", 64, says: "as 'link'"),
    Refusal(
      "a timeline onto the trace", "run t.scroll --timeline ./t.scroll", 64, says: "--timeline"),
    Refusal(
      "a page onto the device", "run t.scroll --device ./d.yml --html d.yml", 64, says: "'d.yml'"),
    Refusal(
      "a page onto the network", "run t.scroll --network n.yml --html n.yml", 64, says: "'n.yml'"),
    Refusal(
      "a filmstrip onto the trace", "diff lru fifo --trace t.scroll --svg t.scroll", 64,
      says: "--svg 't.scroll'"),
    Refusal(
      "a trace onto its recording", "trace import t.csv --catalogue items=3000 --output t.csv", 64,
      says: "--output 't.csv'"),
    Refusal("a report onto the limits", "check l.yml --junit l.yml", 64, says: "--junit 'l.yml'"),
    Refusal(
      "a report onto a trace of the limits", "check l.yml --junit t.scroll", 64, says: "--junit"),
    Refusal(
      "a report onto a device of the limits", "check l.yml --junit d.yml", 64, says: "--junit"),
    Refusal(
      "a dash for standard output", "run t.scroll --html -", 64,
      says: "--html is '-', which does not mean standard output here"),
  ]

  @Test(arguments: refusals)
  func `an output onto an input is an error before any work`(refusal: Refusal) throws {
    let before = try inputs()
    try refusal.check(in: folder)
    #expect(try inputs() == before)
  }

  @Test(arguments: ["s.sqlite", "t.scroll"])
  func `a report does not overwrite its store or its trace`(output: String) throws {
    let sweep = try Scrollsim.run(
      ["sweep", "--trace", "t.scroll", "--store", "s.sqlite"], in: folder.url)
    try #require(sweep.status == 0, "\(sweep.complaint)")
    let before = try folder.read(output)
    try Refusal(
      output, "report s.sqlite --format html --output \(output)", 64, says: "--output '\(output)'"
    ).check(in: folder)
    #expect(try folder.read(output) == before)
  }

  private func inputs() throws -> [Data] {
    try ["t.scroll", "t.csv", "d.yml", "n.yml", "l.yml"].map(folder.read)
  }
}
