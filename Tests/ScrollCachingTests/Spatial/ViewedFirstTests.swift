import ScrollCaching
import ScrollCore
import ScrollReferences
import Testing

/// Tests of the order of eviction by whether an image was viewed, on small examples.
@Suite struct ViewedFirstTests {
  /// Returns a cache of four images in a row, each 100 long, with the user in front of the first
  /// one.
  private func row() throws -> PlacedCache {
    let cache = try PlacedCache("viewed-first", rows: 4, length: 100)
    cache.fill()
    cache.look(0..<100)
    return cache
  }

  private func ask(_ image: Int, of cache: PlacedCache) {
    _ = cache.model.lookup(Request(image: ImageID(image), cost: 1, time: .zero))
  }

  @Test func `images without a request are evicted by distance`() throws {
    #expect(try row().order() == [3, 2, 1, 0])
  }

  @Test func `viewed images on screen are evicted before prefetched ones`() throws {
    let cache = try row()
    ask(0, of: cache)
    #expect(cache.order() == [0, 3, 2, 1])
  }

  @Test func `viewed images are evicted by distance among themselves`() throws {
    let cache = try row()
    for image in [0, 1, 2] { ask(image, of: cache) }
    #expect(cache.order() == [2, 1, 0, 3])
  }

  @Test func `a viewed image is still viewed when it returns`() throws {
    let cache = try row()
    ask(1, of: cache)
    cache.model.remove(ImageID(1), because: .removed)
    _ = cache.model.store(Request(image: ImageID(1), cost: 1, time: .zero), as: .prefetched)
    #expect(cache.order() == [1, 3, 2, 0])
  }

  @Test func `a miss counts as a view`() throws {
    let cache = try PlacedCache("viewed-first", rows: 3, length: 100)
    ask(1, of: cache)
    cache.fill()
    cache.look(0..<100)
    #expect(cache.order() == [1, 2, 0])
  }

  /// Three images in a row of the grid are at the same distance.
  @Test(arguments: UInt64(0)..<20)
  func `viewed-first evicts like its formula`(seed: UInt64) throws {
    let items = (0..<60).map { (item: Int) -> ClosedRange<Double> in
      let start = Double(item / 3 * 100)
      return start...(start + 99)
    }
    func cache(_ policy: String) throws -> PlacedCache {
      let cache = try PlacedCache(policy, items: items, contentEnd: 2000)
      cache.model.setLimits(CacheLimits(count: 12))
      return cache
    }
    let own = try cache("viewed-first")
    let formula = try cache("score: distance + 1000000 * min(1, uses)")
    var random = SeededRandom(seed: seed)
    var row = 0, evictions = 0
    for step in 0..<600 {
      row = min(max(row + random.below(3) - 1, 0), 17)
      let image = ImageID(min(row * 3 + random.below(12), 59))
      let isView = random.chance(0.6)
      for cache in [own, formula] {
        let start = Double(row * 100)
        cache.look(start..<(start + 300))
        let request = Request(image: image, cost: 1, time: .zero)
        if isView, cache.model.lookup(request) || cache.model.contains(image) { continue }
        _ = cache.model.store(request, as: isView ? .viewed : .prefetched)
      }
      let gone = own.removals().map(\.image)
      evictions += gone.count
      #expect(gone == formula.removals().map(\.image), "seed \(seed), step \(step)")
    }
    #expect(evictions > 100)
  }
}
