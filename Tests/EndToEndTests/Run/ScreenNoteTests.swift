import Foundation
import Testing

/// The warning that more is on screen at once than the cache holds, and a canvas, which suffers.
@Suite struct ScreenNoteTests {
  /// Twenty pictures of 1 MiB on a screen, moved a little.
  private static let panel = """
    scrollsim-trace 1
    title: A panel of pictures
    provenance: written for a test
    kind: synthetic
    units: pt ms
    viewport: 400x320
    direction: forward
    layout: grid:columns=5:spacing=0
    catalogue: generated items=100 seed=1 size=512x512 mix=jpeg content=photo origin=disk

    [gestures]
    time_ms,gesture
    0,wait 2000
    2000,scroll 100
    3000,wait 2000
    end

    """

  private func run(_ arguments: String...) throws -> Scrollsim.Outcome {
    let folder = try TemporaryFolder()
    try folder.write(Self.panel, to: "panel.scroll")
    let outcome = try Scrollsim.run(["run", "panel.scroll"] + arguments, in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return outcome
  }

  private func figures(_ arguments: String...) throws -> [String: Any] {
    let folder = try TemporaryFolder()
    try folder.write(Self.panel, to: "panel.scroll")
    let outcome = try Scrollsim.run(
      ["run", "panel.scroll", "--format", "json"] + arguments, in: folder.url)
    let runs = try #require(JSONText.object(outcome.output)["runs"] as? [[String: Any]])
    return try #require(runs.first).object("figures")
  }

  @Test func `run warns if the screen shows more than the cache holds`() throws {
    let outcome = try run("--policy", "lru", "--budget", "8MiB,16MiB,64MiB")
    #expect(
      outcome.complaint.hasPrefix(
        "note: 25 images on screen at once cost 25MiB, more than the cache limit (8MiB, 16MiB). "),
      "\(outcome.complaint)")
    #expect(outcome.complaint.contains("drawsThroughCache=true"))
    #expect(outcome.complaint.filter { $0 == "\n" }.count == 1)
  }

  @Test func `run does not warn if the cache holds the screen`() throws {
    #expect(try run("--policy", "lru", "--budget", "32MiB").complaint.isEmpty)
    #expect(try run("--loader", "background-decode").complaint.isEmpty)
  }

  @Test func `a canvas reloads images that its cache cannot hold`() throws {
    let canvas = "cached:drawsThroughCache=true"
    let outcome = try run("--loader", canvas, "--budget", "8MiB")
    #expect(outcome.complaint.contains("reloads these images"), "\(outcome.complaint)")
    let cells = try figures("--loader", "cached", "--budget", "8MiB")
    let drawn = try figures("--loader", canvas, "--budget", "8MiB")
    let roomy = try figures("--loader", canvas, "--budget", "64MiB")
    func stall(_ figures: [String: Any]) throws -> Double {
      try #require(figures.number("stallSeconds"))
    }
    #expect(try stall(drawn) > 4 * stall(cells))
    #expect(try stall(roomy) == stall(cells))
  }
}
