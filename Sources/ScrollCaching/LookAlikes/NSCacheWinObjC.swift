public import ScrollCore

/// NSCache as Microsoft's WinObjC has it: least recently used, with a fault in its cost limit.
///
/// Looking an image up or storing it makes it the newest; an old value leaves first. After a
/// store or a change of limits the entries are walked once from the oldest: with `over` the
/// total cost less the cost limit and `surplus` the number less the count limit, an entry goes
/// if there is a surplus, or if it costs anything and `over` is above 0. Entries of cost 0 are
/// passed over while only the cost is too high. `over` is worked out without a limit, too: then
/// every entry that costs anything goes at once, the newcomer included. The delegate hears of
/// every value that leaves, and whoever leaves is discarded if nobody uses it. With
/// `content=discardable` a value that has lost its content leaves when it is read
/// (`evictsObjectsWithDiscardedContent`, on by default). Memory warnings and the background
/// change nothing.
///
/// Evidence: read from its source, and its tests were checked by its authors against OS X; no
/// recordings. Choices: without any cost limit (`CacheLimits.cost` is nil, as in a replay that
/// counts images) nobody passes costs, and all are 0; a limit of 0 or less shows the fault.
/// Pinned images stay.
///
/// - Complexity: O(1) per look-up, O(entries) per store that has to trim.
public final class NSCacheWinObjC: CacheModel {
  private var holdings: Holdings
  private var order: ItemList
  private var limits = CacheLimits()
  package private(set) var contents: DiscardableContents
  private let prunes: Bool

  /// An empty cache.
  /// - Parameters:
  ///   - setup: number of images, limits, and the setting `content`.
  ///   - evictsObjectsWithDiscardedContent: whether a value without content leaves when read.
  public init(_ setup: PolicySetup, evictsObjectsWithDiscardedContent: Bool = true) {
    holdings = Holdings(imageCount: setup.imageCount)
    order = ItemList(imageCount: setup.imageCount)
    contents = DiscardableContents(setup)
    prunes = evictsObjectsWithDiscardedContent
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

  public func contains(_ image: ImageID) -> Bool { holdings.contains(image) }

  public func store(_ request: Request, as admission: Admission) -> StoreOutcome {
    let image = request.image
    if contents.isShell(image) { forgetShell(image) }
    remove(image, because: .replaced)
    contents.create(image, uses: holdings.pins.contains(image) ? 1 : 0)
    holdings.add(image, cost: max(0, request.cost))
    order.append(image)
    trim()
    return .stored
  }

  private func trim() {
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
      if isShell { forgetShell(image) } else { remove(image, because: reason) }
    }
  }

  private func forgetShell(_ image: ImageID) {
    contents.forgetShell(image)
    order.remove(image)
  }

  public func remove(_ image: ImageID, because reason: RemovalReason) {
    guard holdings.contains(image) else { return }
    contents.discardIfPossible(image)
    if reason == .discarded, contents.isOn {
      guard contents.isDiscarded(image) else { return }
      contents.makeShell(image, cost: holdings.charge(of: image))
      return holdings.drop(image, because: reason, notifyingDelegate: false)
    }
    order.remove(image)
    holdings.drop(image, because: reason, notifyingDelegate: true)
  }

  public func removeAll(because reason: RemovalReason) {
    for index in holdings.images {
      let image = ImageID(index)
      if contents.isShell(image) { forgetShell(image) } else { remove(image, because: reason) }
    }
  }

  public func pin(_ image: ImageID) {
    if !holdings.pins.contains(image) { contents.beginAccess(image) }
    holdings.pins.insert(image)
  }

  public func unpin(_ image: ImageID) {
    if holdings.pins.contains(image) { contents.endAccess(image) }
    holdings.pins.remove(image)
  }

  public func setLimits(_ limits: CacheLimits) {
    self.limits = limits
    trim()
  }

  public func pressureChanged(to level: PressureLevel, at time: SimTime) {}
  public func didEnterBackground(at time: SimTime) {}
  public var needsTicks: Bool { false }
  public var residentCount: Int { holdings.count }
  public var totalCost: Int { holdings.totalCost }
  public func drainRemovals(_ body: (Removal) -> Void) { holdings.drain(body) }
}

extension NSCacheWinObjC {
  static let descriptor = PolicyDescriptor(
    "nscache-winobjc", "NSCache as WinObjC has it: LRU, but a cost limit of 0 keeps nothing.",
    settings: [DiscardableContents.setting, DiscardableContents.pruning],
    facts: PolicyDescriptor.Facts(
      discussion: """
        The oldest go after every store and change of limits; entries of cost 0 are passed over \
        when only the cost is too high; a cost limit of 0 is worked out as a limit, so that \
        everything that costs anything goes at once. No reaction to memory warnings or the \
        background. Source: the behaviour of Microsoft's WinObjC, whose tests were checked \
        against OS X. Evidence: read, not recorded.
        """, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      NSCacheWinObjC(
        $0,
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}
