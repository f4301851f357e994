import ScrollCaching
import ScrollCore
import ScrollDevice
import ScrollSimulation
import ScrollTraces
import Testing

/// Tests of the article's claims about downloads.
///
/// There is one download for one address, a disk that outlives the app, and a retry after a
/// failure.
@Suite struct DownloadingTests {
  @Test func `a download on the main thread freezes the screen for whole round trips`() throws {
    var carousel = Carousel()
    carousel.network = "3g"
    let naive = try carousel.report("naive-network")
    let levels = try carousel.report("multi-level")
    let story: Comment = "naive: \(naive.story)\nmulti-level: \(levels.story)"
    #expect(naive.hitches.worst > SimTime(milliseconds: 100), story)
    #expect(levels.hitches.timeRatio < naive.hitches.timeRatio / 10, story)
    #expect(naive.work.downloads > levels.work.downloads, story)
  }

  @Test func `a loader without coalescing downloads an address repeatedly`() throws {
    var carousel = Carousel()
    carousel.network = "3g"
    carousel.shows = Array(repeating: 0, count: 20)
    let alone = try carousel.report("multi-level:coalescing=false:diskCache=false")
    let together = try carousel.report("multi-level")
    let story: Comment = "without: \(alone.story)\nwith: \(together.story)"
    #expect(alone.work.downloads > 1, story)
    #expect(together.work.downloads == 1, story)
  }

  @Test func `images come from disk after an offline relaunch`() throws {
    var carousel = Carousel()
    carousel.events = [(20.1, .offline), (20.2, .relaunch)]
    let kept = try carousel.report("multi-level")
    let lost = try carousel.report("multi-level:diskCache=false")
    let story: Comment = "disk: \(kept.story)\nno disk: \(lost.story)"
    #expect(kept.work.diskHits > 0 && kept.requests.failed == 0, story)
    #expect(lost.requests.failed > 0 && lost.work.diskHits == 0, story)
    #expect(kept.stalls.blankAreaSeconds < lost.stalls.blankAreaSeconds, story)
    #expect(lost.stalls.absences(because: .failed) + lost.stalls.absences(because: .killed) > 0)
  }

  @Test func `a file too large for the disk cache is downloaded at each appearance`() throws {
    var carousel = Carousel()
    carousel.budget = ByteCount(1)
    carousel.image = ImageCatalog.Entry(width: 800, height: 600, encoded: ByteCount(90_000))
    let disk = "swiftui:diskLimit=2000000:diskLargest="
    let small = try carousel.report("\(disk)0.05")
    let large = try carousel.report("\(disk)0.04")
    let story: Comment = "at most 100 kB: \(small.story)\nat most 80 kB: \(large.story)"
    #expect(small.work.diskHits > 0 && small.work.bytesWritten.bytes > 0, story)
    #expect(large.work.diskHits == 0 && large.work.bytesWritten == .zero, story)
    #expect(large.work.downloads > small.work.downloads, story)
  }

  @Test func `AsyncImage before iOS 27 downloads an image at each appearance`() throws {
    let carousel = Carousel()
    let before = try carousel.report("swiftui-26")
    let after = try carousel.report("swiftui")
    let story: Comment = "before: \(before.story)\nafter: \(after.story)"
    #expect(before.work.downloads > after.work.downloads, story)
    #expect(after.work.mainDecodes > carousel.pages, story)
  }

  @Test func `a later appearance retries a failed download`() throws {
    var carousel = Carousel()
    carousel.events = [(2.1, .offline), (15.1, .online)]
    let again = try carousel.report("multi-level")
    let never = try carousel.report("multi-level:retry=false")
    let story: Comment = "again: \(again.story)\nnever: \(never.story)"
    #expect(again.requests.failed > 0, story)
    #expect(again.stalls.neverShown < never.stalls.neverShown, story)
    #expect(again.work.downloads == carousel.pages, story)
  }

  @Test
  func `the loader of the article encodes, reads on the main thread and reloads its rows`() throws {
    var carousel = Carousel()
    carousel.policy = "unbounded"
    carousel.image = ImageCatalog.Entry(width: 800, height: 600)
    let article = try carousel.report("multi-level-003")
    let levels = try carousel.report("multi-level")
    let story: Comment = "003: \(article.story)\nmulti-level: \(levels.story)"
    #expect(article.requests.reloadedRows > 0, story)
    #expect(article.work.laneEncode > .zero, story)
    #expect(article.work.bytesWritten.bytes > 3 * levels.work.bytesWritten.bytes, story)
    #expect(article.hitches.timeRatio > levels.hitches.timeRatio, story)
  }

  @Test func `a slower network causes longer waits`() throws {
    let waits = try ["wifi", "lte", "3g", "edge"].map { network in
      var carousel = Carousel()
      carousel.network = network
      carousel.image = ImageCatalog.Entry(width: 800, height: 600)
      return (network, try carousel.report("multi-level").stalls.blankAreaSeconds)
    }
    for (fast, slow) in zip(waits, waits.dropFirst()) { #expect(fast.1 < slow.1, "\(waits)") }
  }
}
