public import ScrollCore

/// The distances beyond the viewport within which a prefetcher plans, in points.
///
/// *Ahead* is the direction of the last movement. Each side has two distances. Items within
/// `soonAhead` or `soonBehind` have the urgency `soon`; other items within `ahead` or `behind` are
/// prefetches.
public struct PrefetchReach: Equatable, Sendable {
  public var soonAhead: Double, soonBehind: Double
  public var ahead: Double, behind: Double

  /// Creates a reach; distances that are not given are 0.
  public init(
    soonAhead: Double = 0, soonBehind: Double = 0, ahead: Double = 0, behind: Double = 0
  ) {
    self.soonAhead = soonAhead
    self.soonBehind = soonBehind
    self.ahead = ahead
    self.behind = behind
  }
}

extension PrefetchReach {
  /// Creates the reach from a viewport to the ends of an interval of the axis.
  public init(from lower: Double, to upper: Double, around viewport: Viewport) {
    let (above, below) = (max(0, upper - viewport.upper), max(0, viewport.lower - lower))
    let isForward = viewport.direction == .forward
    self.init(ahead: isForward ? above : below, behind: isForward ? below : above)
  }
}
