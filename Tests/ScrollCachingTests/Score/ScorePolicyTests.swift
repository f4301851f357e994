import ScrollCaching
import ScrollCore
import Testing

/// A formula can say what other policies do.
struct ScorePolicyTests {
  private func misses(
    _ policy: String, _ stream: RequestStream, limits: CacheLimits
  ) throws -> Int {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    return choice.entry.replay(
      stream,
      PolicySetup(imageCount: stream.imageCount, limits: limits, settings: choice.settings)
    ).misses
  }

  @Test(arguments: [
    ("score: idle", "lru"), ("score: age", "fifo"), ("score: -idle", "mru"),
    ("score: distance", "distance"), ("score: timeToVisible", "time-to-visible"),
    ("score: distance * bytes / reloadMs", "distance-cost"),
  ])
  func `a formula has the misses of the policy that it describes`(
    formula: String, policy: String
  ) throws {
    guard PolicyCatalog.builtIn.entries.contains(where: { $0.name == policy }) else { return }
    for seed in UInt64(0)..<40 {
      var random = SeededRandom(seed: seed)
      let images = random.within(5...60)
      let stream = RequestStream(
        images: (0..<600).map { _ in ImageID(min(random.below(images), random.below(images))) },
        imageCount: images)
      let limits = CacheLimits(count: random.within(1...20))
      #expect(
        try misses(formula, stream, limits: limits) == misses(policy, stream, limits: limits),
        "seed \(seed)")
    }
  }

  @Test func `equal scores are evicted in the order of storing, and NaN last`() throws {
    let choice = try PolicyCatalog.builtIn.choose("score: 0 * distance")
    let model = choice.entry.makeModel(
      PolicySetup(imageCount: 4, limits: CacheLimits(count: 2), settings: choice.settings))
    var gone: [Int32] = []
    for image in [2, 1, 0, 3] {
      _ = model.store(Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
      model.drainRemovals { gone.append($0.image.index) }
    }
    #expect(gone == [2, 1])
    // Image 1 has no item, so it is infinitely far away, and 0 times that is no number.
    let placement = ItemPlacement(
      starts: [0, 10], ends: [10, 20], breadths: [1, 1], images: [ImageID(0), ImageID(2)],
      extent: 20, imageCount: 3)
    let other = choice.entry.makeModel(
      PolicySetup(
        imageCount: 3, limits: CacheLimits(count: 2), settings: choice.settings,
        placement: placement))
    for image in [1, 0, 2] {
      _ = other.store(Request(image: ImageID(image), cost: 1, time: .zero), as: .viewed)
    }
    #expect(other.residents(among: 3) == [ImageID(1), ImageID(2)])
  }

  @Test func `the variable viewed distinguishes prefetched images that were not viewed`() throws {
    let choice = try PolicyCatalog.builtIn.choose("score: viewed")
    let model = choice.entry.makeModel(
      PolicySetup(imageCount: 4, limits: CacheLimits(count: 2), settings: choice.settings))
    let requests = (0..<4).map { Request(image: ImageID($0), cost: 1, time: .zero) }
    _ = model.store(requests[0], as: .prefetched)
    _ = model.store(requests[1], as: .viewed)
    _ = model.store(requests[2], as: .viewed)
    #expect(model.contains(ImageID(0)) && !model.contains(ImageID(1)))
    _ = model.lookup(requests[0])
    _ = model.store(requests[3], as: .prefetched)
    #expect(!model.contains(ImageID(0)))
  }
}
