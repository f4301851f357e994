import ScrollCaching
import ScrollCore
import Testing

/// Each way in which the highest score is found, with victims worked out by hand.
struct ScoreRankingTests {
  @Test(arguments: ["0", "0 / 0", "velocity - pressure", "age", "2 * age + 1", "-3 * -age"])
  func `constant scores and scores that rise with age evict in the order of storing`(
    formula: String
  ) throws {
    let cache = try ScoredCache(formula)
    for image in [2, 0, 3, 1] { cache.store(image, at: Double(image == 1 ? 9 : 4)) }
    cache.ask(for: 2, at: 10)
    #expect(cache.emptied() == [2, 0, 3, 1])
  }

  @Test func `scores that fall with age evict the newest first, ties in the order of storing`()
    throws
  {
    let cache = try ScoredCache("1 - age")
    for (image, time) in [(3, 1.0), (1, 5), (0, 5), (2, 5)] { cache.store(image, at: time) }
    cache.ask(for: 3, at: 9)
    #expect(cache.emptied() == [1, 0, 2, 3])
  }

  @Test(arguments: ["idle", "idle / 7 - pressure", "max(idle, -1)"])
  func `scores that rise with idle evict in the order of use, ties in the order of storing`(
    formula: String
  ) throws {
    let cache = try ScoredCache(formula)
    for image in 0..<4 { cache.store(image) }
    for image in [2, 1] { cache.ask(for: image, at: 5) }
    cache.ask(for: 0, at: 7)
    #expect(cache.emptied() == [3, 1, 2, 0])
  }

  @Test func `the time of a policy never decreases`() throws {
    let cache = try ScoredCache("idle")
    cache.store(0, at: 5)
    cache.store(1, at: 4)
    cache.ask(for: 0, at: 3)
    // All at 5: the one stored first leaves.
    #expect(cache.emptied() == [0, 1])
  }

  @Test func `scores that fall with idle evict the last used first`() throws {
    let cache = try ScoredCache("-idle")
    for image in 0..<4 { cache.store(image) }
    for image in [2, 1] { cache.ask(for: image, at: 5) }
    #expect(cache.emptied() == [1, 2, 0, 3])
  }

  @Test func `the first stored image is evicted if two idle times have equal scores`() throws {
    let cache = try ScoredCache("min(idle, 2)")
    cache.store(0)
    cache.store(1, at: 1)
    cache.ask(for: 0, at: 4)
    cache.store(2, at: 9)
    cache.ask(for: 3, at: 10)
    // Idle for 6, 9 and 1 seconds, which count as 2, 2 and 1.
    #expect(cache.emptied() == [0, 1, 2])
  }

  @Test func `a hit ranks its image again`() throws {
    let cache = try ScoredCache("bytes / (1 + hits)")
    for (image, cost) in [(0, 6), (1, 4), (2, 2)] { cache.store(image, cost: cost) }
    for _ in 0..<2 { cache.ask(for: 0) }
    // 6 / 3, 4 and 2.
    #expect(cache.emptied() == [1, 0, 2])
  }

  @Test(
    arguments: [
      (.normal, [0, 1, 2]), (.warning, [0, 1, 2]), (.critical, [2, 1, 0]),
    ] as [(PressureLevel, [Int])])
  func `pressure ranks all images again`(level: PressureLevel, order: [Int]) throws {
    let cache = try ScoredCache("hits * (1 - pressure)")
    for image in 0..<3 { cache.store(image) }
    for image in [0, 0, 1] { cache.ask(for: image) }
    cache.press(level)
    #expect(cache.emptied() == order)
  }

  @Test func `NaN is the lowest score, like minus infinity`() throws {
    let cache = try ScoredCache("hits / viewed - 1 / (1 - prefetched)")
    // 0 / 0 less infinity, 0 - 1, and 1 - 1.
    cache.store(1, as: .prefetched)
    cache.store(0)
    cache.store(2)
    cache.ask(for: 2)
    #expect(cache.emptied() == [2, 0, 1])
    let ties = try ScoredCache("log(hits - 1) + hits")
    // Minus infinity for one hit; no number for none.
    for image in [3, 1, 2] { ties.store(image) }
    ties.ask(for: 1)
    #expect(ties.emptied() == [3, 1, 2])
  }

  @Test func `the farthest image is evicted, the first stored if two are equally far`() throws {
    for formula in ["distance", "distance * bytes", "distance + hits"] {
      let cache = try ScoredCache(formula, images: 5, placement: ItemPlacement(line: 5))
      for image in [4, 0, 3, 1, 2] { cache.store(image) }
      cache.look(2, 3)
      #expect(cache.emptied() == [4, 0, 3, 1, 2], "\(formula)")
    }
  }

  @Test(arguments: ["distance", "0.5 * distance * bytes"])
  func `an image without an item is infinitely far away`(formula: String) throws {
    let placement = ItemPlacement(
      starts: [0, 10, 1000], ends: [10, 20, 1010], breadths: [1, 1, 1],
      images: [ImageID(0), ImageID(2), ImageID(3)], extent: 1010, imageCount: 4)
    let cache = try ScoredCache(formula, placement: placement)
    for image in [3, 0, 1, 2] { cache.store(image) }
    #expect(cache.emptied() == [1, 3, 2, 0])
  }

  @Test func `columns follow the viewport, hits and time`() throws {
    let cache = try ScoredCache("gap * idle - hits", placement: ItemPlacement(line: 4))
    for image in 0..<4 { cache.store(image) }
    cache.look(0, 1)
    cache.ask(for: 3, at: 1)
    cache.ask(for: 2, at: 4)
    // At 4: 0 * 4 - 0, 0 * 4 - 0, 1 * 0 - 1 and 2 * 3 - 1.
    #expect(cache.emptied() == [3, 0, 1, 2])
  }

  @Test func `a thousand residents in columns evict in the right order`() throws {
    let cache = try ScoredCache("bytes * idle - age", images: 1000, room: .max)
    for image in 0..<1000 { cache.store(image, at: Double(image), cost: 1 + image % 7) }
    let order = cache.emptied()
    // At 999: (cost - 1) * (999 - image).
    let expected = (0..<1000).sorted {
      let (one, other) = (($0 % 7) * (999 - $0), ($1 % 7) * (999 - $1))
      return one == other ? $0 < $1 : one > other
    }
    #expect(order == expected)
  }

  @Test(arguments: ["idle", "-hits", "distance", "distance * idle", "age"])
  func `a pinned image stays, and is evicted in its turn after the pin`(formula: String) throws {
    let cache = try ScoredCache(formula, images: 4, placement: ItemPlacement(line: 4))
    for image in [3, 2, 1, 0] { cache.store(image, at: Double(9 - image)) }
    cache.look(0, 1)
    cache.model.pin(ImageID(3))
    cache.model.setLimits(CacheLimits(count: 2))
    #expect(cache.residents == [0, 3])
    cache.model.unpin(ImageID(3))
    cache.model.setLimits(CacheLimits(count: 1))
    #expect(cache.residents == [0])
  }
}
