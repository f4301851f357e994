import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the chapter's claims about formats: PNG, JPEG, hybrids of both, and textures.
@Suite struct FormatTests {
  /// The sizes of Figure 14.5.
  static let sizes = [
    (2048, 1536), (1024, 768), (512, 384), (256, 192), (128, 96), (64, 48), (32, 24),
  ]

  @Test(arguments: sizes) func `a PNG of a gradient is no slower than a JPEG up to 512x384`(
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

  @Test func `a JPEG photo at retina size decodes faster than a PNG`() throws {
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    let times = [ImageFormat.png, .jpeg].map {
      device.decodeTime(of: ImageCatalog.Entry(width: 2048, height: 1536, format: $0)).milliseconds
    }
    // Printed in Figure 14.5 without their fractions.
    #expect(times.map { $0.rounded(.down) } == [416, 169], "PNG and JPEG: \(times) ms")
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

  @Test(arguments: [ImageFormat.pvrtc, .pvrtc2])
  func `a PVRTC texture loads on the main thread within a frame`(format: ImageFormat) throws {
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 2048, height: 2048, format: format)
    let log = RunLog()
    let cold = try carousel.report("main-thread", log: log)
    let work = log.longestFrame.milliseconds
    let story: Comment = "\(format), cold: \(work) ms at most in a frame, \(cold.story)"
    #expect(cold.hitches.count == 0 && cold.work.bytesRead.bytes > 0, story)
    #expect(work > (format == .pvrtc ? 13 : 6) && work <= 1000.0 / 60, story)
  }
}

extension RunLog {
  /// The longest main-thread work of one frame.
  var longestFrame: SimTime {
    SimTime(nanoseconds: work.map(\.total).max() ?? 0)
  }

  /// The main-thread work of each frame.
  var work: [RunReport.MainThreadWork] {
    entries.compactMap { entry in
      if case .frame(let frame) = entry.event { frame.work } else { nil }
    }
  }
}
