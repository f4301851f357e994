import ScrollCore

/// Content under a finger whose way was recorded.
///
/// Nothing moves until the finger has left the slop; from there on the content follows it, the
/// slop left out. UIKit's is documented nowhere; 10 points is what its pan gestures show.
struct FingerPath: Sendable, Equatable {
  /// Points.
  static let slop = 10.0
  /// The velocity of the release is the mean over so many seconds, or over a shorter contact.
  static let window = 0.05
  /// Points per second: Android's `ViewConfiguration` allows flings no more, UIKit's limit is not
  /// known.
  static let highestVelocity = 8000.0

  let content: HeldContent
  /// Seconds since the touch.
  private let times: [Double]
  /// How far the content has been moved, without edges.
  private let travel: [Double]

  init(_ content: HeldContent, _ contact: FingerContact) {
    self.content = content
    times = contact.times.map { ($0 - contact.times[0]).seconds }
    // A finger that goes back to where it was moves the content back, too.
    let moved = contact.positions.map { contact.positions[0] - $0 }
    let start = moved.firstIndex { abs($0) > Self.slop } ?? moved.endIndex
    let slop = start < moved.endIndex ? (moved[start] < 0 ? -Self.slop : Self.slop) : 0
    travel = moved.indices.map { $0 < start ? 0 : moved[$0] - slop }
  }

  var duration: Double { times[times.count - 1] }

  func position(at time: Double) -> Double { content.position(movedBy: travel(at: time)) }

  /// The velocity of the content when the finger lifts.
  var releaseVelocity: Double {
    let window = min(Self.window, duration)
    guard window > 0, let last = travel.last else { return 0 }
    let mean = (last - travel(at: duration - window)) / window
    let velocity = min(max(mean, -Self.highestVelocity), Self.highestVelocity)
    return velocity * content.slope(movedBy: last)
  }

  /// Linear between the samples.
  private func travel(at time: Double) -> Double {
    var (low, high) = (0, times.count - 1)
    guard time > times[low] else { return travel[low] }
    guard time < times[high] else { return travel[high] }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let share = (time - times[low]) / (times[high] - times[low])
    return travel[low] + (travel[high] - travel[low]) * share
  }
}
