import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the chapter's claims about decoding: its place, its result, and the formats.
@Suite struct DecodingTests {
  @Test func `a lazy decode moves the cost to the main thread`() throws {
    let lazy = try Carousel().report("cached:decode=lazy")
    let forced = try Carousel().report("cached")
    let story: Comment = "lazy: \(lazy.story)\nforced: \(forced.story)"
    #expect(lazy.work.mainDecode > .zero && lazy.work.laneDecode == .zero, story)
    #expect(forced.work.mainDecode == .zero && forced.work.laneDecode > .zero, story)
    #expect(lazy.hitches.timeRatio > forced.hitches.timeRatio, story)
  }

  @Test func `tiles fade in, and are blank or complete without a fade`() throws {
    let fading = try Carousel().report("tiled")
    let instant = try Carousel().report("tiled:fadeDuration=0")
    let story: Comment = "fading: \(fading.story)\ninstant: \(instant.story)"
    #expect(fading.stalls.softAreaSeconds > 0, story)
    #expect(instant.stalls.softAreaSeconds == 0, story)
    #expect(fading.stalls.blankAreaSeconds == instant.stalls.blankAreaSeconds, story)
    // Every page is alone on the screen for longer than its fade of a quarter of a second.
    #expect(
      fading.stalls.softAreaSeconds >= 0.2 * Double(fading.stalls.late),
      story)
  }

  @Test func `tiles smaller than the cell read and decode the image repeatedly`() throws {
    let whole = try Carousel().report("tiled")
    let small = try Carousel().report("tiled:tileSide=256")
    let story: Comment = "one tile: \(whole.story)\n256 pixels: \(small.story)"
    #expect(small.work.laneDecode > whole.work.laneDecode, story)
    #expect(small.stalls.blankAreaSeconds > whole.stalls.blankAreaSeconds, story)
  }

  @Test func `a resolution swap replaces blank areas with soft ones`() throws {
    let swap = try Carousel().report("resolution-swap")
    let cached = try Carousel().report("cached")
    let story: Comment = "resolution-swap: \(swap.story)\ncached: \(cached.story)"
    #expect(swap.stalls.blankAreaSeconds < cached.stalls.blankAreaSeconds, story)
    #expect(swap.stalls.softAreaSeconds > 0 && cached.stalls.softAreaSeconds == 0, story)
  }

  @Test func `derived low-resolution variants cost one full decode`() throws {
    let bundled = try Carousel().report("resolution-swap")
    let derived = try Carousel().report("resolution-swap:variants=derived")
    let story: Comment = "bundled: \(bundled.story)\nderived: \(derived.story)"
    #expect(derived.work.laneDecode > bundled.work.laneDecode, story)
    #expect(derived.work.bytesWritten.bytes > 0 && bundled.work.bytesWritten.bytes == 0, story)
  }

  @Test func `a decode without a redraw makes the upload slower`() throws {
    let drawn = try Carousel().report("cached")
    let left = try Carousel().report("cached:decode=image-io")
    #expect(
      left.hitches.mainThreadBusy > drawn.hitches.mainThreadBusy,
      "image-io: \(left.story)\nredrawn: \(drawn.story)")
  }
}
