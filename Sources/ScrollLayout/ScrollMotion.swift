public import ScrollCore

/// The position of the viewport over time: samples with linear motion between them.
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

  /// The longest motion that is made from gestures or recordings: a day.
  public static let longest = SimTime(seconds: 86_400)

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
}
