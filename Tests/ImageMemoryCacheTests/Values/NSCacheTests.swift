import Foundation
import ImageMemoryCache
import Synchronization
import Testing

/// Tests that an app that replaces an `NSCache` in one line keeps what `NSCache` did.
///
/// Memory events come from a stand-in for the system, and values are stand-ins for images.
@Suite struct NSCacheTests {
  private let events = ManualMemoryEvents()

  /// Creates a cache by the line that replaces `NSCache<NSURL, Blob>()`.
  private func images(
    onRemoval: (@Sendable (NSURL, Blob, RemovalReason) -> Void)? = nil
  ) -> ImageMemoryCache<NSURL, Blob> {
    var options = CacheOptions<NSURL, Blob>()
    options.memoryEvents = events
    return ImageMemoryCache(
      policy: .lru, costLimit: .none, cost: { $0.bytes }, options: options, onRemoval: onRemoval)
  }

  private func key(_ number: Int) -> NSURL { NSURL(fileURLWithPath: "/photos/\(number).jpg") }

  private func found(_ cache: some NSCacheCalls, _ keys: Range<Int>) -> [Int] {
    keys.filter { cache.object(forKey: key($0))?.number == $0 }
  }

  @Test func `the calls of NSCache return the same values as NSCache`() {
    let (new, old) = (images(), NSCache<NSURL, Blob>())
    var random = SeededRandom(seed: 4)
    for step in 0..<2_000 {
      let number = random.below(40)
      let cost = random.below(3)
      let blob = Blob(step)
      switch random.below(12) {
      case 0..<4: both(new, old) { $0.setObject(blob, forKey: key(number)) }
      case 4: both(new, old) { $0.setObject(blob, forKey: key(number), cost: cost) }
      case 5: both(new, old) { $0.removeObject(forKey: key(number)) }
      case 6 where random.below(20) == 0: both(new, old) { $0.removeAllObjects() }
      default:
        #expect(
          new.object(forKey: key(number)) === old.object(forKey: key(number)),
          "seed 4, step \(step)")
      }
    }
  }

  private func both(
    _ new: some NSCacheCalls, _ old: some NSCacheCalls, _ body: (any NSCacheCalls) -> Void
  ) {
    body(new)
    body(old)
  }

  @Test(arguments: [0, -1])
  func `the limits read and write like those of NSCache, and 0 or less lifts them`(none: Int) {
    let (new, old) = (images(), NSCache<NSURL, Blob>())
    for cache in [new, old] as [any NSCacheCalls] {
      #expect(cache.totalCostLimit == 0)
      #expect(cache.countLimit == 0)
      cache.countLimit = 3
      cache.totalCostLimit = 64
      #expect(cache.totalCostLimit == 64)
      for number in 0..<10 { cache.setObject(Blob(number), forKey: key(number), cost: 1) }
      #expect(found(cache, 0..<10).count == 3)
      cache.countLimit = none
      cache.totalCostLimit = none
      for number in 0..<100 { cache.setObject(Blob(number), forKey: key(number), cost: 1 << 20) }
      #expect(found(cache, 0..<100).count == 100)
    }
  }

  @Test func `a value has the cost that its store states`() {
    for cache in [images(), NSCache<NSURL, Blob>()] as [any NSCacheCalls] {
      cache.totalCostLimit = 100
      for number in 0..<10 { cache.setObject(Blob(number), forKey: key(number), cost: 25) }
      #expect(found(cache, 0..<10).count == 4)
    }
  }

  @Test(arguments: [PressureLevel.warning, .critical])
  func `a memory warning empties the cache without a token`(level: PressureLevel) {
    let cache = images()
    for number in 0..<10 { cache.setObject(Blob(number), forKey: key(number)) }
    events.send(.pressure(level))
    #expect(found(cache, 0..<10).isEmpty)
  }

  @Test func `a value can discard its content when it leaves, as NSCache has it do`() {
    let discarded = Mutex<[Int]>([])
    let cache = images { _, blob, _ in discarded.withLock { $0.append(blob.number) } }
    cache.countLimit = 2
    for number in 0..<4 { cache.setObject(Blob(number), forKey: key(number)) }
    cache.removeObject(forKey: key(2))
    events.send(.pressure(.warning))
    #expect(discarded.withLock { $0 } == [0, 1, 2, 3])
  }
}

/// The calls that an app makes, by the names that both caches have.
private protocol NSCacheCalls: AnyObject {
  var totalCostLimit: Int { get set }
  var countLimit: Int { get set }
  func object(forKey key: NSURL) -> Blob?
  func setObject(_ object: Blob, forKey key: NSURL)
  func setObject(_ object: Blob, forKey key: NSURL, cost: Int)
  func removeObject(forKey key: NSURL)
  func removeAllObjects()
}

extension PolicyMemoryCache: NSCacheCalls
where Key == NSURL, Value == Blob, Policy == AnyPolicy {}

extension NSCache: NSCacheCalls where KeyType == NSURL, ObjectType == Blob {}
