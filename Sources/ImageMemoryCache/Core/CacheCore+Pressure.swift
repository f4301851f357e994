public import ScrollCaching
import ScrollCore

/// What happens when memory is short.
extension CacheCore where Policy: ~Copyable {
  /// The system reports its memory state.
  @usableFromInline mutating func pressureChanged(
    to level: PressureLevel, _ reaction: MemoryReaction,
    _ departures: inout Departures<Key, Value>
  ) {
    note(.pressure(level, reaction))
    if reaction == .keepPinned {
      // The simulator's own reaction, which is none where the level is normal.
      cache.pressureChanged(to: level)
      collect(&departures)
    } else {
      cache.policyHears(of: level)
      if level != .normal { react(reaction, because: .pressure, &departures) }
    }
  }

  /// The app leaves the screen.
  @usableFromInline mutating func enteredBackground(
    _ reaction: MemoryReaction, _ departures: inout Departures<Key, Value>
  ) {
    note(.background(reaction))
    react(reaction, because: .background, &departures)
  }

  private mutating func react(
    _ reaction: MemoryReaction, because reason: RemovalReason,
    _ departures: inout Departures<Key, Value>
  ) {
    switch reaction {
    case .keepEverything: break
    case .keepNothing: cache.removeAll(because: reason)
    case .keepPinned: cache.removeAll(because: reason, sparingPinned: true)
    case .keepShare(let share):
      let limits = cache.limits
      cache.setLimits(reduced(limits, to: share))
      cache.setLimits(limits)
    }
    collect(&departures, because: reason)
  }

  /// A share of the limits, or of what is held where there are none.
  private func reduced(_ limits: CacheLimits, to share: Double) -> CacheLimits {
    func part(_ whole: Int) -> Int { Int((Double(whole) * min(max(share, 0), 1)).rounded(.down)) }
    guard limits.cost != nil || limits.count != nil else {
      return CacheLimits(cost: part(cache.totalCost))
    }
    return CacheLimits(cost: limits.cost.map(part), count: limits.count.map(part))
  }
}
