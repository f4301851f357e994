import Foundation
import TestSupport
import Testing

/// `calibrate --measure` on the machine of the tests, whatever that is.
@Suite struct MeasureTests {
  @Test(.enabled(if: isNightly, "beside other tests it would measure those"))
  func `a measurement of reads, copies and fresh memory takes 40 s and leaves no files`() throws {
    let folder = try TemporaryFolder.withTraces()
    try FileManager.default.createDirectory(
      at: folder.path("files"), withIntermediateDirectories: true)
    let start = ContinuousClock.now
    let outcome = try Scrollsim.run(
      [
        "calibrate", "Traces/readings/pillow.csv", "--measure", "--folder", "files", "--base",
        "pixel-8", "--output", "p.yml", "--format", "json",
      ], in: folder.url)
    let time = ContinuousClock.now - start
    try #require(outcome.status == 0, "\(outcome.complaint)")
    #expect(time < .seconds(40), "\(time)")
    #expect(outcome.complaint.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("files").path).isEmpty)
    let document = try JSONText.object(outcome.output)
    let figures = try #require(document["figures"] as? [[String: Any]])
    for (name, range) in [
      ("flash.bandwidth", 1.0...1e6), ("memory.firstTouch", 50...1e6),
      ("mainThread.uploadBandwidth", 100...1e6), ("mainThread.redrawBandwidth", 100...1e6),
    ] {
      let figure = try #require(figures.first { $0["name"] as? String == name }, "\(name)")
      let value = try #require(figure.number("value"))
      #expect(range.contains(value), "\(name) is \(value) MB/s")
      #expect((figure.number("error") ?? 1) < 1, "\(name)")
    }
    let probes = try #require(document["probes"] as? [[String: Any]])
    for clock in ["processor", "wall"] {
      let redraw = probes.filter {
        $0["probe"] as? String == "redraw" && $0["clock"] as? String == clock
      }
      #expect(redraw.contains { $0["lanes"] as? String == "idle" }, "\(clock)")
      #expect(redraw.allSatisfy { ($0.number("bytesPerSecond") ?? 0) > 0 }, "\(redraw)")
    }
    let text = String(decoding: try folder.read("p.yml"), as: UTF8.self)
    #expect(text.contains("firstTouch: {value: ") && text.contains("keptForReuse: {value: "))
    let check = try Scrollsim.run(["list", "devices", "--validate", "p.yml"], in: folder.url)
    #expect(check.status == 0, "\(check.complaint)")
  }
}
