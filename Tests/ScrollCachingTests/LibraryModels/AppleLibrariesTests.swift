import ScrollCaching
import ScrollCore
import Testing

/// YYMemoryCache, PINMemoryCache, SDWebImage, Kingfisher and `UIImage(named:)`: sequences
/// derived from what their sources say.
@Suite struct AppleLibrariesTests {
  // MARK: YYMemoryCache

  @Test(arguments: [
    (3, "a b c ?a d>b e>c"), (5, "a b c d e n=2 f>a +4999 +1>b,c,d"), (1, "a b>a b ?b"),
    (2, "a ^a b ^b c>c ?a ?b _a d>a"),
  ])
  func `a store over the count limit of YYMemoryCache removes exactly one`(
    count: Int, script: String
  ) {
    #expect(LibraryScript(script).play(count: count) { YYMemoryCache($0) }.surprises == [])
  }

  @Test func `YYMemoryCache exceeds its cost limit until its queue trims`() {
    let outcome = LibraryScript("a:4 b:4 c:4 ?a +1>b d:3 ?c +1>a").play(cost: 10) {
      YYMemoryCache($0)
    }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["c", "d"])
  }

  @Test func `a slow queue trims YYMemoryCache at the timer at the latest`() {
    let slow = SimTime(milliseconds: 100)
    let script = LibraryScript("a:6 b:6 +100 ?a +1>b +4890 c:6 +9>a")
    #expect(script.play(cost: 10) { YYMemoryCache($0, trimDelay: slow) }.surprises == [])
  }

  @Test func `YYMemoryCache removes images beyond the age limit every five seconds`() {
    let script = LibraryScript("a +5000 b ?a +5000 +5000>b,a")
    let outcome = script.play(count: 9) {
      YYMemoryCache($0, ageLimit: SimTime(milliseconds: 7000))
    }
    #expect(outcome.surprises == [])
    #expect(outcome.evictions.map(\.reason) == [.expired, .expired])
  }

  @Test func `warnings and the background empty YYMemoryCache`() {
    let script = LibraryScript("a b ?a normal warning>b,a c critical>c d ^e e background>d ?e")
    #expect(script.play(count: 9) { YYMemoryCache($0) }.surprises == [])
  }

  // MARK: PINMemoryCache

  @Test(arguments: [
    (PINMemoryCache.Strategy.lru, "a:4 b:3 c:3 ?a d:4>b,c"),
    (.lfu, "a:4 ?a b:3 ?b c:3 d:4>c,d"), (.lfu, "a:5 ?a b:5 ?b c:5>c"),
    (.lru, "a:4 big:11>a,big"), (.lfu, "a:4 a:4 b:4 c:4>b"), (.lru, "a:4 b:4 c=4>a c=0 c:99"),
  ])
  func `PINMemoryCache sorts by use and trims`(strategy: PINMemoryCache.Strategy, script: String) {
    let outcome = LibraryScript(script).play(cost: 10) { PINMemoryCache($0, strategy: strategy) }
    #expect(outcome.surprises == [])
  }

  @Test func `PINMemoryCache trims to a cost by removing the most expensive image first`() {
    let cache = PINMemoryCache(PolicySetup(imageCount: 4, limits: CacheLimits()))
    for (image, cost) in [1, 9, 5, 9].enumerated() {
      _ = cache.store(Request(image: ImageID(image), cost: cost, time: .zero), as: .viewed)
    }
    cache.trim(toCost: 6)
    var gone: [Int] = []
    cache.drainRemovals { gone.append(Int($0.image.index)) }
    #expect(gone == [1, 3])
    #expect(cache.totalCost == 6)
  }

  @Test func `PINMemoryCache removes older images once per age limit`() {
    let age = SimTime(milliseconds: 1000)
    let script = LibraryScript("a +1100 b ?a +899 ?a ?b +1>a +999 ?b +1>b")
    #expect(script.play(count: 9) { PINMemoryCache($0, ageLimit: age) }.surprises == [])
  }

  // MARK: Kingfisher

  @Test(arguments: [
    // A use extends the life, a miss does not, and the next sweep takes what has expired.
    "+10000 a +299000 ?a +301000 !a +109999 !a +1>a !a",
    // Alive just before its expiration, expired at it, and removed by the sweep a second later.
    "a +299000 ?a +299999 ?a", "a +299000 ?a +300000 !a +1000>a",
    // A new value is alive again; a pinned one is missed but stays.
    "a +300000 !a a ?a", "a ^a +400000 !a _a +80000>a",
  ])
  func `an image in Kingfisher expires 300 s after its last use`(script: String) {
    let outcome = LibraryScript(script).play(count: 9) { KingfisherCache($0) }
    #expect(outcome.surprises == [])
    #expect(outcome.evictions.allSatisfy { $0.reason == .expired })
  }

  @Test func `the sweep of Kingfisher visits its images in the order of a set`() {
    // Stored in the order a to f and never used since: without a sweep a would be evicted first.
    let images = "abcdef".enumerated().map {
      (letter: $1, rank: KingfisherCache.rank(of: ImageID($0)))
    }
    let order = images.sorted { $0.rank < $1.rank }.map(\.letter)
    #expect(String(order) != "abcdef")
    let evictions = zip("ghi", order).map { "\($0)>\($1)" }.joined(separator: " ")
    let swept = LibraryScript("a b c d e f +120000 \(evictions)").play(count: 6) {
      KingfisherCache($0)
    }
    #expect(swept.surprises == [])
    let before = LibraryScript("a b c d e f +119000 g>a h>b i>c").play(count: 6) {
      KingfisherCache($0)
    }
    #expect(before.surprises == [])
  }

  @Test func `Kingfisher lets NSCache handle the background unless a setting keeps images`() {
    let drops = LibraryScript("a b background>a,b").play(count: 9) { KingfisherCache($0) }
    #expect(drops.surprises == [])
    let keeps = LibraryScript("a b background ?a warning>b,a").play(count: 9) {
      KingfisherCache($0, keepsInBackground: true)
    }
    #expect(keeps.surprises == [])
  }

  // MARK: SDWebImage

  @Test(arguments: NSCacheInterpretation.allCases)
  func `SDWebImage with a weak table finds an image that a view holds`(
    reading: NSCacheInterpretation
  ) {
    let script = LibraryScript("^a a b warning>b ?a _a ?a warning>a !a")
    let outcome = script.play(count: 9) {
      SDMemoryCache($0, reading: reading, weakTable: true)
    }
    #expect(outcome.surprises == [], "\(reading)")
  }

  @Test(arguments: NSCacheInterpretation.allCases)
  func `SDWebImage loses an image with the last view that holds it`(reading: NSCacheInterpretation)
  {
    let script = LibraryScript("^a a background _a>a !a")
    let outcome = script.play(count: 9) {
      SDMemoryCache($0, reading: reading, weakTable: true)
    }
    #expect(outcome.surprises == [], "\(reading)")
    #expect(outcome.evictions.map(\.reason) == [.background], "\(reading)")
  }

  @Test func `a removal also clears the weak table`() {
    let cache = SDMemoryCache(
      PolicySetup(imageCount: 2, limits: CacheLimits(count: 1)), weakTable: true)
    for image in 0..<2 {
      cache.pin(ImageID(image))
      _ = cache.store(Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
    }
    #expect(cache.residentCount == 2)
    cache.removeAll(because: .expired)
    #expect(cache.residentCount == 0)
    #expect(cache.totalCost == 0)
  }

  @Test func `a find in the weak table evicts other images again`() {
    let script = LibraryScript("^a a:6 b:6 ?a>b c:3 ?a _a d:3>c")
    let outcome = script.play(cost: 10) { SDMemoryCache($0, weakTable: true) }
    #expect(outcome.surprises == [])
    #expect(outcome.residents == ["a", "d"])
  }

  @Test func `a critical warning closes NSCache for four seconds`() {
    let script = LibraryScript("a critical>a +1000 b>b +4000 c ?c")
    let outcome = script.play { SDMemoryCache($0, reading: .arc) }
    #expect(outcome.surprises == [])
  }

  // MARK: UIImage(named:)

  @Test func `images by name stay until a warning finds them unused`() {
    let script = LibraryScript("b:9 a:9 c:9 n=1 c=1 ^c background normal warning>b,a ?c")
    #expect(script.play(count: 1, cost: 1) { ImageNamedCache($0) }.surprises == [])
  }
}
