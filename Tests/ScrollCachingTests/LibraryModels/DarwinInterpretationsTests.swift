import ScrollCaching
import ScrollCore
import Testing

/// The two readings of Apple's NSCache: what was observed there, what tells them apart on a
/// device, and scripts of the second one's rules.
@Suite struct DarwinInterpretationsTests {
  enum Reading: String, CaseIterable, Sendable {
    case lru, arc

    func callAsFunction(_ setup: PolicySetup) -> any CacheModel {
      switch self {
      case .lru: NSCacheLRU(setup)
      case .arc: NSCacheARC(setup)
      }
    }
  }

  // MARK: Observed on Apple's systems (three more concern NSDiscardableContent)

  @Test(arguments: Reading.allCases)
  func `one read protects an image`(reading: Reading) {
    let script = CacheScript("1:0 2:0 3:0 4:0 5:0 6:0>1 ?2 7:0>3 8:0>4")
    #expect(script.play(count: 5) { reading($0) }.surprises == [], "\(reading)")
  }

  @Test(arguments: Reading.allCases)
  func `the last five hundred of a thousand images stay`(reading: Reading) {
    let cache = reading(PolicySetup(imageCount: 1000, limits: CacheLimits(count: 500)))
    for image in 0..<1000 { _ = cache.store(request(image), as: .viewed) }
    #expect(!cache.contains(ImageID(0)), "\(reading)")
    #expect(cache.contains(ImageID(600)), "\(reading)")
  }

  @Test(arguments: Reading.allCases)
  func `an image with repeated reads stays`(reading: Reading) {
    let cache = reading(PolicySetup(imageCount: 1000, limits: CacheLimits(count: 500)))
    for image in 0..<1000 {
      _ = cache.store(request(image), as: .viewed)
      _ = cache.lookup(request(0))
    }
    #expect(cache.contains(ImageID(0)), "\(reading)")
    #expect(!cache.contains(ImageID(1)), "\(reading)")
  }

  @Test(arguments: Reading.allCases)
  func `a store over the cost limit evicts just enough of the oldest images`(reading: Reading) {
    let cache = reading(PolicySetup(imageCount: 1001, limits: CacheLimits(cost: 499_500)))
    for image in 0..<1000 { _ = cache.store(request(image, cost: image), as: .viewed) }
    _ = (cache.lookup(request(0)), cache.lookup(request(600)))
    _ = cache.store(request(1000, cost: 1000), as: .viewed)
    var gone: [Int] = []
    cache.drainRemovals { gone.append(Int($0.image.index)) }
    #expect(gone == Array(1...45), "\(reading)")
  }

  // MARK: What tells them apart (room for four)

  static let probes: [(what: String, lru: String, arc: String)] = [
    ("one more than fits", "a b c d e>a", "a b c d e>a"),
    ("one read", "a b c d ?a e>b", "a b c d ?a e>b"),
    (
      "two read twice, then a scan",
      "h i ?h ?h ?i ?i j k l>h m>i n>j o>k", "h i ?h ?h ?i ?i j k l>j m>k n>l o>m"
    ),
    ("a lower limit", "a b c d n=2>a,b", "a b c d n=2>a,b"),
    (
      "after a critical warning",
      "a b !critical>a,b +1000 x +4000 y ?x ?y",
      "a b !critical>a,b +1000 x>x +4000 y ?x ?y"
    ),
    (
      "read, evicted, read in vain, stored, read, scanned past",
      "a p q r s>a ?a a>p ?a b>q c>r d>s e>a",
      "a p q r s>a ?a a>p ?a b>q c>r d>s e>b"
    ),
  ]

  @Test(arguments: probes.indices)
  func `device probes distinguish the readings`(index: Int) {
    let probe = Self.probes[index]
    let lru = CacheScript(probe.lru).play(count: 4) { NSCacheLRU($0) }
    #expect(lru.surprises == [], "nscache-lru, \(probe.what)")
    let arc = CacheScript(probe.arc).play(count: 4) { NSCacheARC($0) }
    #expect(arc.surprises == [], "nscache-arc, \(probe.what)")
  }

  @Test(arguments: Reading.allCases)
  func `a thousand images stay without limits`(reading: Reading) {
    let cache = reading(PolicySetup(imageCount: 1000, limits: CacheLimits()))
    for image in 0..<1000 { _ = cache.store(request(image), as: .viewed) }
    #expect(cache.residentCount == 1000, "\(reading)")
  }

  @Test func `a warning drops all images in one reading and the older half in the other`() {
    for reading in Reading.allCases {
      let cache = reading(PolicySetup(imageCount: 1000, limits: CacheLimits()))
      for image in 0..<1000 { _ = cache.store(request(image), as: .viewed) }
      for image in [0, 0, 1] { _ = cache.lookup(request(image)) }
      cache.pressureChanged(to: .warning, at: .zero)
      var gone: [Removal] = []
      cache.drainRemovals { gone.append($0) }
      let expected = reading == .lru ? Array(2..<1000) + [0, 1] : Array(2..<502)
      #expect(gone.map { Int($0.image.index) } == expected, "\(reading)")
      #expect(gone.allSatisfy { $0.reason == .pressure && $0.notifiesDelegate }, "\(reading)")
    }
  }

  @Test(arguments: Reading.allCases)
  func `a value with a new cost is charged again`(reading: Reading) {
    let outcome = CacheScript("k:1 k:100>k,k").play(cost: 50) { reading($0) }
    #expect(outcome.surprises == [], "\(reading)")
    #expect(outcome.removals.map(\.reason) == [.replaced, .cost], "\(reading)")
  }

  // MARK: Both

  @Test(arguments: Reading.allCases)
  func `an image over the cost limit empties the cache and is evicted last`(reading: Reading) {
    let outcome = CacheScript("a:1 b:2 big:20>a,b,big").play(cost: 10) { reading($0) }
    #expect(outcome.surprises == [], "\(reading)")
    #expect(outcome.residents == [], "\(reading)")
  }

  @Test(arguments: Reading.allCases)
  func `the background drops all images that are not pinned`(reading: Reading) {
    let script = CacheScript("a b c ^b !normal !background>a,c d !critical>d ?b")
    let outcome = script.play(count: 9) { reading($0) }
    #expect(outcome.surprises == [], "\(reading)")
    #expect(outcome.hits == [true], "\(reading)")
    #expect(outcome.removals.map(\.reason) == [.background, .background, .pressure])
  }

  @Test(arguments: Reading.allCases)
  func `the delegate receives replaced and removed values`(reading: Reading) {
    let script = CacheScript("a:1 a:2>a -a>a -a b c -*>b,c")
    #expect(script.play(count: 3) { reading($0) }.surprises == [], "\(reading)")
  }

  @Test(arguments: Reading.allCases)
  func `a pinned image is never evicted`(reading: Reading) {
    let script = CacheScript("a b c ^a d>b _a e>a ^c ^d ^e f>f ?c ?d ?e")
    let outcome = script.play(count: 3) { reading($0) }
    #expect(outcome.surprises == [], "\(reading)")
    #expect(outcome.residents == ["c", "d", "e"], "\(reading)")
  }

  private func request(_ image: Int, cost: Int = 1) -> Request {
    Request(image: ImageID(image), cost: cost, time: .zero)
  }
}
