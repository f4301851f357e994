public import ScrollCore

/// NSCache on Apple's systems, in two readings that observation refutes: by age, and at random.
///
/// A new image is stored before others are evicted. Then one resident after the other is evicted
/// until both limits hold: with `Order.insertion` the resident that has been stored longest, with
/// `Order.random` one drawn from the seed, which may be the new image. A look-up changes nothing.
/// Limits, memory warnings, the background and the delegate are as in `NSCacheLRU`.
///
/// These observations refute them. In a cache with room for five images, the images numbered 1 to 6
/// were stored, image 2 was read, and images 7 and 8 were stored. The delegate was called for
/// images 1, 3 and 4, while age alone predicts 1, 2 and 3. An image that is read after every store
/// stays in a cache with room for five hundred while a thousand are stored. Over a cost limit,
/// exactly the oldest images were evicted, just enough of them, which a random choice does not do.
/// The readings stay in the catalog for comparison: a run shows the effect of such a cache.
///
/// - Complexity: O(1) per call and removed image, plus the pinned images that a search for the
///   oldest one passes over.
public final class NSCacheRefuted: HoldingModel {
  public enum Order: Sendable {
    case insertion, random
  }

  var holdings: Holdings
  private var order: ItemList
  private var bag: ImageBag
  private var random: PolicyRandom
  private let rule: Order
  private var limits = CacheLimits()

  /// Creates an empty cache.
  public init(_ setup: PolicySetup, order rule: Order) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    bag = ImageBag(imageCount: setup.imageCount)
    random = setup.random
    self.rule = rule
    setLimits(setup.limits)
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    remove(request.image, because: .replaced)
    holdings.add(request.image, cost: max(0, request.cost))
    order.append(request.image)
    if !holdings.pins.contains(request.image) { bag.insert(request.image) }
    evict()
    return .stored
  }

  private func evict() {
    while let reason = excess, let victim = victim() { remove(victim, because: reason) }
  }

  private func victim() -> ImageID? {
    switch rule {
    case .insertion: order.oldest(sparing: holdings.pins)
    case .random: bag.isEmpty ? nil : bag[random.below(bag.count)]
    }
  }

  /// The limit that is exceeded; `nil` if none is.
  private var excess: RemovalReason? {
    if let limit = limits.cost, holdings.totalCost > limit { return .cost }
    if let limit = limits.count, holdings.count > limit { return .count }
    return nil
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    order.remove(image)
    if bag.contains(image) { bag.remove(image) }
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  private func dropUnpinned(because reason: RemovalReason) {
    while let victim = order.oldest(sparing: holdings.pins) { remove(victim, because: reason) }
  }

  public func pin(_ image: ImageID) {
    holdings.pins.insert(image)
    if bag.contains(image) { bag.remove(image) }
  }

  public func unpin(_ image: ImageID) {
    holdings.pins.remove(image)
    if holdings.contains(image), !bag.contains(image) { bag.insert(image) }
  }

  public func setLimits(_ limits: CacheLimits) {
    self.limits = limits.positive
    evict()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if level != .normal { dropUnpinned(because: .pressure) }
  }

  public func didEnterBackground(at time: SimTime) { dropUnpinned(because: .background) }
}

extension NSCacheRefuted {
  static let fifoDescriptor = refuted(
    "nscache-fifo", "NSCache modeled as FIFO: refuted by observation, kept for comparison.",
    .insertion,
    """
    Evicts the image that was stored first. Refuted on Apple's systems: an image that was read \
    stayed, and the delegate received 1, 3, 4 instead of 1, 2, 3.
    """)

  static let randomDescriptor = refuted(
    "nscache-random",
    "NSCache modeled as random eviction: refuted by observation, kept for comparison.", .random,
    """
    Evicts a random image, drawn from the seed. Refuted on Apple's systems: over a cost limit, \
    exactly as many of the oldest images as needed were evicted.
    """)

  private static func refuted(
    _ name: String, _ summary: String, _ order: Order, _ rule: String
  ) -> PolicyDescriptor {
    PolicyDescriptor(
      name, summary,
      facts: PolicyDescriptor.Facts(
        discussion: """
          \(rule) Limits act at once, memory warnings and the background drop everything, as in \
          nscache-lru. Evidence: none; it is only for comparison.
          """, zeroIsNoLimit: true, refusal: .nothing,
        drawsAtRandom: order == .random,
        claims: order == .insertion ? [.keepsNewcomers, .conservative] : []),
      model: { NSCacheRefuted($0, order: order) })
  }
}
