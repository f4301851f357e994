import ScrollCaching
import ScrollCore
import Testing

/// Tests that pinned images stay, with every policy.
struct PinnedImagesTests {
  static let policies = [
    "fifo", "lru", "clock", "clock:bits=3", "sieve", "s3fifo", "s3fifo:coldStart=main",
    "s3fifo:promotesAtFrequency=1", "arc", "lfu", "gdsf",
  ]

  func serve(_ model: any CacheModel, _ image: Int) -> StoreOutcome? {
    let request = Request(image: ImageID(image), cost: 1, time: SimTime(nanoseconds: 0))
    return model.lookup(request) ? nil : model.store(request, as: .viewed)
  }

  @Test(arguments: policies)
  func `a cache of pinned images refuses a new image`(policy: String) throws {
    let model = try ClassicReplay.model(policy, images: 100, limits: CacheLimits(count: 40))
    for image in 0..<40 {
      model.pin(ImageID(image))
      _ = serve(model, image)
      _ = serve(model, image)
    }
    #expect(serve(model, 50) == .refused)
    #expect(model.residents(among: 100) == (0..<40).map { ImageID($0) })
    model.unpin(ImageID(17))
    #expect(serve(model, 51) == .stored)
    #expect(!model.contains(ImageID(17)))
  }

  @Test(arguments: policies)
  func `a pinned image is never the victim`(policy: String) throws {
    for seed in UInt64(1)...10 {
      let model = try ClassicReplay.model(policy, images: 100, limits: CacheLimits(count: 30))
      var random = SeededRandom(seed: seed)
      var pinned: Set<ImageID> = []
      for _ in 0..<4_000 {
        let image = random.below(100)
        if random.below(10) == 0 {
          if pinned.remove(ImageID(image)) == nil {
            pinned.insert(ImageID(image))
            model.pin(ImageID(image))
          } else {
            model.unpin(ImageID(image))
          }
        }
        if random.below(50) == 0 { model.remove(ImageID(random.below(100)), because: .removed) }
        _ = serve(model, min(image, random.below(100)))
        var victims: [ImageID] = []
        model.drainRemovals { if $0.reason != .removed { victims.append($0.image) } }
        #expect(victims.allSatisfy { !pinned.contains($0) }, "seed \(seed)")
        #expect(model.residentCount <= 30, "seed \(seed)")
      }
    }
  }

  @Test(arguments: policies)
  func `a smaller limit applies at once, and a larger one is used`(policy: String) throws {
    let model = try ClassicReplay.model(policy, images: 300, limits: CacheLimits(count: 100))
    for image in 0..<200 { _ = serve(model, image) }
    for limit in [60, 25, 0, 40, 90] {
      model.setLimits(CacheLimits(count: limit))
      #expect(model.residentCount <= limit)
      for image in 0..<300 { _ = serve(model, image % 150) }
      #expect(model.residentCount == limit)
    }
    model.removeAll(because: .pressure)
    #expect(model.residentCount == 0)
    #expect(serve(model, 7) == .stored)
  }
}
