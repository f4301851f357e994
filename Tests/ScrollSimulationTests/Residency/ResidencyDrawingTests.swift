import Foundation
import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Residency maps as pictures.
struct ResidencyDrawingTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("tiny-run.svg")

  private static func picture(_ strip: Strip) throws -> RunPicture {
    let (_, log, prepared, _) = try strip.told()
    return RunPicture(log, of: prepared)
  }

  @Test func `the map of a tiny run equals its golden file`() throws {
    let strip = Strip(
      path: "0...1...0....2..+.", viewport: 150, loader: ResidencyMapTests.cached, room: 2,
      events: [(145, .relaunch)])
    let drawn = try Self.picture(strip).drawing(id: "tiny").file
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try drawn.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(
      committed == drawn,
      "SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter ResidencyDrawingTests draws it anew"
    )
  }

  @Test func `the pictures of a run use no color of a series or an amount`() throws {
    let (report, log, prepared, _) = try Strip(
      path: "0..1..2..3..4..5..6..7..8..9....", decode: 18, loader: ResidencyMapTests.cached
    ).told()
    let section = SectionText.section(log, prepared, report, id: "a")
    let found = section.matches(of: #/var\(--[sht]\d\)|class="([^"]* )?[sfht]\d[" ]/#)
    #expect(found.isEmpty, "\(found.map { String($0.output.0) })")
  }

  @Test func `a cell shows the worst of its frames`() throws {
    // Two frames of ten are blank: 180 of 900 columns.
    let text = try Self.picture(Strip(path: "0..........")).drawing(id: "a").inline.text
    #expect(text.contains("id=\"a-blank\" d=\"M90 0h180\""))
    #expect(text.contains("id=\"a-inFlight\" d=\"M0 0h90\""))
    #expect(text.contains("id=\"a-visible\" d=\"M270 0h630\""))
    #expect(!text.contains("id=\"a-soft\"") && !text.contains("id=\"a-wrong\""))
  }

  @Test func `a run without frames has an empty map`() throws {
    let strip = Strip(path: "0")
    let text = try Self.picture(strip).drawing(id: "a").inline.text
    #expect(text.contains("no frame was late"))
    #expect(!text.contains("id=\"a-visible\""))
  }

  @Test func `the map and the text show a kill`() throws {
    var strip = Strip(path: "0........", loader: ResidencyMapTests.cached)
    strip.events = [(45, .externalPressure(bytes: 990_000))]
    let (report, log, prepared, _) = try strip.told()
    let death = try #require(report.death)
    let text = RunPicture(log, of: prepared).drawing(id: "a").inline.text
    #expect(text.contains("killed: \(death.reason)"))
    #expect(RunPicture(log, of: prepared).map.duration == .ms(80))
  }

  @Test func `the map of any run is below 120 kB`() throws {
    var dice = SeededRandom(seed: 7)
    var scenario = Strip(path: "0", shows: Array(0..<400), room: 60).scenario
    scenario.loader = ResidencyMapTests.cached.with(\.decode, .none)
    scenario.viewportExtent = 600
    let frames = 30_000
    scenario.motion = ScrollMotion(
      times: (0..<frames).map { .ms(Double($0) * 10) },
      offsets: (0..<frames).map { _ in Double(dice.within(0...39_400)) },
      phases: Array(repeating: .tracking, count: frames))
    let prepared = PreparedScenario(scenario)
    let log = RunLog()
    let report = prepared.run(
      try PolicyCatalog.builtIn.choose("lru"), budget: ByteCount(60 * 1024), log: log)
    #expect(report.requests.count > 100_000)
    let picture = RunPicture(log, of: prepared)
    let drawing = picture.drawing(id: "restless")
    #expect(drawing.inline.text.utf8.count < 120_000)
    #expect(picture.table.rows.count == 200 && picture.itemCount == 400)
  }

  @Test func `markup in a title stays text`() throws {
    let (report, log, prepared, _) = try Strip(path: "0....").told()
    let text = SectionText.section(
      log, prepared, report, id: "a", title: "<script>alert(1)</script>\u{1b}[31m")
    #expect(!text.contains("<script>alert") && !text.contains("\u{1b}"))
    #expect(text.contains("&lt;script&gt;alert(1)&lt;/script&gt;␛[31m"))
  }

  @Test func `the section states that no appearance stalls`() throws {
    let (report, log, prepared, _) = try Strip(path: "0....", loader: .mainThread).told()
    let text = SectionText.section(log, prepared, report, id: "a")
    #expect(text.contains("<p>Every image appeared at once.</p>"))
    #expect(report.stalls.late == 0 && !text.contains("of the requests hit"))
  }

  @Test func `the section explains at most eight stalls, the worst first`() throws {
    let (report, log, prepared, explainer) = try Strip(
      path: "0..1..2..3..4..5..6..7..8..9....", decode: 18
    ).told()
    let explanations = explainer.worstAppearances(atMost: 8)
    #expect(explanations.count == 8 && report.stalls.appearances == 10)
    #expect(explanations.first == explainer.worstAppearance)
    let text = SectionText.section(log, prepared, report, id: "a")
    let places = explanations.map { text.range(of: $0.explanation.sentence)?.lowerBound }
    #expect(places.compactMap { $0 }.count == 8)
    #expect(places.compactMap { $0 } == places.compactMap { $0 }.sorted())
  }
}
