import ScrollCore

/// The time that the app is on screen: it stands still in the background.
struct ScreenClock {
  private(set) var pauses: [(from: SimTime, to: SimTime)] = []
  private var isOff = false

  mutating func wentOff(at time: SimTime) {
    guard !isOff else { return }
    isOff = true
    pauses.append((time, .never))
  }

  mutating func cameBack(at time: SimTime) {
    guard isOff else { return }
    isOff = false
    pauses[pauses.count - 1].to = time
  }

  /// The time on screen between two moments; zero if they are the other way round.
  ///
  /// - Complexity: O(pauses).
  func elapsed(from start: SimTime, to end: SimTime) -> SimTime {
    guard end > start else { return .zero }
    var elapsed = end - start
    for pause in pauses where pause.from < end && pause.to > start {
      elapsed -= min(pause.to, end) - max(pause.from, start)
    }
    return elapsed
  }
}
