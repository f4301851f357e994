public import ScrollCore

/// The outcomes of loads since the last frame, as an app can count them itself.
public struct LoadOutcomes: Equatable, Sendable {
  /// The number of items that appeared without their image in memory, including this frame.
  public var late = 0
  /// The number of prefetched images that were wasted: cancelled, refused by the cache, or evicted
  /// before they were seen.
  public var wasted = 0
  /// The number of background loads that finished, and the sum of their times from start to end.
  ///
  /// Failed loads do not count.
  public var loads = 0
  public var loadTime = SimTime.zero

  public init() {}
}
