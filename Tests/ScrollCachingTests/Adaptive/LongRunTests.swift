import ScrollCaching
import ScrollCore
import ScrollLaws
import ScrollReferences
import TestSupport
import Testing

/// Tests of learning policies against their slow references, in caches of hundreds of images.
///
/// The limit rises and falls, and the app removes images. A share of a hundredth is several images
/// there, and histories are long.
struct LongRunTests {
  static let policies = [
    "2q", "arc", "cacheus", "cacheus:lists=authors", "car", "clock-pro", "lecar",
    "lecar:historyShare=0.1", "lhd", "lirs", "mq", "qd-lp", "s3fifo",
    "s4fifo:ghostHits=2:skipShare=0.5", "clock2q-plus", "d-fr:delayShare=0.2", "delay-lru",
  ]
  static let imageCount = 1_600, requestCount = isNightly ? 12_000 : 7_000
  /// The limits in items, by the request from which they hold.
  static let limits = [0: 120, 3_000: 1_200, 6_000: 60, 8_000: 400]

  /// The number of requests between the app's removals, and since the last request for the image
  /// that it removes.
  static let removalPeriod = 11, removalLag = 40

  /// Returns the image of a request: the first ones are more frequent, with scans in between.
  private func image(_ position: Int, _ random: inout SeededRandom) -> Int {
    if position / 700 % 4 == 3 { return (position * 7) % Self.imageCount }
    let drawn = (0..<3).map { _ in random.below(Self.imageCount) }.min() ?? 0
    return (drawn + position / 3_000 * 50) % Self.imageCount
  }

  private func limits(_ items: Int, byCost: Bool) -> CacheLimits {
    byCost ? CacheLimits(cost: 100 * items) : CacheLimits(count: items)
  }

  // Both cases together take a minute; counting items is a special case of costs.
  @Test(arguments: policies, isNightly ? [false, true] : [true])
  func `a policy equals its reference in long runs`(policy: String, byCost: Bool) throws {
    let choice = try PolicyCatalog.builtIn.choose(policy)
    let reference = try #require(References.of(choice.entry.name))
    let setup = PolicySetup(
      imageCount: Self.imageCount, limits: limits(120, byCost: byCost),
      settings: choice.settings, seed: 7)
    let (fast, slow) = (choice.entry.makeModel(setup), reference.makeModel(setup))
    var random = SeededRandom(seed: 1)
    var removed = 0
    var asked: [ImageID] = []
    for position in 0..<Self.requestCount {
      if let items = Self.limits[position] {
        fast.setLimits(limits(items, byCost: byCost))
        slow.setLimits(limits(items, byCost: byCost))
      }
      if position >= Self.removalLag, position.isMultiple(of: Self.removalPeriod) {
        fast.remove(asked[position - Self.removalLag], because: .removed)
        slow.remove(asked[position - Self.removalLag], because: .removed)
      }
      let image = image(position, &random)
      asked.append(ImageID(image))
      let request = Request(
        image: ImageID(image), cost: byCost ? 1 + image * 37 % 199 : 1,
        time: SimTime(nanoseconds: Int64(position)))
      let isHit = fast.lookup(request)
      try #require(slow.lookup(request) == isHit, "request \(position)")
      if !isHit {
        let outcome = fast.store(request, as: .viewed)
        try #require(slow.store(request, as: .viewed) == outcome, "request \(position)")
      }
      var (gone, goneThere): ([ImageID], [ImageID]) = ([], [])
      fast.drainRemovals { gone.append($0.image) }
      slow.drainRemovals { goneThere.append($0.image) }
      try #require(gone == goneThere, "request \(position)")
      removed += gone.count
    }
    #expect(removed > Self.requestCount / 4)
  }
}
