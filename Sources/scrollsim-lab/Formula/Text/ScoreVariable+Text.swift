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
    case .prefetched: "it was \(not)prefetched"
    default: degree(more: holds)
    }
  }

  private var degrees: (more: String, less: String) {
    switch self {
    case .distance:
      ("it is farther from the middle of the screen", "it is nearer to the middle of the screen")
    case .signedDistance: ("it is farther ahead", "it is farther behind")
    case .gap: ("it is farther from the screen", "it is nearer to the screen")
    case .timeToVisible: ("it will be visible later", "it will be visible sooner")
    case .age: ("it was stored longer ago", "it was stored more recently")
    case .idle: ("it was last requested longer ago", "it was requested more recently")
    case .hits: ("it has more hits", "it has fewer hits")
    case .uses: ("it has more requests in total", "it has fewer requests in total")
    case .bytes: ("it has more bytes", "it has fewer bytes")
    case .cost: ("its cost is higher", "its cost is lower")
    case .decodeMs: ("it takes longer to decode", "it takes less time to decode")
    case .reloadMs: ("it takes longer to load again", "it takes less time to load again")
    case .velocity: ("the scroll is faster", "the scroll is slower")
    case .pressure: ("memory is scarcer", "memory is less scarce")
    case .visible, .viewed, .prefetched: ("that is so", "that is not so")
    }
  }
}
