import ScrollCore
import ScrollSimulation
import Testing

/// Prefetches of images that the app's disk cache has.
///
/// A screen is one item of 100 pt; frames are 10 ms apart, a read takes 4 ms and a decode 8 ms.
struct PrefetchFromDiskTests {
  /// Goes down to item 3 and back up with room for two images, so that every image is downloaded
  /// once and is evicted before the way back.
  private func run(prefetchesFromDisk: Bool) throws -> RunReport {
    var strip = Strip(
      path: "0....................1...2...3....................2...1...0..........", room: 2)
    strip.loader = Loader.multiLevel.with(\.prefetchesFromDisk, prefetchesFromDisk)
    strip.prefetcher = .named("ring:ahead=1:behind=0")
    return try strip.run()
  }

  @Test func `a prefetch reads the file of an evicted image`() throws {
    #expect(try run(prefetchesFromDisk: true).work.diskHits == 3)
    #expect(try run(prefetchesFromDisk: true).prefetch.issued > 3)
  }

  @Test func `a prefetch that skips the disk defers the read to the appearance`() throws {
    let (reads, skips) = (
      try run(prefetchesFromDisk: true), try run(prefetchesFromDisk: false)
    )
    #expect(skips.prefetch.issued < reads.prefetch.issued)
    #expect(skips.stalls.blankAreaSeconds > reads.stalls.blankAreaSeconds)
    #expect(skips.work.diskHits > 0)
  }
}
