import ScrollCore

extension NSCacheLRU {
  /// NSCache as Microsoft's WinObjC has it: the same order, with a fault in its cost limit.
  ///
  /// After a store or a change of limits the entries are walked once from the oldest: with `over`
  /// the total cost less the cost limit and `surplus` the number less the count limit, an entry
  /// goes if there is a surplus, or if it costs anything and `over` is above 0. Entries of cost 0
  /// are passed over while only the cost is too high. `over` is worked out without a limit, too:
  /// then every entry that costs anything goes at once, the newcomer included. The delegate is
  /// called for every value that leaves. Memory warnings and the background change nothing.
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
        The oldest go after every store and change of limits; entries of cost 0 are passed over \
        when only the cost is too high; a cost limit of 0 is worked out as a limit, so that \
        everything that costs anything goes at once. No reaction to memory warnings or the \
        background. Source: the behavior of Microsoft's WinObjC, whose tests were checked \
        against OS X. Evidence: read, not recorded.
        """, zeroIsNoLimit: true, refusal: .nothing, claims: []),
    model: {
      NSCacheLRU(
        $0, rule: .winObjC,
        evictsObjectsWithDiscardedContent: $0.settings.flag("evictsObjectsWithDiscardedContent"))
    })
}
