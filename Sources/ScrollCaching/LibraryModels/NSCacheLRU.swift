public import ScrollCore

/// NSCache on Apple's systems, the simple reading: least recently used, limits at once.
///
/// An image is stored first; then the oldest go until both limits hold, the newcomer last of
/// all, so that one over the limit empties the cache and goes itself. Looking one up or
/// storing it again makes it the newest. A limit that is 0 or negative is none; a changed
/// limit acts at once. A memory warning of either level drops everything, and so does going
/// to the background, unless images are NSDiscardableContent: both oldest first. The delegate
/// is called for every value that leaves, and whatever leaves is discarded unless it is in use.
///
/// With `content=discardable`, `remove(_:because:)` with the reason `discarded` says that a
/// value has lost its content, which is possible only while it is not pinned. It is found no
/// more, but its empty shell counts towards the limits until it is read, evicted or replaced;
/// with `evictsObjectsWithDiscardedContent=false` a read renews the shell instead.
///
/// Evidence: an approximation. It agrees with everything about order and limits that people
/// reported from Apple's systems (one read protects; oldest first and just enough; a value
/// over the limit is added and then evicted; the delegate is called for replaced and removed
/// values; the background empties it), but so does `NSCacheARC`, and Apple promises none of
/// it: "not a strict limit". Choices: pinned images stay, in the background and under
/// pressure too; a negative cost counts 0.
///
/// - Complexity: O(1) per verb and image that leaves, besides pinned ones.
public final class NSCacheLRU: DiscardingModel {
  /// Whose rule for limits and for the system it follows.
  public enum Rule: Sendable {
    /// Limits hold exactly; warnings and the background empty the cache.
    case apple
    /// The walk of `NSCacheLRU+WinObjC.swift`; the system changes nothing.
    case winObjC
  }

  var holdings: Holdings
  var order: ItemList
  var limits = CacheLimits()
  package internal(set) var contents: DiscardableContents
  private let prunes: Bool
  private let rule: Rule

  /// An empty cache.
  /// - Parameters:
  ///   - setup: number of images, limits, and the setting `content`.
  ///   - rule: which of the two.
  ///   - evictsObjectsWithDiscardedContent: whether a value without content leaves when read.
  public init(
    _ setup: PolicySetup, rule: Rule = .apple, evictsObjectsWithDiscardedContent: Bool = true
  ) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    contents = DiscardableContents(setup)
    prunes = evictsObjectsWithDiscardedContent
    self.rule = rule
    setLimits(setup.limits)
  }

  public func lookup(_ request: Request) -> Bool {
    if contents.isShell(request.image) {
      if prunes { forgetShell(request.image) } else { order.moveToNewest(request.image) }
      return false
    }
    guard holdings.contains(request.image) else { return false }
    order.moveToNewest(request.image)
    return true
  }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    if contents.isShell(image) { forgetShell(image) }
    remove(image, because: .replaced)
    contents.create(image, uses: holdings.pins.contains(image) ? 1 : 0)
    holdings.add(image, cost: max(0, request.cost))
    order.append(request.image)
    evict()
    return .stored
  }

  private func evict() {
    guard rule == .apple else { return walk() }
    while let reason = excess, let victim = order.oldest(sparing: holdings.pins) {
      release(victim, because: reason)
    }
  }

  /// Lets a value or a shell go.
  func release(_ image: ImageID, because reason: RemovalReason) {
    if contents.isShell(image) { forgetShell(image) } else { remove(image, because: reason) }
  }

  /// Which limit is exceeded, if any.
  private var excess: RemovalReason? {
    if let limit = limits.cost, holdings.totalCost + contents.shellCost > limit { return .cost }
    if let limit = limits.count, holdings.count + contents.shellCount > limit { return .count }
    return nil
  }

  func forget(_ image: ImageID) { order.remove(image) }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images { release(ImageID(index), because: reason) }
  }

  private func dropUnpinned(because reason: RemovalReason) {
    while let victim = order.oldest(sparing: holdings.pins) { release(victim, because: reason) }
  }

  public func setLimits(_ limits: CacheLimits) {
    self.limits = rule == .apple ? limits.positive : limits
    evict()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {
    if rule == .apple, level != .normal { dropUnpinned(because: .pressure) }
  }

  public func didEnterBackground(at time: SimTime) {
    if rule == .apple, !contents.isOn { dropUnpinned(because: .background) }
  }
}

extension NSCacheLRU {
  static let descriptor = PolicyDescriptor(
    "nscache-lru", "NSCache on Apple's systems, modeled as LRU with limits that act at once.",
    settings: [DiscardableContents.setting, DiscardableContents.pruning],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Stores first, then evicts the oldest until both limits hold, the newcomer last. \
        Memory warnings drop everything, and so does the background unless images are \
        NSDiscardableContent. Source: what was observed on \
        Apple's systems (count and cost limits, order, delegate calls). Evidence: an \
        approximation consistent with all observations, none of which proves it; see nscache-arc.
        """,
      zeroIsNoLimit: true, refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      NSCacheLRU(
        $0,
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}
