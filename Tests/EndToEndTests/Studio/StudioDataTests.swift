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

  /// Returns the scenario of a page, the policy shown beside it, and the files of profiles.
  private func scene(_ options: [String]) throws -> (
    StudioData, other: String, files: [Substring]
  ) {
    let outcome = try Scrollsim.run(
      ["studio"] + options + ["--output", "studio.html"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let packed = try WrittenPage(folder, "studio.html").data("scene")
    let text = String(decoding: try Inflate.unpacked(Array(packed)), as: UTF8.self)
    let start = try #require(text.firstRange(of: "\nscene ")).lowerBound
    let before = text[..<start].split(separator: "\n")
    var reader = StudioDataReader(Array(text[start...].dropFirst().utf8))
    return (
      try reader.scene(), other: String(before[0].dropFirst("other ".count)),
      files: Array(before.dropFirst())
    )
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

  @Test func `the comparison policy is the second one, or the default`() throws {
    let trace = "Traces/carousel.scroll"
    #expect(try scene([trace, "--policy", "sieve,arc"]).other == "arc")
    #expect(try scene([trace]).other == "distance")
    #expect(try scene([trace, "--policy", "distance:lead=2"]).other == "lru")
  }

  @Test func `the page contains every built-in device and network and a custom one`() throws {
    let (scene, _, files) = try scene(["Traces/carousel.scroll"])
    #expect(files.isEmpty)
    let devices = try Scrollsim.run(["list", "devices"], in: folder.url)
    #expect(scene.devices.allSatisfy { devices.text.contains($0.name) })
    #expect(scene.devices.count > 15 && scene.networks.count > 8)
    let file = try String(
      contentsOf: PackageRoot.url.appending(path: "Sources/ScrollTraces/Devices/iphone-8.yml"),
      encoding: .utf8)
    try folder.write(file.replacing("iphone-8", with: "mine"), to: "mine.yml")
    let (other, _, own) = try self.scene(["Traces/carousel.scroll", "--device", "mine.yml"])
    #expect(own == ["device\tmine\tmine.yml"])
    #expect(other.devices.count == scene.devices.count + 1)
    #expect(other.setting.device == "mine" && other.devices.last?.name == "mine")
  }

  @Test func `a trace with another layout has no file`() throws {
    #expect(try scene(["Traces/carousel.scroll"]).0.path == "Traces/carousel.scroll")
    let (scene, _, _) = try scene(["Traces/carousel.scroll", "--layout", "list"])
    #expect(scene.path.isEmpty && scene.head.contains("\nlayout: list"))
  }
}
