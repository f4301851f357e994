package import ScrollCore
package import ScrollLayout

/// How fast somebody scrolled, and how long the content stood still enough to be looked at.
///
/// A look is a stretch of at least a quarter of a second in which the viewport moves by less than
/// 60 points a second, slow enough to be followed, whether a finger is down or not. Speeds are
/// those between two samples, of the time that is spent faster than that.
package struct Pace: Sendable {
  /// The speed below which content is looked at, in points per second.
  package static let slow = 60.0
  /// The shortest look.
  package static let shortest = SimTime(milliseconds: 250)

  /// Ascending.
  package let looks: Ranked<SimTime>
  /// A speed in points per second and how long it lasted, by ascending speed.
  private let stretches: [(speed: Double, time: SimTime)]

  /// - Complexity: O(n log n) in the samples.
  package init(_ motion: ScrollMotion) {
    var looks: [SimTime] = []
    var stretches: [(speed: Double, time: SimTime)] = []
    var look = SimTime.zero
    for next in motion.times.indices.dropFirst() {
      let span = motion.times[next] - motion.times[next - 1]
      let speed = abs(motion.offsets[next] - motion.offsets[next - 1]) / span.seconds
      if speed < Self.slow {
        look += span
      } else {
        if look >= Self.shortest { looks.append(look) }
        look = .zero
        stretches.append((speed, span))
      }
    }
    if look >= Self.shortest { looks.append(look) }
    self.looks = Ranked(looks)
    self.stretches = stretches.sorted { $0.speed < $1.speed }
  }

  /// The speed that is not exceeded for so many percent of the time spent moving, in points per
  /// second; nil where nothing moves.
  package func speed(percentile percent: Int) -> Double? {
    let whole = stretches.reduce(.zero) { $0 + $1.time }.nanoseconds
    var passed: Int64 = 0
    for stretch in stretches {
      passed += stretch.time.nanoseconds
      // Percent of a day in nanoseconds still fit.
      if passed * 100 >= whole * Int64(percent) { return stretch.speed }
    }
    return nil
  }
}
