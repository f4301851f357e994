import ScrollCore
import ScrollLayout

/// A session of flicks through a list or a grid, in bursts.
///
/// The distributions are estimates, not measurements of people: no published distribution of fling
/// velocities on phones was found. Release velocity: log-normal, median 1400 pt/s (unless
/// `SessionHabits` has another one), sigma 0.7, clipped to 100...8000. Flicks in a burst:
/// geometric, mean 1.6; the next finger is down 180 to 350 ms after the last one lifted, which
/// catches the running fling. A look begins when the content is slow enough to be followed, at 60
/// pt/s. Its length is log-normal, sigma 1.2, median 1.1 s, or 5 s for reading (reading logs fit
/// such a distribution), clipped to 0.1...60 s. A burst reverses the direction with probability
/// 0.13. If less than a screen is left in its direction, it goes the other way.
struct FlickSession {
  let style: SessionStyle
  let habits: SessionHabits
  let player: GesturePlayer
  var random: SeededRandom
  private(set) var gestures: [TimedGesture] = []

  private var time = SimTime.zero
  /// The position of the viewport without bounces; at first the start of the content, or its end if
  /// the direction is backward.
  private(set) var offset: Double
  private var velocity = 0.0
  private var direction: ScrollDirection
  /// The offset at which a session of the style `toAndFro` reverses its direction next.
  private var turn = 0.0

  init(
    style: SessionStyle, habits: SessionHabits, player: GesturePlayer,
    direction: ScrollDirection, random: SeededRandom
  ) {
    self.style = style
    self.habits = habits
    self.player = player
    self.direction = direction
    self.random = random
    offset = direction == .forward ? player.bounds.lowerBound : player.bounds.upperBound
    chooseTurn()
  }

  /// Makes bursts until the time is over; the last one ends before it.
  mutating func run(for duration: SimTime) {
    while true {
      coast(for: look())
      direct()
      let before = gestures.count
      makeBurst()
      guard time + SimTime(seconds: fling.stopTime()) <= duration else {
        // Extends the look to the end, since another burst would not be at rest by then.
        gestures.removeLast(gestures.count - before)
        gestures.append(TimedGesture(at: duration, .wait(.zero)))
        return
      }
    }
  }

  /// Returns the length of a look at the content, in whole milliseconds.
  private mutating func look() -> SimTime {
    let seconds = random.logNormal(median: habits.look, sigma: 1.2, clippedTo: 0.1...60)
    return SimTime(milliseconds: (seconds * 1000).rounded())
  }

  private mutating func direct() {
    let turns = style == .toAndFro ? hasPassedTurn : random.chance(0.13)
    if turns { reverse() }
    if leadsAgainstAnEnd { reverse() }
  }

  private mutating func reverse() {
    direction = direction == .forward ? .backward : .forward
    chooseTurn()
  }

  /// A Boolean value that indicates whether less than a screen is left in the direction of travel.
  private var leadsAgainstAnEnd: Bool {
    switch direction {
    case .forward: player.bounds.upperBound - offset < player.viewportExtent
    case .backward: offset - player.bounds.lowerBound < player.viewportExtent
    }
  }

  private var hasPassedTurn: Bool { (offset - turn) * direction.sign >= 0 }

  private mutating func chooseTurn() {
    let screens = 6 + 6 * random.unit()
    turn = offset + direction.sign * (screens * player.viewportExtent).rounded()
  }

  /// The speed at which a look begins, in points per second.
  private static let slow = 60.0

  /// Makes the flicks of a burst, and waits until the last fling is slow.
  private mutating func makeBurst() {
    for flick in 0..<random.geometric(mean: 1.6) {
      if flick > 0 {
        let gap = SimTime(milliseconds: Double(random.within(180...350)))
        coast(for: gap)
      }
      let speed = random.logNormal(median: habits.release, sigma: 0.7, clippedTo: 100...8000)
        .rounded()
      gestures.append(TimedGesture(at: time, .flick(velocity: direction.sign * speed)))
      time += Gesture.flickContact
      offset += direction.sign * speed * Gesture.flickContact.seconds / 2
      velocity = direction.sign * speed
    }
    let untilSlow = fling.stopTime(within: Self.slow / player.rate.decay)
    coast(for: SimTime(milliseconds: (untilSlow * 1000).rounded(.up)))
  }

  private var fling: Deceleration {
    Deceleration(start: offset, velocity: velocity, rate: player.rate)
  }

  /// Continues the fling for a time.
  private mutating func coast(for span: SimTime) {
    let fling = fling
    offset = min(
      max(fling.position(at: span.seconds), player.bounds.lowerBound), player.bounds.upperBound)
    velocity = fling.velocity(at: span.seconds)
    time += span
  }
}

/// The habits of a person: the velocity of flicks and the length of looks.
struct SessionHabits: Sendable, Equatable {
  /// The median release velocity, in points per second.
  var release: Double
  /// The median length of a look, in seconds.
  var look: Double
}

extension SessionStyle {
  /// The habits of an average person.
  var habits: SessionHabits { SessionHabits(release: 1400, look: self == .reading ? 5 : 1.1) }
}
