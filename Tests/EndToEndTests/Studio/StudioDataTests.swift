import Foundation
import ScrollDevice
import ScrollSimulation
import ScrollStudioEngine
import TestSupport
import Testing

/// Tests that compare the scenario in a page with the run of the same options.
@Suite struct StudioDataTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  /// Returns the scenario of a page, and the lines that only the page reads.
  private func scene(_ options: [String]) throws -> (StudioData, lines: [Substring]) {
    let outcome = try Scrollsim.run(
      ["studio"] + options + ["--output", "studio.html"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let packed = try WrittenPage(folder, "studio.html").data("scene")
    let text = String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self)
    let start = try #require(text.firstRange(of: "\nscene ")).lowerBound
    let before = text[..<start].split(separator: "\n")
    var reader = StudioDataReader(Array(text[start...].dropFirst().utf8))
    return (try reader.scene(), before)
  }

  static let options = [
    "Traces/photo-grid.scroll --device iphone-5 --budget 24MiB --policy distance:lead=3",
    "Traces/tall-feed.scroll --loader nuke --network 3g-lossy",
    "Traces/magazine.scroll --device ipad-3 --loader sdwebimage",
    "Traces/product-grid.scroll --prefetch ring:ahead=2 --renditions side=300,format=heic",
    "Traces/carousel.scroll --policy random --seed 7 --budget 15%<=96MiB",
    "Traces/recorded/flick-and-catch.scroll --layout grid:columns=2 --loader main-thread",
  ]

  @Test(arguments: options)
  func `the scenario of the page equals that of run`(options: String) throws {
    let options = options.split(separator: " ").map(String.init)
    let studio = try Studio(try scene(options).0)
    try studio.run(logs: false)
    let report = try studio.figures()
    let outcome = try Scrollsim.run(["run"] + options + ["--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let printed = try #require(
      try JSONDecoder().decode(PrintedRuns.self, from: outcome.output).runs.first?.figures)
    #expect(printed.count > 50)
    for figure in FigureCatalog.ofReports {
      let expected: PrintedFigure =
        switch figure.value(of: report) {
        case .null: .null
        case .integer(let value): .number(Double(value))
        case .real(let value): .number(value)
        case .text(let word): .text(word)
        }
      #expect(printed[figure.name] == expected, "\(figure.name)")
    }
  }

  /// The output of `run --format json`, decoded without `JSONSerialization`, which loses the last
  /// digit on Linux.
  private struct PrintedRuns: Decodable {
    struct Run: Decodable {
      let figures: [String: PrintedFigure]
    }
    let runs: [Run]
  }

  private enum PrintedFigure: Decodable, Equatable {
    case null
    case number(Double)
    case text(String)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if value.decodeNil() {
        self = .null
      } else if let number = try? value.decode(Double.self) {
        self = .number(number)
      } else {
        self = .text(try value.decode(String.self))
      }
    }
  }

  @Test func `the second of two policies is that of side B, without titles`() throws {
    let (scene, lines) = try scene(["Traces/carousel.scroll", "--policy", "sieve,arc"])
    #expect(scene.setting.policy == "sieve")
    #expect(lines[0] == "policy arc" && lines.contains("titles\t"))
  }

  @Test(arguments: [
    ("Traces/recorded/slow-reading.scroll", "nuke", "nuke-clock"),
    ("Traces/magazine.scroll", "kingfisher", "kingfisher"),
  ])
  func `side B has the settings that advise prints`(
    trace: String, library: String, policy: String
  ) throws {
    let words = [trace, "--device", "iphone-12", "--network", "lte"]
    let outcome = try Scrollsim.run(
      ["advise"] + words + ["--for", library, "--json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    struct Printed: Decodable {
      struct Setting: Decodable {
        let loader: String, prefetcher: String, policy: String, budget: String
      }
      struct Change: Decodable { let property: String, text: String }
      let advised: Setting, changes: [Change]
    }
    let advice = try JSONDecoder().decode(Printed.self, from: outcome.output)
    try #require(!advice.changes.isEmpty)
    let (scene, lines) = try scene(words + ["--loader", library])
    #expect(scene.setting.policy == policy && scene.setting.budget == .own)
    let mebibytes = try #require(Int(advice.advised.budget.dropLast("MiB".count)))
    #expect(lines.contains("budget \(mebibytes << 20)"), "\(lines)")
    #expect(lines.contains("loader \(advice.advised.loader)"), "\(lines)")
    #expect(lines.contains("policy \(advice.advised.policy)"), "\(lines)")
    let changes = advice.changes.map(\.text).joined(separator: ", ")
    #expect(lines.contains("titles\tWhat you have\tAdvised\t\(changes)"), "\(lines)")
    if advice.changes.contains(where: { $0.property == "prefetch" }) {
      #expect(
        lines.contains { $0.hasPrefix("prefetch \(advice.advised.prefetcher)") }, "\(lines)")
    }
  }

  @Test func `a page names the policies and the default limits of a library`() throws {
    let (scene, lines) = try scene(["Traces/carousel.scroll", "--policy", "lru,fifo"])
    let nuke = try #require(lines.first { $0.hasPrefix("library\tnuke\t") })
    let fields = nuke.split(separator: "\t")
    #expect(fields[2] == "nuke-clock nuke-lru")
    let limits = fields[3].split(separator: " ")
    #expect(limits.count == scene.devices.count)
    let place = try #require(scene.devices.firstIndex { $0.name == "iphone-12" })
    #expect(limits[place] == "614400000")
    #expect(!lines.contains { $0.hasPrefix("library\tcached\t") })
  }

  @Test func `the page contains every built-in device and network and a custom one`() throws {
    let (scene, lines) = try scene(["Traces/carousel.scroll"])
    #expect(!lines.contains { $0.hasPrefix("device\t") || $0.hasPrefix("network\t") })
    let devices = try Scrollsim.run(["list", "devices"], in: folder.url)
    #expect(scene.devices.allSatisfy { devices.text.contains($0.name) })
    #expect(scene.devices.count > 15 && scene.networks.count > 8)
    let file = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/ScrollTraces/Devices/iphone-8.yml"),
      encoding: .utf8)
    try folder.write(file.replacing("iphone-8", with: "mine"), to: "mine.yml")
    let (other, own) = try self.scene(["Traces/carousel.scroll", "--device", "mine.yml"])
    #expect(own.contains("device\tmine\tmine.yml"))
    #expect(other.devices.count == scene.devices.count + 1)
    #expect(other.setting.device == "mine" && other.devices.last?.name == "mine")
  }

  @Test func `a trace with another layout has no file`() throws {
    #expect(try scene(["Traces/carousel.scroll"]).0.path == "Traces/carousel.scroll")
    let (scene, _) = try scene(["Traces/carousel.scroll", "--layout", "list"])
    #expect(scene.path.isEmpty && scene.head.contains("\nlayout: list"))
  }
}
