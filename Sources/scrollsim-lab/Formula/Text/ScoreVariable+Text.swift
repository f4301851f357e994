import ScrollCaching
import ScrollSimCommands
import ScrollTraces

extension ScoreVariable {
  /// Returns the phrase for more, or less, of the variable.
  func degree(more: Bool) -> String {
    let (most, least) = degrees
    return more ? most : least
  }

  /// Returns the phrase for a variable that is 0 or 1.
  func condition(holds: Bool) -> String {
    let not = holds ? "" : "not "
    return switch self {
    case .visible: "it is \(not)visible"
    case .viewed: "it has \(not)been viewed"
    case .prefetched: "it was \(not)fetched ahead"
    default: degree(more: holds)
    }
  }

  private var degrees: (more: String, less: String) {
    switch self {
    case .distance:
      (
        "the farther it is from the middle of the screen",
        "the nearer it is to the middle of the screen"
      )
    case .signedDistance: ("the farther ahead it lies", "the farther it has been left behind")
    case .gap: ("the farther it is from the screen", "the nearer it is to the screen")
    case .timeToVisible:
      ("the longer it is expected to be out of sight", "the sooner it is expected to be seen")
    case .age: ("the longer ago it was stored", "the more recently it was stored")
    case .idle: ("the longer ago it was last asked for", "the more recently it was asked for")
    case .hits: ("the more often it was found", "the less often it was found")
    case .uses: ("the more often it was ever asked for", "the less often it was ever asked for")
    case .bytes: ("the more bytes it has", "the fewer bytes it has")
    case .cost: ("the more it is charged", "the less it is charged")
    case .decodeMs: ("the longer it takes to decode", "the faster it is decoded")
    case .reloadMs: ("the longer it takes to load again", "the faster it is loaded again")
    case .velocity: ("the faster the scroll is", "the slower the scroll is")
    case .pressure: ("the scarcer memory is", "the less scarce memory is")
    case .visible, .viewed, .prefetched: ("the more that is so", "the less that is so")
    }
  }
}
