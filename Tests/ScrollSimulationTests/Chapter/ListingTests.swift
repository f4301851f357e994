import ScrollCore
import ScrollDevice
import ScrollSimulation
import Testing

/// The story of the chapter "Image IO", told by the simulation.
@Suite struct ListingTests {
  @Test func `moving work off the main thread ends hitches, step by step`() throws {
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

  @Test func `a cache with neighbours leaves fewer blank pages`() throws {
    let carousel = Carousel()
    let decode = try carousel.report("background-decode")
    let cached = try carousel.report("cached")
    #expect(
      cached.stalls.blankAreaSeconds < decode.stalls.blankAreaSeconds,
      "background-decode: \(decode.story)\ncached: \(cached.story)")
  }

  @Test func `on an iPad 3 large photos no longer hitch but come late`() throws {
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

  @Test func `a JPEG hitches less than a PNG of the same size, but it does hitch`() throws {
    let png = try Carousel().report("main-thread")
    var carousel = Carousel()
    carousel.image = ImageCatalog.Entry(width: 800, height: 600, format: .jpeg)
    let jpeg = try carousel.report("main-thread")
    let story: Comment = "PNG: \(png.story)\nJPEG: \(jpeg.story)"
    #expect(jpeg.hitches.timeRatio < png.hitches.timeRatio, story)
    #expect(jpeg.hitches.timeRatio > 0, story)
  }
}
