/// The part of its content that a cache keeps when memory is short.
public enum MemoryReaction: Hashable, Sendable {
  case keepEverything
  /// Removes everything, even pinned values.
  case keepNothing
  /// Removes everything but pinned values.
  case keepPinned
  /// Lowers the limits to this share of their values, then restores them.
  ///
  /// Without limits, the cache keeps this share of the cost that it holds. Pinned images stay. A
  /// share that is below 0 or not a number counts as 0; a share above 1 counts as 1.
  case keepShare(Double)

  /// The same reaction with a share between 0 and 1.
  var bounded: MemoryReaction {
    guard case .keepShare(let share) = self else { return self }
    return .keepShare(share.isNaN ? 0 : min(max(share, 0), 1))
  }
}

/// The reactions of a cache to each memory event.
public struct MemoryReactions: Equatable, Sendable {
  public var warning: MemoryReaction
  public var critical: MemoryReaction
  public var background: MemoryReaction

  /// Creates the simulator's reactions: keep pinned values at a warning, everything in the
  /// background.
  public init(
    warning: MemoryReaction = .keepPinned, critical: MemoryReaction = .keepPinned,
    background: MemoryReaction = .keepEverything
  ) {
    self.warning = warning
    self.critical = critical
    self.background = background
  }
}

extension MemoryReactions {
  /// The reaction to an event.
  subscript(event: MemoryEvent) -> MemoryReaction {
    switch event {
    case .pressure(.critical): critical
    case .pressure: warning
    case .background: background
    }
  }
}
