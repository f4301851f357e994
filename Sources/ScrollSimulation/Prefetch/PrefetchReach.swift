public import ScrollCore

/// How far beyond the viewport a prefetcher looks, in points.
///
/// *Ahead* is where the last movement went. What is nearer than the first distance of a side is
/// wanted soon, what is nearer than the second is worth a prefetch.
public struct PrefetchReach: Equatable, Sendable {
  public var soonAhead: Double, soonBehind: Double
  public var ahead: Double, behind: Double

  /// Nothing, but for what is said.
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
  /// What an interval of the axis has beyond a viewport.
  public init(from lower: Double, to upper: Double, around viewport: Viewport) {
    let (above, below) = (max(0, upper - viewport.upper), max(0, viewport.lower - lower))
    let isForward = viewport.direction == .forward
    self.init(ahead: isForward ? above : below, behind: isForward ? below : above)
  }
}
