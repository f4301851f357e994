import Foundation
import ScrollCore
import ScrollDevice
import ScrollTraces
import Testing

struct NetworkFileTests {
  @Test func `a network file of a user becomes a profile`() throws {
    let network = try NetworkFile.parse(NetworkFileText.whole, file: "toy.yml")
    let figures = network.figures
    #expect(
      network
        == NetworkProfile(
          name: "toy", summary: "A network for tests.", latency: SimTime(milliseconds: 20),
          roundTrip: SimTime(milliseconds: 200), bandwidth: 97_500, loss: 0.025, connections: 4,
          timeOut: SimTime(seconds: 15), failures: 0.01, figures: figures))
    #expect(
      figures.map(\.name) == [
        "latency", "roundTrip", "bandwidth", "loss", "connections", "timeOut", "failures",
      ])
    #expect(figures[2].text == "780 kbit/s")
    #expect(figures[0].isEstimate && !figures[1].isEstimate)
  }

  @Test(arguments: [
    ("1 Mbit/s", 125_000), ("8 bit/s", 1), ("2 MB/s", 2_000_000), ("1 Gbit/s", 125_000_000),
    ("1 TB/s", 1_000_000_000_000),
  ])
  func `a bandwidth may be in bits or bytes`(text: String, bytes: Int) throws {
    let file = NetworkFileText.replacing("780 kbit/s", with: text)
    #expect(try NetworkFile.parse(file, file: "toy.yml").bandwidth == bytes)
  }

  struct Case: Sendable, CustomStringConvertible {
    let old: String, new: String, sentence: String

    init(_ old: String, _ new: String, _ sentence: String) {
      (self.old, self.new, self.sentence) = (old, new, sentence)
    }

    var description: String { "\(old) -> \(new)" }
  }

  static let cases = [
    Case(
      "780 kbit/s", "780 kbps",
      "toy.yml:5: bandwidth is '780 kbps'; expected bits or bytes per second, like 780 kbit/s or 5 MB/s"
    ),
    Case(
      "780 kbit/s", "0 kbit/s",
      "toy.yml:5: bandwidth is '0 kbit/s'; expected bits or bytes per second, like 780 kbit/s or 5 MB/s"
    ),
    Case(
      "2.5 %", "0.025", "toy.yml:6: loss is '0.025'; expected a percentage from 0 to 100, like 1 %"),
    Case(
      "2.5 %", "101 %", "toy.yml:6: loss is '101 %'; expected a percentage from 0 to 100, like 1 %"),
    Case(
      "{value: 4,", "{value: 0,",
      "toy.yml:7: connections is '0'; expected a number of connections from 1 to 1024, like 6"),
    Case(
      "{value: 4,", "{value: 2.5,",
      "toy.yml:7: connections is '2.5'; expected a number of connections from 1 to 1024, like 6"),
    Case(
      "15 s", "0 s",
      "toy.yml:8: timeOut is '0 s'; expected a time above 0, at most 100000 s, like 0.3 ms"),
    Case(
      "{value: 1 %, source: estimate}", "{value: 1 %}",
      "toy.yml:9: failures.source is missing; expected a publication, 'measured' and on what, or 'estimate' and a reason"
    ),
    Case(
      "{value: 1 %, source: estimate}", "1 %",
      "toy.yml:9: failures is '1 %'; expected {value: ..., source: ...} with a percentage from 0 to 100, like 1 %"
    ),
    Case(
      "latency: {value: 20 ms, source: estimate}\n", "",
      "toy.yml:1: latency is missing; expected {value: ..., source: ...} with a time from 0 to 100000 s, like 0.3 ms"
    ),
    Case(
      "latency:", "jitter:",
      "toy.yml:3: a network has no field 'jitter'; it takes name, summary, latency, roundTrip, bandwidth, loss, connections, timeOut, failures"
    ),
    Case(
      "name: toy", "name: Toy",
      "toy.yml:1: name is 'Toy'; expected a name of small letters, digits and hyphens, like 3g-lossy"
    ),
    Case("summary: A", "summary: [A", "toy.yml:3: not YAML: did not find expected ',' or ']'"),
  ]

  @Test(arguments: cases)
  func `an invalid network file is an error with file, line and field`(spoilt: Case) {
    let text = NetworkFileText.replacing(spoilt.old, with: spoilt.new)
    let error = #expect(throws: YAMLFileError.self) {
      try NetworkFile.parse(text, file: "toy.yml")
    }
    #expect(error.map { "\($0)" } == spoilt.sentence)
  }

  @Test(arguments: ["", "# nothing\n", "~", "- 1\n- 2", "hello"])
  func `a text without a mapping is an error`(text: String) {
    #expect(throws: YAMLFileError.self) { try NetworkFile.parse(text, file: "toy.yml") }
  }

  @Test func `a network file loads from disk, and a missing file is an error`() throws {
    let folder = FileManager.default.temporaryDirectory
    let path = folder.appendingPathComponent("network-\(UUID().uuidString).yml").path
    try NetworkFileText.whole.write(toFile: path, atomically: true, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(try NetworkFile.load(path: path).name == "toy")
    let error = #expect(throws: YAMLFileError.self) {
      try NetworkFile.load(path: "no/such.yml")
    }
    #expect(
      error.map { "\($0)" } == "file 'no/such.yml' is missing; expected a network file")
  }
}
