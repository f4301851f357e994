import Foundation
import Testing

/// Names and titles with characters that steer a terminal or turn text around.
@Suite struct HiddenCharacterTests {
  private static let hidden = "\u{1b}[31m\u{9b}\u{7}\u{202e}\u{2066}"
  private let folder: TemporaryFolder
  private let name = "e\(Self.hidden).scroll"

  init() throws {
    folder = try .withTraces()
    let trace = try String(contentsOf: folder.path("Traces/carousel.scroll"), encoding: .utf8)
    let lines = trace.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.hasPrefix("title: ") ? "title: turned \u{202e}around" : String($0)
    }
    try folder.write(lines.joined(separator: "\n"), to: name)
  }

  private func expectHarmless(_ text: String, _ comment: Comment) {
    let hidden = text.unicodeScalars.filter {
      $0 != "\n" && ($0.properties.generalCategory == .control || Self.isTurning($0))
    }
    #expect(hidden.isEmpty, comment)
  }

  private static func isTurning(_ scalar: Unicode.Scalar) -> Bool {
    (0x202a...0x202e).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  @Test(arguments: [
    "run F", "run F --format markdown", "run F --format json", "trace info F",
    "trace info F --format json", "trace info F --format markdown", "trace validate F",
    "explain F --item 0", "diff lru fifo --trace F --budget 16MiB", "sweep --trace F --store S",
    "sweep --trace F --store S --dry-run", "sweep --trace F --store S --format json",
    "run F --budget F", "run F --device F", "run F --policy F",
  ])
  func `output escapes hidden characters`(command: String) throws {
    let arguments = command.split(separator: " ").map {
      $0 == "F" ? name : $0 == "S" ? "s.sqlite" : String($0)
    }
    let outcome = try Scrollsim.run(arguments, in: folder.url)
    expectHarmless(outcome.text, "\(command)")
    expectHarmless(outcome.complaint, "\(command)")
  }

  @Test func `documents and tables for programs keep names exact`() throws {
    let sweep = try Scrollsim.run(
      ["sweep", "--trace", name, "--store", "s.sqlite", "--format", "json"], in: folder.url)
    try #require(sweep.status == 0, "\(sweep.complaint)")
    let runs = try #require(try JSONText.object(sweep.output)["runs"] as? [[String: Any]])
    #expect(runs[0].object("trace")["path"] as? String == name)
    let csv = try Scrollsim.run(["report", "s.sqlite", "--format", "csv"], in: folder.url)
    #expect(csv.text.contains(name))
  }

  @Test func `a page marks hidden characters`() throws {
    let outcome = try Scrollsim.run(
      ["run", name, "--html", "page.html"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let page = String(decoding: try folder.read("page.html"), as: UTF8.self)
    expectHarmless(page.replacing("\t", with: ""), "the page")
    #expect(page.contains("turned \u{fffd}around"))
  }

  @Test(arguments: ["--budget", "--policy", "--device", "--set", "--layout"])
  func `an error shortens an argument of many kilobytes`(option: String) throws {
    let outcome = try Scrollsim.run(
      ["run", name, option, "4" + String(repeating: "{%", count: 35_000)], in: folder.url)
    #expect(outcome.status == 64)
    #expect(outcome.complaint.utf8.count < 5000)
    #expect(outcome.complaint.contains(" … "))
  }

  @Test(arguments: [0xfffe, 0xffff, 0x1, 0x7f, 0x85, 0x2028, 0xfdd0] as [UInt16])
  func `a title with characters that XML forbids gives well-formed documents`(
    code: UInt16
  ) throws {
    let title = "a\(try #require(Unicode.Scalar(code)))b"
    let trace = try String(contentsOf: folder.path(name), encoding: .utf8)
    try folder.write(trace.replacing("turned \u{202e}around", with: title), to: "t.scroll")
    let escaped = title.unicodeScalars.map { "\\u" + Self.hex($0.value) }.joined()
    try folder.write(
      "title: \"\(escaped)\"\naxes: {trace: 't.scroll'}\nlimits: ['stallSeconds <= 99 s']\n",
      to: "l.yml")
    for command in [
      "check l.yml --junit out", "trace info t.scroll --plot out.svg",
      "diff lru fifo --trace t.scroll --budget 16MiB --svg out",
    ] {
      let words = command.split(separator: " ").map(String.init)
      let outcome = try Scrollsim.run(words, in: folder.url)
      // What is no text of a trace or of YAML is refused, with a sentence.
      guard outcome.status != 65 else { continue }
      #expect(outcome.status == 0, "\(command): \(outcome.complaint)")
      _ = try XMLText.names(folder.read(words.last ?? ""))
    }
  }

  private static func hex(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 4 - digits.count) + digits
  }
}
