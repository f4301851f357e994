import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The code of article 003 and of article 001 as it stands there, and each of its mends.
@Suite struct ArticleAsWrittenTests {
  /// Five images on twenty pages, which come again and again.
  private static var repeating: Carousel {
    var carousel = Carousel()
    carousel.policy = "unbounded"
    carousel.shows = (0..<20).map { $0 % 5 }
    return carousel
  }

  /// Rows of 100 pt that download.
  private static func strip(_ path: String, _ loader: Loader) -> Strip {
    var strip = Strip(path: path)
    strip.loader = loader
    return strip
  }

  @Test func `the original code reads an image from disk again each time`() throws {
    var carousel = Self.repeating
    carousel.events = [(20.1, .relaunch)]
    let written = try carousel.report("multi-level-003")
    let mended = try carousel.report("multi-level-003:diskHitsEnterMemory=true")
    let story: Comment = "as written: \(written.story)\nmended: \(mended.story)"
    // After the relaunch 20 pages are looked at, the one on screen first.
    #expect(written.work.diskHits == 20, story)
    #expect(mended.work.diskHits == 5, story)
    #expect(written.work.downloads == 5 && mended.work.downloads == 5, story)
  }

  @Test
  func `the original code names files by the last part of an address, memory by all of it`() throws
  {
    var carousel = Carousel()
    carousel.policy = "unbounded"
    carousel.image = ImageCatalog.Entry(width: 200, height: 150, format: .jpeg)
    let written = try carousel.report("multi-level-003:fileNames=4")
    let mended = try carousel.report("multi-level-003:fileNames=4:diskNames=key")
    let story: Comment = "as written: \(written.story)\nmended: \(mended.story)"
    // Image 4 finds the file of image 0.
    #expect(written.work.downloads == 4, story)
    #expect(written.stalls.wrongDisplays > 0, story)
    #expect(mended.work.downloads == 20 && mended.stalls.wrongDisplays == 0, story)
  }

  @Test
  func `the original code reloads a row with a failed download and tries again at once`() throws {
    var strip = Self.strip("0.........", .multiLevel003)
    strip.events = [(0, .offline), (45, .online)]
    let written = try strip.run()
    strip.loader.reloadFailedRow = false
    let mended = try strip.run()
    // Asked at 0, and again in each of the frames at 10 to 50 ms: the last one succeeds.
    #expect(written.requests.failed == 5, "\(written.requests)")
    #expect(written.requests.displayed == 1, "\(written.requests)")
    #expect(mended.requests.failed == 1, "\(mended.requests)")
    #expect(mended.requests.displayed == 0, "\(mended.requests)")
  }

  @Test
  func `the original code does not refresh a second row that waits for the same address`() throws {
    var strip = Self.strip("0.........", .multiLevel003)
    strip.shows = [0, 0, 1]
    strip.viewport = 200
    let written = try strip.run()
    strip.loader.refreshesJoined = true
    let mended = try strip.run()
    #expect(written.work.downloads == 1 && mended.work.downloads == 1)
    #expect(written.requests.joined == 1, "\(written.requests)")
    #expect(written.requests.displayed == 1 && written.requests.unfinished == 1)
    #expect(mended.requests.displayed == 2, "\(mended.requests)")
  }

  @Test func `the original code shows a skipped row when it reappears`() throws {
    var strip = Self.strip("0.....33330....", .multiLevel003)
    strip.shows = [0, 0, 1, 2, 3, 4]
    strip.viewport = 200
    let report = try strip.run()
    #expect(report.stalls.neverShown == 1, "\(report.stalls)")
    #expect(report.requests.displayed == 5, "\(report.requests)")
  }

  @Test
  func `the ImageLoader of article 001 joins no requests and decodes the images that it draws`()
    throws
  {
    var strip = Self.strip("0.........", .imageLoader001)
    strip.shows = [0, 0, 1]
    strip.viewport = 200
    let report = try strip.run()
    #expect(report.work.downloads == 2 && report.requests.joined == 0, "\(report.requests)")
    var carousel = Self.repeating
    carousel.policy = "nscache-lru"
    let listing = try carousel.report("image-loader-001")
    #expect(listing.work.mainDecode > .zero && listing.work.laneDecode == .zero, "\(listing.story)")
    #expect(listing.requests.hits > 0, "\(listing.story)")
  }
}
