package import ScrollCaching
package import ScrollCore

/// What a log of version 2 says of an operation besides: what the cache told its policy.
package struct OperationDetails: Hashable, Sendable {
  /// The time that the policy was told; nil where time is not looked at.
  package var time: SimTime?
  /// Whether a value was wanted by a view when it was stored.
  package var admission = Admission.viewed
  /// How long a value that is stored took to get; nil where that is not known.
  package var load: LoggedLoad?
  /// What the policy was told that a value costs that was looked up; nil where a log does not say.
  package var cost: Int?
  /// Whether a value that was offered entered; nil where that was not seen.
  package var isStored: Bool?
  /// Whether a value was taken out because it was too old.
  package var isExpired = false
  /// How much stays after a warning or in the background; nil leaves that to the model.
  package var reaction: LoggedReaction?

  package init() {}
}

/// How long it took to get a value, in milliseconds: in all, and the part that decodes.
package struct LoggedLoad: Hashable, Sendable {
  package var milliseconds: Double, decodeMilliseconds: Double

  package init(milliseconds: Double, decodeMilliseconds: Double) {
    self.milliseconds = milliseconds
    self.decodeMilliseconds = decodeMilliseconds
  }
}

/// What a cache keeps of its values when memory is short.
package enum LoggedReaction: Hashable, Sendable {
  case everything, nothing, pinned
  /// The limits fall to such a share of what they are, and rise again.
  case share(Double)
}

extension OperationDetails {
  /// The longest load: 30 days, in milliseconds.
  private static let longestLoad = 30 * 86_400 * 1_000.0

  /// Reads what a line of version 2 says besides.
  init(of verb: CacheVerb, _ line: inout LogLine) throws(TraceError) {
    if let time = try line.number("ns", in: 0...Int.max) {
      self.time = SimTime(nanoseconds: Int64(time))
    }
    switch verb {
    case .set:
      if try line.word("as", ["view", "prefetch"]) == "prefetch" { admission = .prefetched }
      load = try Self.load(&line)
      isStored = try line.flag("stored")
    case .remove: isExpired = try line.word("why", ["removed", "expired"]) == "expired"
    case .warning, .background: reaction = try LoggedReaction(&line)
    case .get: cost = try line.number("cost", in: 0...CacheLogReader.most)
    case .clear, .limits, .wait, .use, .release, .discard, .viewport, .place: break
    }
  }

  private static func load(_ line: inout LogLine) throws(TraceError) -> LoggedLoad? {
    let expected = "milliseconds, at most 30 days of them"
    let range = 0...longestLoad
    let all = try line.decimal("load_ms", in: range, expected)
    let decode = try line.decimal("decode_ms", in: range, expected)
    guard let all else {
      guard decode == nil else { throw line.error("load_ms", "is missing", "it, with 'decode_ms'") }
      return nil
    }
    return LoggedLoad(milliseconds: all, decodeMilliseconds: decode ?? all)
  }
}

extension LoggedReaction {
  /// Reads how much stays; nil where a line does not say it.
  fileprivate init?(_ line: inout LogLine) throws(TraceError) {
    if let share = try line.decimal("share", in: 0...1, "a share from 0 to 1") {
      self = .share(share)
      return
    }
    switch try line.word("keep", ["everything", "nothing", "pinned"]) {
    case "everything": self = .everything
    case "nothing": self = .nothing
    case "pinned": self = .pinned
    default: return nil
    }
  }
}

extension CacheVerb {
  /// The fields that its line can have.
  func fields(in version: Int) -> [String] {
    let first: [String]
    let second: [String]
    switch self {
    case .set: (first, second) = (["key", "cost"], ["as", "load_ms", "decode_ms", "stored"])
    case .get: (first, second) = (["key", "hit"], ["cost"])
    case .remove: (first, second) = (["key"], ["why"])
    case .use, .release, .discard: (first, second) = (["key"], [])
    case .clear: (first, second) = ([], [])
    case .background: (first, second) = ([], ["keep", "share"])
    case .limits: (first, second) = (["count", "cost"], [])
    case .warning: (first, second) = (["level"], ["keep", "share"])
    case .wait: (first, second) = (["ms"], [])
    case .viewport: (first, second) = (["from", "to", "velocity", "direction", "phase"], [])
    case .place: (first, second) = (["key", "from", "to", "also"], [])
    }
    return ["op"] + first + (version > 1 ? second + ["ns"] : [])
  }
}
