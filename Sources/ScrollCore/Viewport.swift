/// The phase of a scroll: at rest, under the user's finger, or decelerating.
public enum ScrollPhase: UInt8, Sendable, CaseIterable {
  case idle, tracking, decelerating
}

/// The direction along the axis: forward is towards higher positions and indices.
public enum ScrollDirection: Int8, Sendable {
  case forward = 1
  case backward = -1

  @inlinable public var sign: Double { Double(rawValue) }
}

/// The visible interval of the scroll axis at one moment, as policies and prefetchers see it.
public struct Viewport: Equatable, Sendable {
  /// The visible interval in points: `[lower, upper)`.
  public var lower: Double, upper: Double
  /// The signed velocity in points per second: a backward difference, so it does not depend on the
  /// future.
  public var velocity: Double
  /// The direction of the last movement; before any movement, the trace's direction.
  public var direction: ScrollDirection
  public var phase: ScrollPhase
  public var time: SimTime

  @inlinable public init(
    lower: Double, upper: Double, velocity: Double = 0, direction: ScrollDirection = .forward,
    phase: ScrollPhase = .idle, time: SimTime = .zero
  ) {
    self.lower = lower
    self.upper = upper
    self.velocity = velocity
    self.direction = direction
    self.phase = phase
    self.time = time
  }

  @inlinable public var center: Double { (lower + upper) / 2 }
  @inlinable public var extent: Double { upper - lower }
}
