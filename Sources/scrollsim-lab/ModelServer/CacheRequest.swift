import ScrollCaching
import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// A request to a cache, in the format of a cache's log.
enum CacheRequest {
  case get(String, cost: Int?)
  case set(String, cost: Int?, Admission)
  case remove(String)
  case clear
  /// New limits: nil keeps a limit, 0 removes it.
  case limits(cost: Int?, count: Int?)
  case warning(PressureLevel)
  case background
  case wait(milliseconds: Int)
  /// The beginning and the end of a view's use of a value, which is not evicted in between.
  case use(String), release(String)
  case viewport(Viewport)
  case stats

  static let words = [
    "get", "set", "remove", "clear", "limits", "warning", "background", "wait", "use", "release",
    "viewport", "stats",
  ]
  /// The operations that a log reports of a cache and that cannot be requested.
  private static let observations = ["evicted", "content"]

  /// Reads the fields of a line.
  /// - Throws: `LineProblem` for an unknown operation, and for fields that do not fit.
  init(_ word: String, _ fields: inout LineFields, besides others: [String]) throws(LineProblem) {
    switch word {
    case "get": self = .get(try fields.text("key"), cost: try fields.whole("cost"))
    case "set":
      let (key, cost) = (try fields.text("key"), try fields.whole("cost"))
      let word = try fields.word("as", of: ["viewed", "prefetched"])
      self = .set(key, cost: cost, word == "viewed" ? .viewed : .prefetched)
    case "remove": self = .remove(try fields.text("key"))
    case "clear": self = .clear
    case "limits":
      self = .limits(cost: try fields.whole("cost"), count: try fields.whole("count"))
    case "warning":
      let level = try fields.word("level", of: ["warning", "critical", "normal"])
      self = .warning(level == "warning" ? .warning : level == "critical" ? .critical : .normal)
    case "background": self = .background
    case "wait":
      guard let milliseconds = try fields.whole("ms") else {
        throw LineProblem("there is no field 'ms'; expected a whole number of milliseconds")
      }
      self = .wait(milliseconds: milliseconds)
    case "use": self = .use(try fields.text("key"))
    case "release": self = .release(try fields.text("key"))
    case "viewport": self = .viewport(try Self.viewport(&fields))
    case "stats": self = .stats
    default:
      guard !Self.observations.contains(word) else {
        throw LineProblem(
          "'\(word)' is an answer of a cache, not an operation; expected one of "
            + (Self.words + others).joined(separator: ", "))
      }
      throw LineProblem(
        "there is no operation '\(word.prefix(40))'; expected one of "
          + (Self.words + others).joined(separator: ", "))
    }
    try fields.requireAllAsked()
  }

  private static func viewport(_ fields: inout LineFields) throws(LineProblem) -> Viewport {
    guard let lower = try fields.number("lower"), let upper = try fields.number("upper"),
      lower < upper, abs(lower) < 1e12, abs(upper) < 1e12
    else { throw LineProblem("a viewport needs lower and upper; expected upper above lower") }
    let velocity = try fields.number("velocity") ?? 0
    let direction = try fields.word("direction", of: ["forward", "backward"])
    let phase = try fields.word("phase", of: ["idle", "tracking", "decelerating"])
    return Viewport(
      lower: lower, upper: upper, velocity: max(-1e12, min(1e12, velocity)),
      direction: direction == "forward" ? .forward : .backward,
      phase: phase == "idle" ? .idle : phase == "tracking" ? .tracking : .decelerating)
  }
}
