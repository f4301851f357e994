import ScrollCaching
import ScrollCore
import Testing

@Suite struct UnboundedCacheTests {
  @Test func `an unbounded cache loses only removed and replaced images`() {
    let script = CacheScript("a:5 b:5 n=1 c=1 c:5 !critical !background a:6 -b ?a ?b ?c")
    let outcome = script.play(count: 1, cost: 1) { UnboundedCache($0) }
    #expect(outcome.hits == [true, false, true])
    #expect(outcome.removals.map(\.reason) == [.replaced, .removed])
  }

  @Test func `a replay misses each image once`() throws {
    let entry = try PolicyCatalog.builtIn.choose("unbounded").entry
    let images = [0, 1, 2, 0, 2, 1, 3].map { ImageID($0) }
    let tally = entry.replay(
      RequestStream(images: images, imageCount: 4),
      PolicySetup(imageCount: 4, limits: CacheLimits(count: 1)))
    #expect(tally.misses == 4)
    #expect(tally.removals == 0)
  }
}
