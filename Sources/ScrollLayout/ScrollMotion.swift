public import ScrollCore

/// Where the viewport was, over time: samples with linear motion between them.
public struct ScrollMotion: Sendable, Equatable {
  /// Ascending, the first at 0.
  public var times: [SimTime]
  /// The offset of the viewport's lower edge at each sample, in points.
  public var offsets: [Double]
  public var phases: [ScrollPhase]

  /// A motion.
  /// - Precondition: the arrays are equally long and times ascend strictly.
  public init(times: [SimTime], offsets: [Double], phases: [ScrollPhase]) {
    precondition(times.count == offsets.count && times.count == phases.count)
    precondition(zip(times, times.dropFirst()).allSatisfy(<), "times must ascend")
    self.times = times
    self.offsets = offsets
    self.phases = phases
  }

  /// The longest that is made from gestures or recordings: a day.
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
