import ScrollCore
import ScrollLayout

/// Page turns through a carousel and back: one flick each second.
///
/// Forward to the last page, or until half of the time is over, then back to the first: every
/// page but the last is seen twice. What is left of the time goes into further rounds. A flick
/// lifts at 5.5 to 8 pages a second, enough to turn exactly one page.
struct PageSession {
  let page: Double
  /// The highest page.
  let last: Int
  var random: SeededRandom

  /// The gestures of a session.
  mutating func gestures(for duration: SimTime, direction: ScrollDirection) -> [TimedGesture] {
    let turns = Int(duration.nanoseconds / Self.period.nanoseconds) - 1
    let pages = min(last, (turns + 1) / 2)
    var gestures: [TimedGesture] = []
    // 0 goes away from where the session begins.
    for turn in 0..<max(0, turns) where pages > 0 {
      let isAway = turn / pages % 2 == 0
      let speed = ((5.5 + 2.5 * random.unit()) * page).rounded()
      gestures.append(
        TimedGesture(
          at: SimTime(nanoseconds: Int64(turn + 1) * Self.period.nanoseconds),
          .flick(velocity: (isAway ? 1 : -1) * direction.sign * speed)))
    }
    gestures.append(TimedGesture(at: duration, .wait(.zero)))
    return gestures
  }

  static let period = SimTime(nanoseconds: 1_000_000_000)
}
