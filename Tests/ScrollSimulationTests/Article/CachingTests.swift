import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the claims of the chapter and the articles about caches: their owners, contents, keys
/// and lifetimes.
@Suite struct CachingTests {
  @Test func `the cache of the system loses all images under pressure`() throws {
    var carousel = Carousel()
    carousel.policy = "image-named"
    // Back at page 10 from page 19; all pages have been seen.
    carousel.events = [(28.5, .memoryPressure(.warning))]
    let report = try carousel.report("image-named")
    #expect(
      report.cache.removals(because: .pressure) >= carousel.pages - 2,
      "\(report.cache.removals(because: .pressure)) gone, \(report.story)")
    let undisturbed = try {
      var carousel = carousel
      carousel.events = []
      return try carousel.report("image-named")
    }()
    #expect(undisturbed.cache.removals(because: .pressure) == 0, "\(undisturbed.story)")
    #expect(undisturbed.requests.hits > report.requests.hits)
  }

  @Test func `interface assets survive if photos are in a separate cache`() throws {
    var carousel = Carousel()
    carousel.pages = 80
    carousel.image = ImageCatalog.Entry(width: 2048, height: 1536)
    carousel.policy = "image-named"
    let shared = try carousel.report("image-named:interfaceAssets=40")
    carousel.policy = "lru"
    carousel.budget = ByteCount(100 << 20)
    let apart = try carousel.report("cached:interfaceAssets=40")
    let story: Comment = """
      shared: \(shared.interface.loads) assets loaded, \(shared.memory.warnings) warnings
      apart: \(apart.interface.loads) assets loaded, \(apart.memory.warnings) warnings
      """
    #expect(shared.memory.warnings > 0 && shared.interface.loads > 40, story)
    #expect(apart.memory.warnings == 0 && apart.interface.loads == 40, story)
  }

  @Test func `a dictionary in place of a cache causes a kill`() throws {
    var carousel = Carousel()
    carousel.pages = 80
    carousel.image = ImageCatalog.Entry(width: 2048, height: 1536)
    carousel.policy = "unbounded"
    let dictionary = try carousel.report("cached")
    carousel.policy = "lru"
    let cache = try carousel.report("cached")
    let story: Comment = """
      dictionary: peak \(dictionary.memory.peakFootprint), killed at \
      \(dictionary.death.map { $0.time.seconds } ?? .nan) s
      cache: peak \(cache.memory.peakFootprint)
      """
    #expect(dictionary.death?.reason == .memory(.appLimit), story)
    #expect(cache.death == nil, story)
  }

  @Test func `a cache of encoded data decodes at every hit`() throws {
    let files = try Carousel().report("cached:holds=encoded")
    let bitmaps = try Carousel().report("cached")
    let story: Comment = "files: \(files.story)\nbitmaps: \(bitmaps.story)"
    #expect(files.requests.hits > 0, story)
    #expect(files.requests.decodeSaved == 0, story)
    #expect(files.work.laneDecodes >= files.requests.hits, story)
    #expect(bitmaps.requests.decodeSaved > 0, story)
    #expect(files.cache.peakBytes.bytes < bitmaps.cache.peakBytes.bytes, story)
  }

  @Test func `a changed image is stale without time stamps and fresh with them`() throws {
    var carousel = Carousel()
    carousel.events = (0..<10).map { (20.1, .change(image: ImageID($0))) }
    // Otherwise the neighbours would be looked up, and loaded anew, before old ones are on screen.
    carousel.prefetcher = Prefetcher.none
    let blind = try carousel.report("cached")
    let careful = try carousel.report("cached:timeStamps=true")
    let story: Comment = "without: \(blind.story)\nwith time stamps: \(careful.story)"
    #expect(blind.requests.stale > 0, story)
    #expect(careful.requests.stale == 0, story)
    #expect(careful.cache.removals(because: .expired) > 0, story)
    #expect(careful.stalls.absences(because: .expired) > 0, story)
  }

  @Test func `file names collide, addresses do not`() throws {
    let names = try Carousel().report("cached:key=file-name:fileNames=7")
    let addresses = try Carousel().report("cached:key=image")
    let story: Comment = "file names: \(names.story)\naddresses: \(addresses.story)"
    #expect(names.stalls.wrongAreaSeconds > 0 && names.stalls.wrongDisplays > 0, story)
    #expect(addresses.stalls.wrongAreaSeconds == 0, story)
  }

  @Test func `a cache keyed by item loads an image that appears twice again`() throws {
    var carousel = Carousel()
    carousel.shows = (0..<20).map { $0 / 2 }
    let places = try carousel.report("cached:key=item")
    let images = try carousel.report("cached")
    let story: Comment = "by place: \(places.story)\nby image: \(images.story)"
    #expect(places.work.laneDecodes > images.work.laneDecodes, story)
  }

  @Test func `a fast scroll without the recycled-cell check shows wrong images`() throws {
    var carousel = Carousel()
    carousel.network = "3g"
    carousel.image.encoded = ByteCount(120_000)
    let unchecked = try carousel.report(
      "background-decode:origin=network:recycledCellCheck=false")
    let checked = try carousel.report("background-decode:origin=network")
    let story: Comment = "unchecked: \(unchecked.story)\nchecked: \(checked.story)"
    #expect(unchecked.stalls.wrongAreaSeconds > 0, story)
    #expect(checked.stalls.wrongAreaSeconds == 0, story)
  }
}
