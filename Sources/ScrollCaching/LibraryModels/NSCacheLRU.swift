public import ScrollCore

/// NSCache on Apple's systems, in the simple reading: least recently used, with limits that act at
/// once.
///
/// An image is stored first; then the oldest are evicted until both limits hold, the newcomer last
/// of all, so an image over the limit empties the cache and is evicted itself. A look-up or another
/// store makes an image the newest. A limit that is 0 or negative means no limit; a changed limit
/// acts at once. A memory warning of either level drops everything, oldest first, and so does going
/// to the background, unless images are NSDiscardableContent. The delegate is called for every
/// removed value, and a removed value is discarded unless it is in use.
///
/// With `content=discardable`, `remove(_:because:)` with the reason `discarded` records that a
/// value has lost its content, which is possible only while it is not pinned. Look-ups no longer
/// find it, but its empty shell counts towards the limits until it is read, evicted or replaced;
/// with `evictsObjectsWithDiscardedContent=false` a read renews the shell instead.
///
/// Evidence: an approximation. It agrees with everything about order and limits that people
/// reported from Apple's systems. One read protects an image. The oldest images are evicted, and
/// just enough of them. A value over the limit is added and then evicted. The delegate is called
/// for replaced and removed values. The background empties the cache. But `NSCacheARC` agrees with
/// these reports, too, and Apple promises none of this: "not a strict limit". Choices: pinned
/// images stay, in the background and under pressure too; a negative cost counts 0.
///
/// - Complexity: O(1) per call and removed image, except for pinned ones.
public final class NSCacheLRU: DiscardingModel {
  /// The rule for limits and for system events.
  public enum Rule: Sendable {
    /// Apple's rule: limits hold exactly; warnings and the background empty the cache.
    case apple
    /// The rule of WinObjC (see `walk()`): one walk over the entries; system events change nothing.
    case winObjC
  }

  var holdings: Holdings
  var order: ItemList
  var limits = CacheLimits()
  package internal(set) var contents: DiscardableContents
  private let prunes: Bool
  private let rule: Rule

  /// Creates an empty cache.
  /// - Parameters:
  ///   - setup: The number of images, the limits, and the setting `content`.
  ///   - rule: The rule for limits and for system events.
  ///   - evictsObjectsWithDiscardedContent: `true` if a value without content is removed when it is
  ///     read.
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

  /// Removes a value or a shell.
  func release(_ image: ImageID, because reason: RemovalReason) {
    if contents.isShell(image) { forgetShell(image) } else { remove(image, because: reason) }
  }

  /// The limit that is exceeded; `nil` if none is.
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
    "nscache-lru", "NSCache on Apple's systems, modeled as LRU; limits take effect at once.",
    settings: [DiscardableContents.setting, DiscardableContents.pruning],
    facts: PolicyDescriptor.Facts(
      discussion: """
        Stores first, then evicts the oldest until both limits hold, the new image last. Memory \
        warnings drop everything, and so does the background unless images are \
        NSDiscardableContent. Source: observations on Apple's systems (count and cost limits, \
        order, delegate calls). Evidence: an approximation that agrees with all observations, \
        but is not proven; see nscache-arc.
        """,
      zeroIsNoLimit: true, refusal: .nothing,
      claims: [.keepsNewcomers, .inclusion, .leastRecentlyUsed, .conservative, .bestOnWalks]),
    model: {
      NSCacheLRU(
        $0,
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}

extension NSCacheLRU {
  /// Evicts by the rule of NSCache in Microsoft's WinObjC, which has the same order and a fault in
  /// its cost limit.
  ///
  /// After a store or a change of limits the entries are walked once from the oldest. Let `over` be
  /// the total cost minus the cost limit, and `surplus` the number minus the count limit. An entry
  /// is evicted if there is a surplus, or if its cost is not 0 and `over` is above 0. Entries of
  /// cost 0 are skipped while only the cost is too high. `over` is computed without a limit, too:
  /// then every entry with a cost is evicted at once, the newcomer included. The delegate is called
  /// for every removed value. Memory warnings and the background change nothing.
  ///
  /// Evidence: read from its source, and its tests were checked by its authors against OS X; no
  /// recordings. Choices: without any cost limit (`CacheLimits.cost` is nil, as in a replay that
  /// counts images) nothing has a cost; a limit of 0 or less shows the fault. Pinned images stay.
  ///
  /// - Complexity: O(entries).
  func walk() {
    let hasCosts = limits.cost != nil
    var over = hasCosts ? holdings.totalCost + contents.shellCost - max(0, limits.cost ?? 0) : 0
    let most = max(0, limits.count ?? 0)
    var surplus = most > 0 ? holdings.count + contents.shellCount - most : 0
    var candidate = order.oldest()
    while surplus > 0 || over > 0, let image = candidate {
      candidate = order.newer(than: image)
      if holdings.pins.contains(image) { continue }
      let isShell = contents.isShell(image)
      let cost = isShell ? contents.charge(ofShell: image) : holdings.charge(of: image)
      guard surplus > 0 || (hasCosts && cost > 0) else { continue }
      let reason: RemovalReason = surplus > 0 ? .count : .cost
      surplus -= 1
      over -= hasCosts ? cost : 0
      release(image, because: reason)
    }
  }

  static let winObjCDescriptor = PolicyDescriptor(
    "nscache-winobjc", "NSCache in WinObjC: LRU, but with a cost limit of 0 it stores nothing.",
    settings: [DiscardableContents.setting, DiscardableContents.pruning],
    facts: PolicyDescriptor.Facts(
      discussion: """
        The oldest are evicted after every store and change of limits. Entries of cost 0 are \
        skipped if only the cost is too high. A cost limit of 0 is a limit, so every entry with \
        a cost is evicted at once. No reaction to memory warnings or the background. Source: the \
        behavior of Microsoft's WinObjC, whose tests were checked against OS X. Evidence: read \
        from the source, not recorded.
        """, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      NSCacheLRU(
        $0, rule: .winObjC,
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}

/// A model whose values may be NSDiscardableContent, with the implementation that such models
/// share.
///
/// Pinned images are in use. A removed value is discarded unless it is in use, and the delegate is
/// called for it; a value that only loses its content stays as a shell.
protocol DiscardingModel: HoldingModel {
  var contents: DiscardableContents { get set }
  /// Removes an image from the order.
  func forget(_ image: ImageID)
}

extension DiscardingModel {
  public func pin(_ image: ImageID) {
    if !holdings.pins.contains(image) { contents.beginAccess(image) }
    holdings.pins.insert(image)
  }

  public func unpin(_ image: ImageID) {
    if holdings.pins.contains(image) { contents.endAccess(image) }
    holdings.pins.remove(image)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    contents.discardIfPossible(image)
    if reason == .discarded, contents.isOn {
      guard contents.isDiscarded(image) else { return }
      contents.makeShell(image, cost: holdings.charge(of: image))
      return holdings.drop(image, because: reason, notifyingDelegate: false)
    }
    forget(image)
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  func forgetShell(_ image: ImageID) {
    contents.forgetShell(image)
    forget(image)
  }
}
