import ScrollCore

/// A mean of the last velocities of one direction, in which newer ones weigh more.
struct FadingSpeed: Sendable {
  /// How old a velocity may be.
  let memory: SimTime
  /// Seconds in which a weight falls to 1/e.
  let fading: Double
  /// At most five, oldest first.
  private var history: [(time: SimTime, offset: Double)] = []

  init(memory: SimTime, fading: Double) {
    self.memory = memory
    self.fading = fading
  }

  /// The same before anything moved.
  var forgotten: FadingSpeed { FadingSpeed(memory: memory, fading: fading) }

  /// A scroll event.
  mutating func add(_ viewport: Viewport) {
    if history.count == 5 { history.removeFirst() }
    history.append((viewport.time, viewport.lower))
  }

  /// Points per second, signed; 0 if nothing is known.
  func speed(at now: SimTime) -> Double {
    guard let newest = history.last, now - newest.time <= memory else { return 0 }
    var (sum, weights, isForward) = (0.0, 0.0, true)
    for index in history.indices.dropFirst().reversed() {
      let (before, after) = (history[index - 1], history[index])
      let moved = after.offset - before.offset
      if weights == 0 { isForward = moved > 0 }
      guard (moved > 0) == isForward, newest.time - before.time <= memory else { break }
      let weight = exp(-(newest.time - after.time).seconds / fading)
      sum += moved / (after.time - before.time).seconds * weight
      weights += weight
    }
    return weights > 0 ? sum / weights : 0
  }
}
