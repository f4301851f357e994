public import ScrollCore
public import ScrollLayout

/// The facts that are constant for a prefetcher during a run.
public struct PrefetchSetup: Sendable {
  /// The prefetcher's settings, checked.
  public var settings = SettingValues()
  /// The pixels per point.
  public var scale: Double
  /// The frames per second.
  public var hertz: Int64
  /// The deceleration rate of the trace's flings.
  public var rate: DecelerationRate
  /// The length of the window over which the viewport's velocity is measured.
  public var velocityWindow: SimTime
  /// The whole motion of the trace, for prefetchers with the fact `seesFuture`; `nil` for all
  /// others.
  public var motion: ScrollMotion?
  /// The direction before anything moves.
  public var direction: ScrollDirection
  /// The time that the main thread takes to create and lay out one cell.
  public var cellWork = SimTime.zero
  /// The time to fetch and decode each image again, in milliseconds.
  ///
  /// The index is the image in the planner's placement; the array is empty if the times are
  /// unknown.
  public var reloadMilliseconds: [Double] = []
  /// The bytes that each image takes in the cache, with the same index; empty if they are unknown.
  public var bytes: [Int] = []

  /// Creates a setup.
  /// - Precondition: `scale` and `hertz` are positive.
  public init(
    scale: Double, hertz: Int64, rate: DecelerationRate = .normal,
    velocityWindow: SimTime = SimTime(milliseconds: 50), motion: ScrollMotion? = nil,
    direction: ScrollDirection = .forward
  ) {
    precondition(scale > 0 && hertz > 0, "\(hertz) frames per second at \(scale) pixels a point")
    self.scale = scale
    self.hertz = hertz
    self.rate = rate
    self.velocityWindow = velocityWindow
    self.motion = motion
    self.direction = direction
  }
}
