package import ScrollCore

/// What the screen shows from an operation on.
package struct LoggedViewport: Hashable, Sendable {
  /// In points, as in `Viewport`.
  package var lower: Double, upper: Double, velocity: Double
  package var direction: ScrollDirection
  package var phase: ScrollPhase

  package init(
    lower: Double, upper: Double, velocity: Double = 0, direction: ScrollDirection = .forward,
    phase: ScrollPhase = .idle
  ) {
    self.lower = lower
    self.upper = upper
    self.velocity = velocity
    self.direction = direction
    self.phase = phase
  }

  /// The same at a moment.
  package func viewport(at time: SimTime) -> Viewport {
    Viewport(
      lower: lower, upper: upper, velocity: velocity, direction: direction, phase: phase,
      time: time)
  }
}

/// Where an image's item lies along the scroll axis, in points.
package struct LoggedPlace: Hashable, Sendable {
  package var lower: Double, upper: Double

  package init(lower: Double, upper: Double) {
    self.lower = lower
    self.upper = upper
  }
}
