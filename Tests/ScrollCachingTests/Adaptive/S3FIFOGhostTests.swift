import ScrollCaching
import ScrollCore
import Testing

/// `s3fifo:ghosts=none`, whose small queue has no memory.
struct S3FIFOGhostTests {
  /// Two arrays, for images of size 1.
  private struct TwoQueues {
    let capacity: Int
    var small: [(id: Int, hits: Int)] = [], main: [(id: Int, hits: Int)] = []

    /// Looks an image up, and stores it if it is not there; true for a hit.
    mutating func request(_ id: Int) -> Bool {
      if let place = small.firstIndex(where: { $0.id == id }) {
        small[place].hits += 1
        return true
      }
      if let place = main.firstIndex(where: { $0.id == id }) {
        main[place].hits += 1
        return true
      }
      if small.count + main.count == capacity { evict() }
      small.append((id, 0))
      return false
    }

    private mutating func evict() {
      let mainShare = capacity - max(1, capacity / 10)
      if main.count <= mainShare {
        while !small.isEmpty {
          let oldest = small.removeFirst()
          guard oldest.hits >= 2 else { return }
          main.append((oldest.id, 0))
        }
      }
      while true {
        let oldest = main.removeFirst()
        guard oldest.hits > 0 else { return }
        main.append((oldest.id, min(oldest.hits, 3) - 1))
      }
    }
  }

  private func model(
    _ settings: String, images: Int, capacity: Int
  ) throws -> any CacheModel {
    try ClassicReplay.model(
      "s3fifo\(settings)", images: images, limits: CacheLimits(cost: capacity))
  }

  private func isHit(_ id: Int, in model: any CacheModel, cost: Int = 1) -> Bool {
    let request = Request(image: ImageID(id), cost: cost, time: .zero)
    guard !model.lookup(request) else { return true }
    _ = model.store(request, as: .viewed)
    model.drainRemovals { _ in }
    return false
  }

  @Test(arguments: [2, 3, 5, 10, 20, 31])
  func `s3fifo without ghosts decides by two queues`(capacity: Int) throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var dice = SeededRandom(seed: seed)
      let images = capacity + 1 + dice.below(2 * capacity)
      let model = try model(":ghosts=none", images: images, capacity: capacity)
      var queues = TwoQueues(capacity: capacity)
      for step in 0..<600 {
        // Some images are wanted more often than others.
        let id = min(dice.below(images), dice.below(images))
        let expected = queues.request(id)
        try #require(
          isHit(id, in: model) == expected, "capacity \(capacity), seed \(seed), step \(step)")
      }
    }
  }

  /// With sizes: an image that returns under another name has the same fate.
  @Test func `s3fifo without ghosts treats a returning image as new`() throws {
    for seed in 1...60 as ClosedRange<UInt64> {
      var dice = SeededRandom(seed: seed)
      let (images, steps) = (30, 400)
      let sizes = (0..<images).map { _ in 1 + dice.below(9) }
      let plain = try model(":ghosts=none", images: images, capacity: 60)
      let renamed = try model(":ghosts=none", images: images + steps, capacity: 60)
      var names = Array(0..<images), next = images
      for step in 0..<steps {
        let id = min(dice.below(images), dice.below(images))
        let wasHit = isHit(id, in: plain, cost: sizes[id])
        if !renamed.contains(ImageID(names[id])) {
          names[id] = next
          next += 1
        }
        try #require(
          isHit(names[id], in: renamed, cost: sizes[id]) == wasHit, "seed \(seed), step \(step)")
      }
    }
  }

  @Test func `a returning image stays only because of its ghost`() throws {
    for (settings, stays) in [(":ghosts=none", false), ("", true)] {
      let model = try model(settings, images: 60, capacity: 20)
      for id in 0..<21 { #expect(!isHit(id, in: model)) }
      #expect(!isHit(0, in: model))
      for id in 25..<55 { #expect(!isHit(id, in: model)) }
      #expect(isHit(0, in: model) == stays)
    }
  }

  @Test func `s3fifo has ghosts by default`() throws {
    let entry = try PolicyCatalog.builtIn.choose("s3fifo").entry
    let setting = try #require(entry.settings.first { $0.name == "ghosts" })
    #expect(setting.standard == "kept" && setting.isLater)
    let error = #expect(throws: SettingError.self) {
      try SettingValues([(name: "ghosts", value: "some")], for: entry.settings, of: "s3fifo")
    }
    #expect(
      error?.description == "setting 'ghosts' of 's3fifo' is 'some'; expected one of kept, none")
  }
}
