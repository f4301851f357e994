#if os(Linux)
  import Foundation
  import ScrollCaching
  import ScrollCore
  import Testing

  /// Tests of `NSCacheCorelibs` against the NSCache of this machine's Foundation.
  @Suite struct NSCacheDifferentialTests {
    enum Operation {
      case set(Int, cost: Int)
      case get(Int)
      case remove(Int)
      case removeAll
      case setCountLimit(Int)
      case setCostLimit(Int)
    }

    /// The effect of an operation: the evictions that the delegate received, whether a look-up hit,
    /// and the residents.
    struct Effect: Equatable {
      var evicted: [Int] = []
      var hit: Bool?
      var residents: [Int] = []
    }

    static let keyCount = 10

    @Test(arguments: 0..<20)
    func `the real NSCache evicts the same images in the same order`(batch: Int) {
      for seed in UInt64(batch * 1_000)..<UInt64(batch * 1_000 + 1_000) {
        let operations = operations(seed: seed)
        let real = RealCache(keyCount: Self.keyCount)
        let model = ModelCache(keyCount: Self.keyCount)
        for (index, operation) in operations.enumerated() {
          let (expected, found) = (real.perform(operation), model.perform(operation))
          #expect(
            found == expected,
            "seed \(seed), operation \(index) of \(operations.prefix(index + 1))")
          guard found == expected else { break }
        }
        real.clear()
      }
    }

    private func operations(seed: UInt64) -> [Operation] {
      var random = SeededRandom(seed: seed)
      let keys = 3 + random.below(Self.keyCount - 2)
      // Few costs produce ties and replacements at the same cost; some images exceed every limit.
      let costs = [[0], [1], [0, 1, 2, 3], [0, 5, 5, 9], [1, 2, 3, 30], [-4, 0, 7, 12]]
      let choice = costs[random.below(costs.count)]
      var operations: [Operation] = []
      if random.chance(0.6) { operations.append(.setCountLimit(random.below(6))) }
      if random.chance(0.6) { operations.append(.setCostLimit(random.below(40))) }
      for _ in 0..<30 + random.below(20) {
        let key = random.below(keys)
        switch random.below(100) {
        case 0..<60: operations.append(.set(key, cost: choice[random.below(choice.count)]))
        case 60..<78: operations.append(.get(key))
        case 78..<88: operations.append(.remove(key))
        case 88..<90: operations.append(.removeAll)
        case 90..<95: operations.append(.setCountLimit(random.below(8) - 1))
        default: operations.append(.setCostLimit(random.below(40) - 2))
        }
      }
      return operations
    }

    /// The cache of Foundation, whose delegate is called inside its lock and must not call back.
    private final class RealCache: NSObject, NSCacheDelegate {
      private final class Value {
        let key: Int
        init(_ key: Int) { self.key = key }
      }

      private let cache = NSCache<NSNumber, Value>()
      private let keyCount: Int
      private var evicted: [Int] = []

      init(keyCount: Int) {
        self.keyCount = keyCount
        super.init()
        cache.delegate = self
      }

      func cache(_ cache: NSCache<AnyObject, AnyObject>, willEvictObject object: Any) {
        if let value = object as? Value { evicted.append(value.key) }
      }

      func perform(_ operation: Operation) -> Effect {
        var effect = Effect()
        switch operation {
        case .set(let key, let cost):
          cache.setObject(Value(key), forKey: NSNumber(value: key), cost: cost)
        case .get(let key): effect.hit = cache.object(forKey: NSNumber(value: key)) != nil
        case .remove(let key): cache.removeObject(forKey: NSNumber(value: key))
        case .removeAll: cache.removeAllObjects()
        case .setCountLimit(let limit): cache.countLimit = limit
        case .setCostLimit(let limit): cache.totalCostLimit = limit
        }
        effect.evicted = evicted
        evicted = []
        // A look-up has no side effects.
        effect.residents = (0..<keyCount).filter {
          cache.object(forKey: NSNumber(value: $0)) != nil
        }
        return effect
      }

      /// Removes all entries; otherwise a cache of two or more leaks them.
      func clear() { cache.removeAllObjects() }
    }

    private final class ModelCache {
      private let cache: NSCacheCorelibs
      private let keyCount: Int
      private var limits = CacheLimits()

      init(keyCount: Int) {
        self.keyCount = keyCount
        cache = NSCacheCorelibs(PolicySetup(imageCount: keyCount, limits: CacheLimits()))
      }

      func perform(_ operation: Operation) -> Effect {
        var effect = Effect()
        switch operation {
        case .set(let key, let cost):
          let request = Request(image: ImageID(key), cost: cost, time: .zero)
          _ = cache.store(request, as: .viewed)
        case .get(let key):
          effect.hit = cache.lookup(Request(image: ImageID(key), cost: 0, time: .zero))
        case .remove(let key): cache.remove(ImageID(key), because: .removed)
        case .removeAll: cache.removeAll(because: .removed)
        case .setCountLimit(let limit):
          limits.count = limit
          cache.setLimits(limits)
        case .setCostLimit(let limit):
          limits.cost = limit
          cache.setLimits(limits)
        }
        cache.drainRemovals { removal in
          if removal.notifiesDelegate { effect.evicted.append(Int(removal.image.index)) }
        }
        effect.residents = cache.residents(among: keyCount).map { Int($0.index) }
        return effect
      }
    }
  }
#endif
