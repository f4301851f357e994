import ScrollCaching
import ScrollCore
import Testing

/// The fast policies remove what the slow references remove, in the same order.
struct SlowCacheTests {
  static let rules: [(policy: String, rule: SlowCache.Rule)] = [
    ("fifo", .fifo), ("lru", .lru), ("lfu", .lfu), ("gdsf", .gdsf), ("sieve", .sieve),
    ("clock", .clock(most: 1)), ("clock:bits=2", .clock(most: 3)),
  ]

  /// Requests, removals, pins and changed limits, drawn from a seed.
  func drive(
    _ model: any CacheModel, _ slow: inout SlowCache, seed: UInt64, pins: Bool
  ) -> [ImageID] {
    var random = SeededRandom(seed: seed)
    var removed: [ImageID] = []
    let sizes = (0..<40).map { _ in random.within(1...9) }
    for step in 0..<3_000 {
      let image = ImageID(min(random.below(40), random.below(40)))
      switch random.below(100) {
      case 0..<2:
        model.remove(image, because: .removed)
        slow.remove(image)
      case 2..<8 where pins:
        if slow.pinned.remove(image) == nil {
          slow.pinned.insert(image)
          model.pin(image)
        } else {
          model.unpin(image)
        }
      case 8:
        let limit = random.within(20...100)
        model.setLimits(CacheLimits(cost: limit))
        slow.setLimit(limit)
      default:
        let request = Request(
          image: image, cost: sizes[Int(image.index)], time: SimTime(nanoseconds: Int64(step)))
        if !model.lookup(request) { _ = model.store(request, as: .viewed) }
        slow.serve(image, cost: request.cost)
      }
      model.drainRemovals { removed.append($0.image) }
    }
    return removed
  }

  @Test(arguments: rules, [false, true])
  func `removals are those of the slow reference`(
    rule: (policy: String, rule: SlowCache.Rule), pins: Bool
  ) throws {
    for seed in UInt64(1)...20 {
      let model = try ClassicReplay.model(
        rule.policy, images: 40, limits: CacheLimits(cost: 60))
      var slow = SlowCache(rule.rule, limit: 60)
      let removed = drive(model, &slow, seed: seed, pins: pins)
      #expect(removed.count > 100, "seed \(seed)")
      #expect(removed == slow.removed, "seed \(seed)")
      let residents = slow.entries.map(\.image).sorted()
      #expect(model.residents(among: 40) == residents, "seed \(seed)")
      #expect(model.totalCost == slow.totalCost, "seed \(seed)")
    }
  }

  @Test(arguments: ClassicStream.all)
  func `belady misses as often as a search for the farthest next use`(
    stream: ClassicStream
  ) throws {
    let requests = stream.generate()
    let uses = requests.nextUses()
    var (nextUse, misses): ([ImageID: Int32], Int) = ([:], 0)
    for (position, image) in requests.images.enumerated() {
      if nextUse[image] == nil {
        misses += 1
        if nextUse.count == 30 {
          // Equal next uses are "never": which one leaves changes no count.
          nextUse[nextUse.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? image] = nil
        }
      }
      nextUse[image] = uses[position]
    }
    let tally = try ClassicReplay.run("belady", requests, .count, capacity: 30)
    #expect(tally.misses == misses, "seed \(stream.seed)")
  }
}
