/// One thing that is timed, over and over.
struct MachineProbe {
  /// What is timed.
  enum Kind: String, CaseIterable {
    case coldRead = "cold read"
    case warmRead = "warm read"
    case redraw
    case upload
    case firstTouch = "first touch"
    /// A stand-in for a decoder.
    case decode = "stand-in decode"
  }

  let kind: Kind
  /// How many are read, written or touched.
  let bytes: Int
  /// Not timed; whether what is timed can be had.
  let prepare: () -> Bool
  let work: () -> Void
}

/// The times of one probe.
struct ProbeTimes {
  let kind: MachineProbe.Kind
  let bytes: Int
  /// With the other lanes idle, in the order of the rounds.
  var idle: [WorkTime] = []
  /// With the other lanes busy; empty where there is but one core.
  var busy: [WorkTime] = []
}
