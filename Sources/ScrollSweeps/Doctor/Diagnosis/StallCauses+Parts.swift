import ScrollSimulation

extension StallCauses {
  /// A part of the stall, in seconds.
  package struct Part: Sendable {
    /// As in JSON.
    package let name: String
    package let words: String
    package let seconds: Double
  }

  /// The stall by what the images waited for; adds up to it.
  package var waitParts: [Part] {
    WaitTimes.Kind.allCases.map {
      Part(name: "\($0)", words: "waiting for \($0.words)", seconds: seconds(waitingFor: $0))
    } + rest
  }

  /// The stall by why the images were absent; adds up to it.
  package var absenceParts: [Part] {
    AbsenceReason.allCases.map {
      Part(name: "\($0)", words: $0.words, seconds: seconds(because: $0))
    } + rest
  }

  /// What is no image's wait.
  private var rest: [Part] {
    [
      Part(
        name: "lateFrames", words: isStartAlone ? "before the first frame" : "of late frames",
        seconds: lateFrames),
      Part(name: "unexplained", words: "of other images", seconds: unexplained),
    ]
  }
}
