public import ScrollCore
public import ScrollLayout

/// What stays the same for a prefetcher during a run.
public struct PrefetchSetup: Sendable {
  /// The prefetcher's own, checked.
  public var settings = SettingValues()
  /// Pixels per point.
  public var scale: Double
  /// Frames per second.
  public var hertz: Int64
  /// How fast the trace's flings lose their speed.
  public var rate: DecelerationRate
  /// How far back the viewport's velocity looks.
  public var velocityWindow: SimTime
  /// Everything that will happen, for prefetchers whose facts say that they see the future; nil
  /// for all others.
  public var motion: ScrollMotion?
  /// The direction before anything moves.
  public var direction: ScrollDirection
  /// What a cell costs the main thread.
  public var cellWork = SimTime.zero
  /// The time to fetch and decode each image again, in milliseconds, and the bytes that it takes in
  /// the cache.
  ///
  /// By the images of the planner's placement; empty where nothing is known.
  public var reloadMilliseconds: [Double] = []
  public var bytes: [Int] = []

  /// A set-up.
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
