package import ScrollCore
package import ScrollLayout

/// What a prefetcher sees of one frame.
///
/// The items that appeared in it are passed beside it; which ones are visible follows from the
/// viewport and the placement.
package struct PrefetchContext: Sendable {
  package var viewport: Viewport
  /// The system ran short of memory since the last frame.
  package var hadMemoryWarning = false
  /// No frame, but the moment at which the app goes to the background, for those who heed it:
  /// what leaves the plan then is withdrawn.
  package var isEnteringBackground = false
  /// The first frame since it came back.
  package var isAfterForeground = false

  package init(_ viewport: Viewport) { self.viewport = viewport }
}

/// What stays the same for a prefetcher during a run.
package struct PrefetchSetup: Sendable {
  /// Pixels per point.
  package var scale: Double
  /// Frames per second.
  package var hertz: Int64
  /// How fast the trace's flings lose their speed.
  package var rate: DecelerationRate
  /// How far back the viewport's velocity looks.
  package var velocityWindow: SimTime
  /// What happens, for those who may know it, and the direction before anything moves.
  package var motion: ScrollMotion
  package var direction: ScrollDirection

  /// A set-up.
  /// - Precondition: `scale` and `hertz` are positive.
  package init(
    scale: Double, hertz: Int64, rate: DecelerationRate = .normal,
    velocityWindow: SimTime = SimTime(milliseconds: 50), motion: ScrollMotion,
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
