import ScrollCore

/// The last five velocities, of which the median is the speed and the majority the direction.
struct VelocityVotes: Sendable {
  private var velocities = [Double](repeating: 0, count: 5)
  private var next = 0
  /// Where there are as many votes for either direction.
  private let fallback: ScrollDirection

  /// Two votes against a direction, which count for nothing else.
  init(startingAgainst direction: ScrollDirection) {
    fallback = direction
    start(direction == .forward ? .backward : .forward)
  }

  mutating func add(_ velocity: Double) {
    velocities[next] = velocity
    next = (next + 1) % velocities.count
  }

  /// Only the direction is still known.
  mutating func restart() { start(direction) }

  private mutating func start(_ direction: ScrollDirection) {
    let vote = direction.sign * Double.leastNonzeroMagnitude
    for index in velocities.indices { velocities[index] = index < 3 ? 0 : vote }
    next = 0
  }

  var direction: ScrollDirection {
    let balance = velocities.reduce(0) { $0 + ($1 > 0 ? 1 : $1 < 0 ? -1 : 0) }
    return balance == 0 ? fallback : balance > 0 ? .forward : .backward
  }

  /// Points per second.
  var median: Double {
    let half = velocities.count / 2
    for candidate in velocities {
      let below = velocities.count { $0 < candidate }
      let equal = velocities.count { $0 == candidate }
      if below <= half, half < below + equal { return candidate }
    }
    return 0
  }
}
