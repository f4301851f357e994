public import ScrollCore

/// The position of the viewport over time, as samples with linear motion between them.
public struct ScrollMotion: Sendable, Equatable {
  /// The times in ascending order, the first at 0.
  public var times: [SimTime]
  /// The offset of the viewport's lower edge at each sample, in points.
  public var offsets: [Double]
  public var phases: [ScrollPhase]

  /// Creates a motion.
  /// - Precondition: the arrays have the same length and times ascend strictly.
  public init(times: [SimTime], offsets: [Double], phases: [ScrollPhase]) {
    precondition(times.count == offsets.count && times.count == phases.count)
    precondition(zip(times, times.dropFirst()).allSatisfy(<), "times must ascend")
    self.times = times
    self.offsets = offsets
    self.phases = phases
  }

  /// The longest motion: a week.
  public static let longest = SimTime(seconds: 7 * 86_400)
  /// The longest time for which the content of a motion moves or a finger is down: a day.
  ///
  /// Time at rest is not limited in this way, because it needs neither memory nor frames.
  public static let longestMovement = SimTime(seconds: 86_400)

  /// Adds a sample.
  /// - Precondition: `time` is after that of the sample before.
  /// - Complexity: O(1) amortized.
  package mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    precondition(times.isEmpty || duration < time, "\(time) is not after \(duration)")
    times.append(time)
    offsets.append(offset)
    phases.append(phase)
  }

  public var duration: SimTime { times.last ?? .zero }

  /// The time for which the content moves or a finger is down.
  package var movementTime: SimTime {
    times.indices.dropLast().reduce(into: .zero) { sum, sample in
      if phases[sample] != .idle || offsets[sample] != offsets[sample + 1] {
        sum += times[sample + 1] - times[sample]
      }
    }
  }
}

/// A builder of motions that leaves out samples without new information.
///
/// In an interval in which neither offset nor phase changes, only the first and the last sample are
/// kept. Motion between samples is linear, so every offset and phase in between is unchanged.
package struct MotionBuilder: Sendable {
  private var times: [SimTime] = []
  private var offsets: [Double] = []
  private var phases: [ScrollPhase] = []

  package init() {}

  /// Adds a sample.
  /// - Precondition: `time` is after that of the sample before.
  package mutating func append(_ time: SimTime, _ offset: Double, _ phase: ScrollPhase) {
    let count = times.count
    if count >= 2, repeats(count - 1, offset, phase), repeats(count - 2, offset, phase) {
      times[count - 1] = time
      return
    }
    times.append(time)
    offsets.append(offset)
    phases.append(phase)
  }

  package func motion() -> ScrollMotion {
    ScrollMotion(times: times, offsets: offsets, phases: phases)
  }

  private func repeats(_ index: Int, _ offset: Double, _ phase: ScrollPhase) -> Bool {
    offsets[index] == offset && phases[index] == phase
  }
}
