import BasicContainers
public import ScrollCore

/// Evicts images like `S3FIFOPolicy`, but ignores hits that follow an insertion too closely.
///
/// The policy has the three queues of S3-FIFO, with its constants as settings, and two more rules:
///
/// - A hit on an image in small counts only if images of a certain weight, the *window*, were
///   inserted into small after it. The window is a share of small's weight. An image that is
///   requested again at once has to be requested once more, later, to reach main.
/// - A ghost that is stored again enters main if it has returned as a ghost often enough
///   (`ghostHits`). Otherwise it enters small again, and the policy remembers the number of its
///   returns.
///
/// Unless settings say otherwise, `s4fifo` has no window and lets every returning ghost into main,
/// so it evicts like S3-FIFO. Source: "Learning-Augmented Heuristics: Simple, yet Smart, Robust and
/// Interpretable Cache Eviction", OSDI 2026. The rule is that of `S4FIFO.c` in libCacheSim. The
/// paper chooses the settings for a workload by a trained model, which is not part of this policy.
///
/// In `clock2q-plus` the window is half of small, and one counted hit, in small or in main, has the
/// same effect as several. Source: "Clock2Q+: A Simple and Efficient Replacement Algorithm for
/// Metadata Cache in VMware vSAN", VLDB 2026, arXiv:2511.21958. Its authors count the window in
/// insertions (`countedIn=insertions`).
///
/// Sizes, pins and prefetched images are treated as in `S3FIFOPolicy`. The first view of a
/// prefetched image starts its window again.
///
/// - Complexity: a hit O(1); a victim O(1) amortized, at worst 3 x residents.
public struct S4FIFOPolicy: EvictionPolicy, ~Copyable {
  /// The constants of the rule.
  struct Rule {
    var smallShare = 0.1, ghostShare = 0.9
    /// The share of small's weight that must be inserted before hits count.
    var windowShare = 0.0
    /// The rounding of the window.
    var windowRounding = FloatingPointRoundingRule.down
    var windowUnit = InsertionClock.Unit.cost
    /// The counted hits in small that move an image to main.
    var promotesAtFrequency = 2
    /// The number of returns as a ghost with which an image enters main.
    var ghostHits = 1
    /// The largest number of hits that count in main.
    var mostHitsInMain = 3
  }

  /// The queues, which evict by the rule of S3-FIFO.
  var base: S3FIFOPolicy
  /// The number of times that each image of small, or each ghost, was stored again while a ghost.
  var returns: RigidArray<UInt8>
  var clock: InsertionClock
  let rule: Rule
  /// The amount, in the unit of `clock`, that must be inserted into small after an image before its
  /// hits count.
  var window = 0

  init(
    imageCount: Int, capacity: Int, rule: Rule, coldStart: S3FIFOPolicy.ColdStart,
    refusesLarge: Bool, prefetchedCountsAs standing: PrefetchedImageRule
  ) {
    base = S3FIFOPolicy(
      imageCount: imageCount,
      shares: QueueShares(
        capacity: capacity, refusesLarge: refusesLarge, smallShare: rule.smallShare,
        ghostShare: rule.ghostShare),
      coldStart: coldStart, promotesAtFrequency: rule.promotesAtFrequency,
      mostHitsInMain: rule.mostHitsInMain, prefetchedCountsAs: standing)
    returns = RigidArray(repeating: 0, count: imageCount)
    clock = InsertionClock(imageCount: imageCount, unit: rule.windowUnit)
    self.rule = rule
    setWindow()
  }

  private mutating func setWindow() {
    let window = (Double(base.shares.small) * rule.windowShare).rounded(rule.windowRounding)
    self.window = Int(min(window, .mostCapacity))
  }

  public mutating func didHit(_ request: Request) {
    let image = request.image
    let isInSmall = base.queues.queue(of: image) == S3FIFOPolicy.small
    if base.unseen.clear(image) {
      if isInSmall { clock.insert(image, cost: base.queues.cost(of: image)) }
      base.queues.moveToNewest(image, queue: isInSmall ? S3FIFOPolicy.small : S3FIFOPolicy.main)
    } else if !isInSmall || clock.age(of: image) >= window {
      base.countHit(image)
    }
  }

