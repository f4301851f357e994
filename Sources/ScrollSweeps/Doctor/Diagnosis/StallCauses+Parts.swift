import ScrollSimulation

extension StallCauses {
  /// A part of the stall, in seconds.
  package struct Part: Sendable {
    /// The name in JSON.
    package let name: String
    package let words: String
    package let seconds: Double
  }

  /// The parts of the stall by the work that images waited for; their sum is the stall.
  package var waitParts: [Part] {
    WaitTimes.Kind.allCases.map {
      Part(name: "\($0)", words: "waiting for \($0.words)", seconds: seconds(waitingFor: $0))
    } + rest
  }

  /// The parts of the stall by the reason why images were absent; their sum is the stall.
  package var absenceParts: [Part] {
    AbsenceReason.allCases.map {
      Part(name: "\($0)", words: $0.words, seconds: seconds(because: $0))
    } + rest
  }

  /// The parts of the stall that no wait for an image explains.
  private var rest: [Part] {
    [
      Part(
        name: "lateFrames", words: isStartAlone ? "before the first frame" : "late frames",
        seconds: lateFrames),
      Part(name: "unexplained", words: "other causes", seconds: unexplained),
    ]
  }
}
