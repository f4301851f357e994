import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the chapter's claims about the size at which an image is drawn.
@Suite struct RedrawTests {
  private static let photo = ImageCatalog.Entry(width: 2048, height: 1536)

  @Test func `a redraw at view size is cheaper than full size in a smaller view`() throws {
    var carousel = Carousel()
    carousel.image = Self.photo
    carousel.budget = ByteCount(1 << 30)
    let (viewLog, fullLog) = (RunLog(), RunLog())
    let view = try carousel.report("cached:decode=redraw-view-size", log: viewLog)
    let full = try carousel.report("cached:decode=redraw-full-size", log: fullLog)
    let device = try DeviceCatalog.builtIn.choose("iphone-5").entry
    let decode = device.decodeTime(of: Self.photo)
    func figures(_ report: RunReport, _ log: RunLog) -> (bytes: Int, upload: Double, redraw: Double)
    {
      (
        bytes: report.cache.peakBytes.bytes / carousel.pages,
        upload: Double(log.work.map(\.upload).filter { $0 > 0 }.min() ?? 0) / 1e6,
        redraw: report.work.laneDecode.milliseconds / Double(report.work.laneDecodes)
          - decode.milliseconds
      )
    }
    let (small, large) = (figures(view, viewLog), figures(full, fullLog))
    let story: Comment = """
      bytes, ms to upload and ms to redraw, at view size: \(small), at full size: \(large)
      view size: peak \(view.memory.peakFootprint), \(view.story)
      full size: peak \(full.memory.peakFootprint), \(full.story)
      """
    #expect(view.work.laneDecodes == carousel.pages, story)
    #expect(full.work.laneDecodes == carousel.pages, story)
    // 640x1136 pixels instead of 2048x1536 are less than a quarter.
    #expect(small.bytes * 4 < large.bytes && small.bytes > 0, story)
    #expect(small.upload * 4 < large.upload && small.upload > 0, story)
    #expect(small.redraw * 4 < large.redraw && small.redraw > 0, story)
    #expect(view.memory.peakFootprint < full.memory.peakFootprint, story)
  }

  @Test func `a retina screen of pixels decodes to 12 MiB`() throws {
    #expect(Self.photo.decoded == ByteCount(12 << 20), "\(Self.photo.decoded)")
    var carousel = Carousel(pages: 1)
    carousel.image = Self.photo
    let report = try carousel.report("cached")
    #expect(
      report.cache.peakBytes.bytes == 12 << 20, "\(report.cache.peakBytes.bytes) bytes cached")
  }
}