  public mutating func willStore(_ request: Request) {
    let index = Int(request.image.index)
    if base.queues.queue(of: request.image) == S3FIFOPolicy.ghosts {
      base.queues.remove(request.image)
      if returns[index] < .max { returns[index] += 1 }
    } else {
      returns[index] = 0
    }
    base.shares.willStore(request, wasGhost: Int(returns[index]) >= rule.ghostHits)
  }

  public mutating func shouldStore(_ request: Request) -> Bool { base.shouldStore(request) }

  public mutating func nextVictim(sparing pins: borrowing PinSet) -> ImageID? {
    base.nextVictim(sparing: pins)
  }

  public mutating func shouldInsert(_ request: Request) -> Bool { base.shouldInsert(request) }

  public mutating func didInsert(_ request: Request, as admission: Admission) {
    base.didInsert(request, as: admission)
    if base.queues.queue(of: request.image) == S3FIFOPolicy.small {
      clock.insert(request.image, cost: request.cost)
    }
  }

  public mutating func didRemove(_ image: ImageID) { base.didRemove(image) }

  public mutating func capacityChanged(to capacity: Int) {
    base.capacityChanged(to: capacity)
    setWindow()
  }

  public func remembers(_ image: ImageID) -> Bool { base.remembers(image) }

  public mutating func grow(toImageCount count: Int) {
    base.grow(toImageCount: count)
    returns.grow(to: count, filling: 0)
    clock.grow(toImageCount: count)
  }
}

extension S4FIFOPolicy {
  static let descriptor = variant(
    "s4fifo",
    "Like s3fifo, with its constants as settings.",
    settings: [
      QueueShares.smallShare,
      Setting(
        "ghostShare", .number(0...16), standard: "0.9",
        "The size of the history of images evicted from the small queue, as a share of the "
          + "capacity."),
      Setting(
        "skipShare", .number(0...1), standard: "0",
        "The newest share of the small queue, in which hits do not count."),
      Setting(
        "promotesAtFrequency", .integer(1...255), standard: "2",
        "The number of counted hits in the small queue with which an image moves to main instead "
          + "of being evicted."),
      Setting(
        "ghostHits", .integer(1...255), standard: "1",
        "The number of returns from the history with which an image enters main."),
    ],
    discussion: """
      OSDI 2026, without its model that chooses the settings. At the defaults it evicts \
      like s3fifo.
      """,
    // A history may be larger than the cache, and then remembers images for longer.
    claims: [.standard, .reusesIDs, .resizes]
  ) { settings in
    Rule(
      smallShare: settings.number("smallShare"), ghostShare: settings.number("ghostShare"),
      windowShare: settings.number("skipShare"),
      promotesAtFrequency: settings.integer("promotesAtFrequency"),
      ghostHits: settings.integer("ghostHits"))
  }

  static let clock2QPlus = variant(
    "clock2q-plus",
    "Like s3fifo, but uses just after an image was stored do not count.",
    settings: [
      Setting(
        "windowShare", .number(0...1), standard: "0.5",
        "The newest share of the small queue, in which hits do not count."),
      InsertionClock.Unit.setting,
    ],
    discussion: "VLDB 2026, arXiv:2511.21958. The small queue has 10 % of the capacity.",
    claims: [.standard, .reusesIDs, .resizes, .forgets]
  ) { settings in
    Rule(
      windowShare: settings.number("windowShare"), windowRounding: .up,
      windowUnit: InsertionClock.Unit(settings), promotesAtFrequency: 1, mostHitsInMain: 1)
  }

  private static func variant(
    _ name: String, _ summary: String, settings: [Setting], discussion: String,
    claims: PolicyClaims, rule: @escaping @Sendable (SettingValues) -> Rule
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name, summary,
      settings: [S3FIFOPolicy.coldStart] + settings + [
        LargeImages.setting, PrefetchedImageRule.setting,
      ],
      facts: PolicyDescriptor.Facts(
        discussion: discussion, refusal: QueueShares.refusal, smallestUsefulCapacity: 2,
        smallestUsefulBy: { settings, _ in QueueShares.smallestUseful(settings) },
        claims: claims)
    ) {
      S4FIFOPolicy(
        imageCount: $0.imageCount, capacity: $0.limits.capacity, rule: rule($0.settings),
        coldStart: S3FIFOPolicy.ColdStart(rawValue: $0.settings["coldStart"]) ?? .small,
        refusesLarge: LargeImages.areRefused($0.settings),
        prefetchedCountsAs: PrefetchedImageRule($0.settings))
    }
  }
}
