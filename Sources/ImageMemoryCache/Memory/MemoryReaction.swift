/// What a cache keeps when memory is short.
public enum MemoryReaction: Hashable, Sendable {
  case keepEverything
  /// Even what is pinned goes.
  case keepNothing
  /// Everything goes but what is pinned.
  case keepPinned
  /// The limits fall to this share of what they are, and rise again.
  ///
  /// Where nothing is limited it is the share of what is held. Pinned images stay. A share below 0
  /// counts as 0, and so does what is no number; one above 1 counts as 1.
  case keepShare(Double)

  /// The same with a share between 0 and 1.
  var bounded: MemoryReaction {
    guard case .keepShare(let share) = self else { return self }
    return .keepShare(share.isNaN ? 0 : min(max(share, 0), 1))
  }
}

/// What a cache keeps at which event.
public struct MemoryReactions: Equatable, Sendable {
  public var warning: MemoryReaction
  public var critical: MemoryReaction
  public var background: MemoryReaction

  /// As the simulator's own: what is pinned stays at a warning, everything in the background.
  public init(
    warning: MemoryReaction = .keepPinned, critical: MemoryReaction = .keepPinned,
    background: MemoryReaction = .keepEverything
  ) {
    self.warning = warning
    self.critical = critical
    self.background = background
  }
}
