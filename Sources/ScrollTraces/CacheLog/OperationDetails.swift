package import ScrollCaching
package import ScrollCore

/// The details of an operation in a log of version 2: the input of the cache to its policy.
package struct OperationDetails: Hashable, Sendable {
  /// The time that the policy received; `nil` if time is not used.
  package var time: SimTime?
  /// The reason for a store: whether a view wanted the value.
  package var admission = Admission.viewed
  /// The load time of a stored value; `nil` if unknown.
  package var load: LoggedLoad?
  /// The cost of a value that was looked up, as the policy received it; `nil` if the log does not
  /// have it.
  package var cost: Int?
  /// A Boolean value that indicates whether an offered value was stored; `nil` if that was not
  /// observed.
  package var isStored: Bool?
  /// A Boolean value that indicates whether a value was removed because it was too old.
  package var isExpired = false
  /// The part of its content that the cache keeps after a warning or in the background; `nil` for
  /// the model's default.
  package var reaction: LoggedReaction?
}

/// The load time of a value in milliseconds: in all, and the part for decoding.
package struct LoggedLoad: Hashable, Sendable {
  var milliseconds: Double, decodeMilliseconds: Double

  package init(milliseconds: Double, decodeMilliseconds: Double) {
    self.milliseconds = milliseconds
    self.decodeMilliseconds = decodeMilliseconds
  }
}

/// The values that a cache keeps when memory is short.
package enum LoggedReaction: Hashable, Sendable {
  case everything, nothing, pinned
  /// The values that fit into this share of the limits; the limits are lowered to the share and
  /// then restored.
  case share(Double)
}

extension OperationDetails {
  /// The longest load: 30 days, in milliseconds.
  private static let longestLoad = 30 * 86_400 * 1_000.0

  /// Reads the details in a line of version 2.
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
  /// Reads the part of the content that the cache keeps; `nil` if the line does not state it.
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
  /// Returns the fields that the operation's line can have.
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
