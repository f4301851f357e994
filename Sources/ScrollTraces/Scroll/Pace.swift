package import ScrollCore
package import ScrollLayout

/// The pace of a scroll: its speeds, and the times for which the content was slow enough to be
/// looked at.
///
/// A look is a stretch of at least a quarter of a second in which the viewport moves by less than
/// 60 points a second, slow enough to be followed, whether a finger is down or not. Speeds are
/// measured from one sample to the next, and only speeds above that limit count.
package struct Pace: Sendable {
  /// The speed below which a user looks at content, in points per second.
  package static let slow = 60.0
  /// The duration of the shortest look.
  package static let shortest = SimTime(milliseconds: 250)

  /// The looks, ascending.
  package let looks: Ranked<SimTime>
  /// The speeds in points per second with their durations, by ascending speed.
  private let stretches: [(speed: Double, time: SimTime)]

  /// Measures a motion.
  /// - Parameters:
  ///   - motion: the motion.
  ///   - absences: times without a viewer, ascending; a look that overlaps one does not count.
  /// - Complexity: O(n log n) in the samples and absences.
  package init(_ motion: ScrollMotion, except absences: [Range<SimTime>] = []) {
    var looks: [SimTime] = []
    var stretches: [(speed: Double, time: SimTime)] = []
    var look = SimTime.zero
    var absence = absences[...]
    /// Ends a look at a moment.
    func endLook(at end: SimTime) {
      while let first = absence.first, first.upperBound <= end - look { absence.removeFirst() }
      let isSeen = absence.first.map { end <= $0.lowerBound } ?? true
      if isSeen, look >= Self.shortest { looks.append(look) }
      look = .zero
    }
    for next in motion.times.indices.dropFirst() {
      let span = motion.times[next] - motion.times[next - 1]
      let speed = abs(motion.offsets[next] - motion.offsets[next - 1]) / span.seconds
      if speed < Self.slow {
        look += span
      } else {
        endLook(at: motion.times[next - 1])
        stretches.append((speed, span))
      }
    }
    endLook(at: motion.duration)
    self.looks = Ranked(looks)
    self.stretches = stretches.sorted { $0.speed < $1.speed }
  }

  /// Returns the speed that is not exceeded for a percentage of the time spent moving, in points
  /// per second.
  ///
  /// The result is `nil` if nothing moves.
  package func speed(percentile percent: Int) -> Double? {
    let whole = stretches.reduce(.zero) { $0 + $1.time }.nanoseconds
    var passed: Int64 = 0
    for stretch in stretches {
      passed += stretch.time.nanoseconds
      // The percentage of a day in nanoseconds fits into 64 bits.
      if passed * 100 >= whole * Int64(percent) { return stretch.speed }
    }
    return nil
  }
}
