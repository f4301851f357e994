import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// What the chapter says of decoding: where it happens, into what, and of which format.
@Suite struct DecodingTests {
  @Test func `a lazy decode moves its cost to the main thread`() throws {
    let lazy = try Carousel().report("cached:decode=lazy")
    let forced = try Carousel().report("cached")
    let story: Comment = "lazy: \(lazy.story)\nforced: \(forced.story)"
    #expect(lazy.work.mainDecode > .zero && lazy.work.laneDecode == .zero, story)
    #expect(forced.work.mainDecode == .zero && forced.work.laneDecode > .zero, story)
    #expect(lazy.hitches.timeRatio > forced.hitches.timeRatio, story)
  }

  @Test func `a redraw at view size beats full size where the view is smaller`() throws {
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 2048, height: 1536)
    carousel.budget = ByteCount(1 << 30)
    let view = try carousel.report("cached:decode=redraw-view-size")
    let full = try carousel.report("cached:decode=redraw-full-size")
    let story: Comment = """
      view size: peak \(view.memory.peakFootprint), \(view.cache.peakBytes) B, \(view.story)
      full size: peak \(full.memory.peakFootprint), \(full.cache.peakBytes) B, \(full.story)
      """
    #expect(view.cache.peakBytes * 4 < full.cache.peakBytes, story)
    #expect(view.hitches.mainThreadBusy < full.hitches.mainThreadBusy, story)
    #expect(view.work.laneDecode < full.work.laneDecode, story)
    #expect(view.memory.peakFootprint < full.memory.peakFootprint, story)
  }

  @Test func `a retina screen's worth of pixels decodes to 12 MiB`() {
    #expect(ImageCatalog.Entry(width: 2048, height: 1536).decoded == ByteCount(12 << 20))
  }

  @Test func `tiles fade in, and without a fade they are blank or there`() throws {
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

  @Test func `tiles smaller than the cell read and decode the image again and again`() throws {
    let whole = try Carousel().report("tiled")
    let small = try Carousel().report("tiled:tileSide=256")
    let story: Comment = "one tile: \(whole.story)\n256 pixels: \(small.story)"
    #expect(small.work.laneDecode > whole.work.laneDecode, story)
    #expect(small.stalls.blankAreaSeconds > whole.stalls.blankAreaSeconds, story)
  }

  @Test func `resolution swap turns blank into soft`() throws {
    let swap = try Carousel().report("resolution-swap")
    let cached = try Carousel().report("cached")
    let story: Comment = "resolution-swap: \(swap.story)\ncached: \(cached.story)"
    #expect(swap.stalls.blankAreaSeconds < cached.stalls.blankAreaSeconds, story)
    #expect(swap.stalls.softAreaSeconds > 0 && cached.stalls.softAreaSeconds == 0, story)
  }

  @Test func `derived low variants cost the full decode once`() throws {
    let bundled = try Carousel().report("resolution-swap")
    let derived = try Carousel().report("resolution-swap:variants=derived")
    let story: Comment = "bundled: \(bundled.story)\nderived: \(derived.story)"
    #expect(derived.work.laneDecode > bundled.work.laneDecode, story)
    #expect(derived.work.bytesWritten > 0 && bundled.work.bytesWritten == 0, story)
  }

  /// Sides of Figure 14.5.
  static let sizes = [
    (2048, 1536), (1024, 768), (512, 384), (256, 192), (128, 96), (64, 48), (32, 24),
  ]

  @Test(arguments: sizes) func `of gradients a PNG is no slower up to 512x384`(
    width: Int, height: Int
  ) throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    func time(_ format: ImageFormat) -> Double {
      device.decodeTime(
        of: ImageCatalog.Entry(width: width, height: height, format: format, content: .graphic)
      ).milliseconds
    }
    let (png, jpeg) = (time(.png), time(.jpeg))
    if width <= 512 {
      #expect(png <= jpeg, "\(width)x\(height): PNG \(png) ms, JPEG \(jpeg) ms")
    } else {
      #expect(png > jpeg, "\(width)x\(height): PNG \(png) ms, JPEG \(jpeg) ms")
    }
    if width == 2048 {
      #expect(abs(png / jpeg - 2.2) < 0.05, "PNG \(png) ms, JPEG \(jpeg) ms")
    }
  }

  @Test func `of photos at retina size JPEG beats PNG`() throws {
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 2048, height: 1536, format: .png)
    let png = try carousel.report("background-decode")
    carousel.image.format = .jpeg
    carousel.image.encoded = ImageCatalog.Entry(width: 2048, height: 1536).encoded
    let jpeg = try carousel.report("background-decode")
    let story: Comment = "PNG: \(png.story)\nJPEG: \(jpeg.story)"
    #expect(jpeg.work.laneDecode < png.work.laneDecode, story)
    #expect(jpeg.stalls.blankAreaSeconds < png.stalls.blankAreaSeconds, story)
  }

  @Test(arguments: [(512, 384), (1024, 768), (2048, 1536)])
  func `a hybrid image costs little more than its longer half`(width: Int, height: Int) throws {
    var carousel = Carousel()
    carousel.pages = 1
    carousel.image = ImageCatalog.Entry(width: width, height: height, format: .hybrid)
    let log = RunLog()
    _ = try carousel.report("background-decode", log: log)
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    let parts = device.decodeTimes(of: carousel.image)
    let mask = device.flash.readTime(of: carousel.image.encodedParts.mask)
    let composition = device.mainThread.redrawTime(to: carousel.image.decoded)
    let screen = ImageCatalog.Entry.bitmap(width: 640, height: 1136)
    let redraw = device.mainThread.redrawTime(to: screen)
    let finish = log.entries.first { entry in
      if case .finished = entry.event { true } else { false }
    }
    let time = try #require(finish).time
    let longer = max(parts.color, parts.mask)
    #expect(
      time.milliseconds - redraw.milliseconds
        <= 1.1 * longer.milliseconds + mask.milliseconds + composition.milliseconds,
      """
      loaded after \(time), of which the redraw \(redraw); colour \(parts.color), mask \
      \(parts.mask), its read \(mask), composition \(composition)
      """)
  }

  @Test func `a PVRTC texture of 2 bits is loaded on the main thread within a frame`() throws {
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 2048, height: 2048, format: .pvrtc2)
    let cold = try carousel.report("main-thread")
    #expect(cold.hitches.count == 0, "2 bits, cold: \(cold.story)")
  }

  @Test func `one of 4 bits fits into a frame from the page cache only`() throws {
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 2048, height: 2048, format: .pvrtc)
    let cold = try carousel.report("main-thread")
    let warm = try carousel.report("main-thread:pageCache=1000000000")
    let story: Comment = "cold: \(cold.story)\nwith the page cache: \(warm.story)"
    #expect(cold.hitches.count == 2 * carousel.pages - 1, story)
    // The way there is cold, the way back is not.
    #expect(warm.hitches.count == carousel.pages, story)
  }

  @Test func `what a decode without a redraw leaves to the system uploads slower`() throws {
    let drawn = try Carousel().report("cached")
    let left = try Carousel().report("cached:decode=image-io")
    #expect(
      left.hitches.mainThreadBusy > drawn.hitches.mainThreadBusy,
      "image-io: \(left.story)\nredrawn: \(drawn.story)")
  }
}
