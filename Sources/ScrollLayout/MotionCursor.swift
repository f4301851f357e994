public import ScrollCore

/// A reader of a motion at ascending times: the position, velocity and direction of the viewport.
///
/// - The **offset** is linear between samples and constant after the last one.
/// - The **phase** is that of the sample at or before the time.
/// - The **velocity** is the mean over a time window that ends at the present time, so it does not
///   depend on the future. The window has 50 ms by default, less right after the start of the
///   motion. At the start the velocity is 0.
/// - The **direction** is that of the last movement, even of a very small one and of one between
///   two calls. Before any movement, it is the direction given to the initializer.
///
/// - Complexity: O(1) for each sample passed; allocates nothing.
public struct MotionCursor: Sendable {
  public private(set) var time = SimTime.zero
  /// The offset in points.
  public private(set) var offset = 0.0
  /// The signed velocity in points per second.
  public private(set) var velocity = 0.0
  public private(set) var direction: ScrollDirection
  public private(set) var phase = ScrollPhase.idle

  /// The length of the time window over which the velocity is measured.
  public let window: SimTime

  /// The last samples at or before the present time and at or before the start of the window.
  private var current = 0, past = 0

  /// Creates a cursor before the first sample.
  /// - Precondition: `window` is positive.
  public init(direction: ScrollDirection, window: SimTime = SimTime(milliseconds: 50)) {
    precondition(window > .zero, "a window of \(window)")
    self.direction = direction
    self.window = window
  }

  /// Reads the motion at a time.
  /// - Precondition: the motion has samples and is always the same; `time` is never before
  ///   that of the last call.
  public mutating func advance(to time: SimTime, in motion: borrowing ScrollMotion) {
    pass(time, in: motion)
    let last = motion.times.count - 1
    let start = max(time - window, motion.times[0])
    while past < last, motion.times[past + 1] <= start { past += 1 }
    velocity =
      start < time
      ? (offset - motion.offset(at: start, after: past)) / (time - start).seconds : 0
  }

  /// Reads the motion at a time without updating the velocity.
  /// - Precondition: that of `advance(to:in:)`.
  public mutating func pass(_ time: SimTime, in motion: borrowing ScrollMotion) {
    precondition(time >= self.time, "\(time) is before \(self.time)")
    self.time = time
    let last = motion.times.count - 1
    while current < last, motion.times[current + 1] <= time {
      turn(by: motion.offsets[current + 1] - motion.offsets[current])
      current += 1
    }
    if current < last, motion.times[current] < time {
      turn(by: motion.offsets[current + 1] - motion.offsets[current])
    }
    offset = motion.offset(at: time, after: current)
    phase = motion.phases[current]
  }

  /// Returns to an earlier time and to the direction at that time.
  ///
  /// The velocity remains as it is.
  /// - Precondition: the last call was `pass(_:in:)`, and the cursor has been at `time` before.
  public mutating func goBack(
    to time: SimTime, _ direction: ScrollDirection, in motion: borrowing ScrollMotion
  ) {
    precondition(time <= self.time, "\(time) is after \(self.time)")
    self.time = time
    self.direction = direction
    while current > 0, motion.times[current] > time { current -= 1 }
    offset = motion.offset(at: time, after: current)
    phase = motion.phases[current]
  }

  private mutating func turn(by movement: Double) {
    if movement != 0 { direction = movement > 0 ? .forward : .backward }
  }
}

extension ScrollMotion {
  /// Returns the offset at a time, given the sample at or before it.
  @inline(__always)
  fileprivate func offset(at time: SimTime, after sample: Int) -> Double {
    let offset = offsets[sample]
    guard sample + 1 < times.count, time > times[sample] else { return offset }
    let share =
      Double((time - times[sample]).nanoseconds)
      / Double((times[sample + 1] - times[sample]).nanoseconds)
    return offset + (offsets[sample + 1] - offset) * share
  }
}
