import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The story of the chapter "Image IO", told by the simulation.
@Suite struct ListingTests {
  @Test func `each move of work off the main thread reduces hitches`() throws {
    let carousel = Carousel()
    let main = try carousel.report("main-thread")
    let read = try carousel.report("background-read")
    let decode = try carousel.report("background-decode")
    let story: Comment = """
      main-thread: \(main.story)
      background-read: \(read.story)
      background-decode: \(decode.story)
      """
    #expect(main.hitches.mainThreadBusy > read.hitches.mainThreadBusy, story)
    #expect(read.hitches.mainThreadBusy > decode.hitches.mainThreadBusy, story)
    #expect(main.hitches.timeRatio > read.hitches.timeRatio, story)
    #expect(read.hitches.timeRatio > decode.hitches.timeRatio, story)
  }

  @Test func `each listing improves on the one before in its own respect`() throws {
    let listings = ["main-thread", "background-read", "background-decode", "tiled", "cached"]
    let reports = try listings.map { try Carousel().report($0) }
    let story: Comment = """
      \(zip(listings, reports).map { "\($0): \($1.story)" }.joined(separator: "\n"))
      """
    let hitches = reports.map(\.hitches.timeRatio), blank = reports.map(\.stalls.blankAreaSeconds)
    // 14.1 to 14.3: hitches go, and blank comes instead.
    #expect(hitches[0] > hitches[1] && hitches[1] > hitches[2], story)
    #expect(hitches[2...].allSatisfy { $0 == 0 }, story)
    #expect(blank[0] == 0 && blank[0] < blank[1] && blank[1] < blank[2], story)
    // 14.4: tiles are as late, and soft besides until they have faded in.
    #expect(blank[3] == blank[2] && reports[3].stalls.softAreaSeconds > 0, story)
    // 14.5: what is cached or fetched ahead is there at once.
    #expect(blank[4] < blank[2] / 10 && reports[4].stalls.softAreaSeconds == 0, story)
  }

  @Test func `a cache with neighbors causes fewer blank pages`() throws {
    let carousel = Carousel()
    let decode = try carousel.report("background-decode")
    let cached = try carousel.report("cached")
    #expect(
      cached.stalls.blankAreaSeconds < decode.stalls.blankAreaSeconds,
      "background-decode: \(decode.story)\ncached: \(cached.story)")
  }

  @Test func `large photos on an iPad 3 no longer hitch but arrive late`() throws {
    var carousel = Carousel(device: "ipad-3")
    carousel.image = ImageCatalog.Entry(
      width: 2048, height: 1536, format: .jpeg, content: .photo)
    let main = try carousel.report("main-thread")
    let decode = try carousel.report("background-decode")
    let story: Comment = "main-thread: \(main.story)\nbackground-decode: \(decode.story)"
    #expect(main.hitches.count >= carousel.pages, story)
    #expect(decode.hitches.count == 0, story)
    let wait = try #require(decode.stalls.timeToImage.p50, story)
    #expect(wait >= SimTime(milliseconds: 200) && wait < SimTime(seconds: 1), story)
  }

  @Test func `a JPEG hitches less than a PNG of the same size`() throws {
    let png = try Carousel().report("main-thread")
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 800, height: 600, format: .jpeg)
    let jpeg = try carousel.report("main-thread")
    let story: Comment = "PNG: \(png.story)\nJPEG: \(jpeg.story)"
    #expect(jpeg.hitches.timeRatio < png.hitches.timeRatio, story)
    #expect(jpeg.hitches.timeRatio > 0, story)
  }
}
