import ScrollCaching
import ScrollCore
import Testing

/// Tests of the functions of `Cache` that a cache with its own keys uses.
struct CacheReuseTests {
  private func request(_ image: Int) -> Request {
    Request(image: ImageID(image), cost: 1, time: .zero)
  }

  private func removals(_ cache: inout Cache<LRUKPolicy>) -> [Int32] {
    var removed: [Int32] = []
    cache.drainRemovals { removed.append($0.image.index) }
    return removed
  }

  private func cache(images: Int, room: Int) -> Cache<LRUKPolicy> {
    let setup = PolicySetup(imageCount: images, limits: CacheLimits(count: room))
    return Cache(
      LRUKPolicy(imageCount: images, capacity: room, retained: 0.5), setup, recordsRemovals: true)
  }

  @Test func `an id is in use while its image is resident, pinned or remembered`() {
    var cache = cache(images: 4, room: 2)
    var inUse: [[Bool]] = []
    func note(_ cache: borrowing Cache<LRUKPolicy>) -> [Bool] {
      var ids: [Bool] = []
      for image in 0..<4 { ids.append(cache.isInUse(ImageID(image))) }
      return ids
    }
    inUse.append(note(cache))
    _ = cache.store(request(0), as: .viewed)
    cache.pin(ImageID(3))
    inUse.append(note(cache))
    _ = cache.store(request(1), as: .viewed)
    _ = cache.store(request(2), as: .viewed)
    // An evicted image is remembered, and forgotten when the next one is evicted.
    let remembersFirst = cache.remembers(ImageID(0))
    inUse.append(note(cache))
    cache.unpin(ImageID(3))
    _ = cache.store(request(3), as: .viewed)
    inUse.append(note(cache))
    #expect(remembersFirst)
    #expect(
      inUse == [
        [false, false, false, false], [true, false, false, true], [true, true, true, true],
        [false, true, true, true],
      ])
  }

  @Test func `removals follow the order of digests, whatever the ids`() {
    var cache = cache(images: 2, room: 10)
    cache.grow(toImageCount: 5)
    let imageCount = cache.imageCount
    #expect(imageCount == 5)
    for (image, digest) in [90, 10, 50, 70, 30].enumerated() {
      cache.reassign(ImageID(image), digest: UInt64(digest))
      _ = cache.store(request(image), as: .viewed)
    }
    cache.pin(ImageID(4))
    cache.pressureChanged(to: .warning)
    let underPressure = removals(&cache)
    cache.removeAll(because: .removed)
    let atLast = removals(&cache)
    #expect(underPressure == [1, 2, 3, 0])
    #expect(atLast == [4])
    cache.checkInvariants()
  }

  @Test func `removals follow the order of ids if no id was reassigned`() {
    var cache = cache(images: 2, room: 10)
    cache.grow(toImageCount: 4)
    for image in [2, 0, 3, 1] { _ = cache.store(request(image), as: .viewed) }
    cache.removeAll(because: .removed)
    let removed = removals(&cache)
    #expect(removed == [0, 1, 2, 3])
  }
}
