import Foundation
import Testing

@Suite struct TraceLookTests {
  @Test func `info states the demands of a scroll on a cache`() throws {
    let text = try Scrollsim.run(["trace", "info", "Traces/carousel.scroll", "--wide"]).text
    // 60 pages of 320 pt each way, one a second, none of them on the screen twice in a row.
    for part in [
      "120.0 traveled; the content has 61.0",
      "49.6 % of the requests are for an image requested before",
      "lru hits half of these with 31 images", "all with 61 images",
      "within 10 s: at most 11 images and 20.1 MiB", "0.19 on", "iphone-5",
    ] {
      #expect(text.contains(part), "\(part) in \(text)")
    }
  }

  @Test func `the document contains the same figures, unrounded`() throws {
    let outcome = try Scrollsim.run(
      ["trace", "info", "Traces/carousel.scroll", "--format", "json"])
    let look = try #require(JSONText.object(outcome.output)["look"] as? [String: Any])
    let reuse = try #require(look["reuse"] as? [String: Any])
    #expect(reuse["requests"] as? Int == 121 && reuse["again"] as? Int == 60)
    #expect(reuse["medianImages"] as? Int == 31 && reuse["mostImages"] as? Int == 61)
    // 800x600 of 4 bytes each.
    #expect(reuse["mostBytes"] as? Int == 61 * 1_920_000)
    #expect(look["shownDecodedBytes"] as? Int == 61 * 1_920_000)
    let devices = try #require(look["oversubscription"] as? [[String: Any]])
    #expect(devices.count == 21)
    for device in devices {
      let room = device.number("roomBytes") ?? 0
      #expect(abs((device.number("factor") ?? 0) - 61 * 1_920_000 / room) < 1e-9)
    }
    // The document says nothing of what only the plot needs.
    #expect(look["distances"] == nil)
  }

  @Test func `a plot is an SVG file with four parts and repeats`() throws {
    let folder = try TemporaryFolder.withTraces()
    let command = ["trace", "info", "Traces/photo-grid.scroll", "--plot", "p.svg"]
    let outcome = try Scrollsim.run(command, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let first = try folder.read("p.svg")
    let text = String(decoding: first, as: UTF8.self)
    #expect(text.hasPrefix("<svg "))
    #expect(text.contains("Photo grid, 3600 photos in three columns"))
    for part in ["offset, pt", "speed, pt/s", "requests", "bytes decoded, at most"] {
      #expect(text.contains(part), "\(part)")
    }
    #expect(first.count < 200_000)
    #expect(try Scrollsim.run(command, in: folder.url).status == 0)
    #expect(try folder.read("p.svg") == first)
    #expect(try XMLText.names(first).contains("path"))
  }

  @Test func `a trace without movement has a description and a plot`() throws {
    let folder = try TemporaryFolder()
    let still = ScrollTraceText.replacing("100,0,tracking", "#")
      .replacing("200.5,30.25,decelerating", with: "#").replacing(
        "1000,100,idle", with: "1000,0,idle")
    try folder.write(still, to: "still.scroll")
    let outcome = try Scrollsim.run(
      ["trace", "info", "still.scroll", "--plot", "p.svg", "--wide"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("nothing moves faster than 60.0 pt/s"))
    #expect(try XMLText.names(folder.read("p.svg")).contains("path"))
  }

  @Test func `a plot does not replace its trace`() throws {
    let folder = try TemporaryFolder.withTraces()
    try Refusal(
      "onto its input", "trace info Traces/carousel.scroll --plot Traces/carousel.scroll", 64,
      says: "--plot 'Traces/carousel.scroll' is read by the same command"
    ).check(in: folder)
    try Refusal(
      "in a format that it does not draw", "trace info Traces/carousel.scroll --plot p.png", 64,
      says: "--plot 'p.png' is written as .svg; expected a name that ends in .svg"
    ).check(in: folder)
  }
}
