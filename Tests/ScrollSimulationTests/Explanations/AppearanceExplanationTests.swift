import ScrollCore
import ScrollDevice
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the explanation of one appearance, worked out on paper: 100 Hz, 4 ms reads, 8 ms
/// decodes.
struct AppearanceExplanationTests {
  static let cached = Loader.cached.with(\.prefetcher, .none)

  @Test func `a first request reads, decodes and delivers its image`() throws {
    // Read until 4, decoded until 12, delivered in the frame at 20, on screen at 30; its cell
    // is on screen from 10 on.
    try Strip(path: "0....").expectExplanation(
      of: 0,
      "item 0 blank for 20 ms: its JPEG had not been requested before; read in 4 ms; "
        + "decoded in 8 ms; loaded; waits 8 ms for its delivery; shown in the frame at 0.030 s; "
        + "waited for: decode 2 ms, next frame 18 ms")
  }

  @Test func `the explanation for a third image names those ahead at flash and lane`() throws {
    // Reads end at 4, 8 and 12, decodes on one lane at 12, 20 and 28; delivered at 30.
    try Strip(path: "0......", viewport: 300, lanes: 1).expectExplanation(
      of: 2,
      "item 2 blank for 30 ms: its JPEG had not been requested before; "
        + "queued 8 ms behind 2 reads; read in 4 ms; queued 8 ms behind 1 decode; "
        + "decoded in 8 ms; loaded; waits 2 ms for its delivery; shown in the frame at 0.040 s; "
        + "waited for: queue 8 ms, flash 2 ms, decode 8 ms, next frame 12 ms")
  }

  @Test func `the explanation for an immediate image ends with the hit`() throws {
    let strip = Strip(path: "0...1...0...", loader: Self.cached)
    try strip.expectExplanation(of: 0, "item 0 shown at once")
    let first = try #require(try strip.explainer().item(0).first)
    #expect(first.outcome == .late && first.blank == .ms(20) && first.waits.total == 20_000_000)
  }

  @Test func `an item that leaves during the read is never shown`() throws {
    // On screen from 10; read until 25; gone in the frame at 20.
    try Strip(path: "0.2....", read: 25).expectExplanation(
      of: 0,
      "item 0 blank for 10 ms and never shown: its JPEG had not been requested before; "
        + "still being read after 20 ms; left the screen at 0.020 s; waited for: flash 10 ms")
  }

  @Test func `the explanation mentions an item that waits at the end`() throws {
    try Strip(path: "0....", read: 100).expectExplanation(
      of: 0,
      "item 0 blank for 30 ms and not shown when the run ended: "
        + "its JPEG had not been requested before; still being read after 40 ms; "
        + "the run ended at 0.040 s; waited for: flash 30 ms")
  }

  @Test func `a hit may appear one frame later`() throws {
    let strip = Strip(path: "0...1...0...", loader: Self.cached.with(\.hitDelivery, .nextFrame))
    try strip.expectExplanation(
      of: 0,
      "item 0 blank for 10 ms: found in memory, to be shown a frame later; "
        + "shown in the frame at 0.100 s; waited for: next frame 10 ms")
  }

  @Test func `a hit in a cache of files needs a decode`() throws {
    // Found at 80, decoded until 88, delivered at 90 and on screen at 100.
    let strip = Strip(path: "0...1...0...", loader: Self.cached.with(\.holds, .encoded))
    try strip.expectExplanation(
      of: 0,
      "item 0 blank for 10 ms: its JPEG was in memory, to be decoded again; "
        + "decoded in 8 ms; loaded; waits 2 ms for its delivery; shown in the frame at 0.100 s; "
        + "waited for: next frame 10 ms")
  }

  @Test func `an old image in a reused cell is wrong until the right one arrives`() throws {
    let strip = Strip(
      path: "0...1....", loader: Loader.backgroundDecode.with(\.clearOnReuse, false))
    try strip.expectExplanation(
      of: 1,
      "item 1 wrong for 20 ms: its JPEG had not been requested before; "
        + "its reused cell still showed the image of item 0; read in 4 ms; decoded in 8 ms; "
        + "loaded; waits 8 ms for its delivery; shown in the frame at 0.070 s; "
        + "waited for: decode 2 ms, next frame 18 ms")
  }

  @Test func `the explanation names the owner of a late image in a reused cell`() throws {
    // Item 0's image is read until 25 and decoded until 33; item 1 has its cell from 20 on, gets
    // the wrong image at 40, and its own, read until 50 and decoded until 58, at 60.
    let strip = Strip(
      path: "0.1......", read: 25,
      loader: Loader.backgroundDecode.with(\.recycledCellCheck, false))
    try strip.expectExplanation(
      of: 1,
      "item 1 blank for 20 ms and wrong for 20 ms: its JPEG had not been requested before; "
        + "queued 5 ms behind 1 read; read in 25 ms; the image of item 0 came late and was "
        + "drawn in its cell; decoded in 8 ms; loaded; waits 2 ms for its delivery; shown in the frame at "
        + "0.070 s; waited for: flash 20 ms, decode 8 ms, next frame 12 ms")
  }

  @Test func `names that collide show another image`() throws {
    let loader = Self.cached.with(\.key, .fileName).with(\.fileNames, 1)
    let explanation = try #require(
      try Strip(path: "0...1....", loader: loader).explainer().item(1).last)
    #expect(explanation.outcome == .atOnce && explanation.isStalled)
    // On screen from 50 on, until the run ends at 80.
    #expect(
      explanation.explanation.sentence
        == "item 1 wrong for 30 ms: got the image of item 0, which has the same key")
  }

  @Test func `an image is soft while it fades in`() throws {
    let strip = Strip(path: "0.......", loader: Loader.backgroundDecode.with(\.fadeDuration, 0.015))
    let explanation = try #require(try strip.explainer().item(0).last)
    #expect(explanation.explanation.head == "blank for 20 ms and soft for 15 ms")
    #expect((explanation.blank, explanation.soft, explanation.wrong) == (.ms(20), .ms(15), .zero))
  }

  @Test func `time in the background does not count as a wait`() throws {
    // On screen from 10 to 70 less the 40 away.
    let strip = Strip(path: "0.........", events: [(15, .background), (55, .foreground)])
    let explanation = try #require(try strip.explainer().item(0).last)
    #expect(explanation.blank == .ms(20) && explanation.waits.total == 20_000_000)
  }
}
