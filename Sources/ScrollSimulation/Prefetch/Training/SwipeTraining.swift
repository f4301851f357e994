public import ScrollCore
public import ScrollLayout

/// A training that computes swipe statistics from motions.
///
/// The training takes ten moments per second of each motion. From each moment it reads the motion
/// at 60 Hz up to the horizon, and measures how far the viewport moves in the direction of the last
/// movement and in the opposite direction. It leaves out moments whose horizon lies after the end
/// of the motion.
///
///     var training = SwipeTraining(horizon: SimTime(seconds: 2))
///     training.add(motion, extent: 800, direction: .forward)
///     let statistics = training.statistics
///
/// - Complexity: O(samples x frames of the horizon).
public struct SwipeTraining: Sendable {
  /// The data about one direction, at rest or in movement.
  private struct Side {
    var count = 0, reached = 0
    var sum = 0.0
    /// The sums for a least-squares line of the distance over the speed; distances of 0 do not
    /// count.
    var speeds = 0.0, squares = 0.0, products = 0.0

    mutating func add(_ way: Double, speed: Double) {
      count += 1
      guard way > 0 else { return }
      reached += 1
      sum += way
      speeds += speed
      squares += speed * speed
      products += speed * way
    }

    var way: SwipeStatistics.Way {
      SwipeStatistics.Way(
        chance: count > 0 ? Double(reached) / Double(count) : 0,
        mean: reached > 0 ? sum / Double(reached) : 0)
    }

    /// The least-squares line: the mean distance at speed 0, and the slope; neither is negative.
    var line: (mean: Double, slope: Double) {
      guard reached > 0 else { return (0, 0) }
      let count = Double(reached)
      let spread = squares - speeds * speeds / count
      let slope = spread > 0 ? (products - speeds * sum / count) / spread : 0
      let mean = (sum - slope * speeds) / count
      if slope < 0 { return (sum / count, 0) }
      if mean < 0 { return (0, squares > 0 ? products / squares : 0) }
      return (mean, slope)
    }
  }

  private static let hertz: Int64 = 60
  private static let stride: Int64 = 6

  public let horizon: SimTime
  private var moveAhead = Side(), moveBack = Side(), restAhead = Side(), restBack = Side()

  /// Creates a training without data.
  /// - Precondition: `horizon` is positive.
  public init(horizon: SimTime) {
    precondition(horizon > .zero, "a horizon of \(horizon)")
    self.horizon = horizon
  }

  /// The number of moments in movement.
  public var moving: Int { moveAhead.count }
  /// The number of moments at rest.
  public var resting: Int { restAhead.count }

  /// The statistics of the motions so far.
  public var statistics: SwipeStatistics {
    var statistics = SwipeStatistics()
    statistics.moveAhead = moveAhead.way
    (statistics.moveAhead.mean, statistics.glide) = moveAhead.line
    statistics.moveBack = moveBack.way
    statistics.restAhead = restAhead.way
    statistics.restBack = restBack.way
    return statistics
  }

  /// Adds a motion.
  /// - Parameters:
  ///   - motion: the motion of a viewport.
  ///   - extent: the viewport's length in points.
  ///   - direction: the direction before anything moves.
  public mutating func add(_ motion: ScrollMotion, extent: Double, direction: ScrollDirection) {
    let frames = Self.frames(of: motion, direction)
    let reach = Int(horizon.nanoseconds * Self.hertz / 1_000_000_000)
    var index = 0
    while index + reach < frames.count {
      let frame = frames[index]
      var (highest, lowest) = (frame.offset, frame.offset)
      for later in frames[(index + 1)...(index + reach)] {
        highest = max(highest, later.offset)
        lowest = min(lowest, later.offset)
      }
      let (up, down) = ((highest - frame.offset) / extent, (frame.offset - lowest) / extent)
      let isForward = frame.direction == .forward
      let (ahead, back) = isForward ? (up, down) : (down, up)
      let speed = max(0, frame.velocity * frame.direction.sign) / extent
      if frame.phase == .idle {
        restAhead.add(ahead, speed: speed)
        restBack.add(back, speed: speed)
      } else {
        moveAhead.add(ahead, speed: speed)
        moveBack.add(back, speed: speed)
      }
      index += Int(Self.stride)
    }
  }

  private static func frames(
    of motion: ScrollMotion, _ direction: ScrollDirection
  ) -> [MotionCursor] {
    var cursor = MotionCursor(direction: direction)
    var frames: [MotionCursor] = []
    var vsync: Int64 = 0
    while SimTime.vsync(vsync, hertz: hertz) <= motion.duration {
      cursor.advance(to: .vsync(vsync, hertz: hertz), in: motion)
      frames.append(cursor)
      vsync += 1
    }
    return frames
  }
}
