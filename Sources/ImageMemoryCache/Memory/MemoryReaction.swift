/// What a cache keeps when memory is short.
public enum MemoryReaction: Hashable, Sendable {
  case keepEverything
  /// Even what is pinned goes.
  case keepNothing
  /// Everything goes but what is pinned.
  case keepPinned
  /// The limits fall to this share of what they are, and rise again.
  ///
  /// Where nothing is limited it is the share of what is held. Pinned images stay.
  case keepShare(Double)
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
