import ScrollCore

/// The scroll events that a list in JavaScript hears: one in each frame in which the viewport is
/// elsewhere than in the frame before.
struct ScrollEvents: Sendable {
  private var last: (time: SimTime, offset: Double)?

  /// When the last event was, or the first frame; nil before that.
  var lastTime: SimTime? { last?.time }

  /// The velocity of a frame's event in points per second, since the event before it; nil if the
  /// frame has none.
  mutating func velocity(in viewport: Viewport) -> Double? {
    guard let before = last else {
      last = (viewport.time, viewport.lower)
      return nil
    }
    guard viewport.lower != before.offset, viewport.time > before.time else { return nil }
    last = (viewport.time, viewport.lower)
    return (viewport.lower - before.offset) / (viewport.time - before.time).seconds
  }

  /// The velocity of the next event counts from a moment on.
  mutating func restart(at time: SimTime) { last?.time = time }

  /// The content lies elsewhere, which is no event.
  mutating func layoutChanged() { last = nil }
}
