import ScrollCaching
import ScrollCore

/// One line of a recording, or a part of one, in 32 bytes that keep no object alive.
struct RecordedStep {
  /// The meaning of the numbers; `time` and `load` belong to the step that follows.
  enum Kind: UInt8 {
    case get, set, remove, clear, use, release, limits, warning, background, viewport, place, left
    case time, load
  }

  /// The digest of a key, or another number that depends on the kind.
  var first: UInt64
  var second = UInt64(0), third = UInt64(0)
  var kind: Kind
  /// Boolean values and small numbers.
  var flags = UInt8(0)

  init(
    _ kind: Kind, _ first: UInt64 = 0, _ second: UInt64 = 0, _ third: UInt64 = 0, flags: UInt8 = 0
  ) {
    self.kind = kind
    self.first = first
    self.second = second
    self.third = third
    self.flags = flags
  }
}

extension RecordedStep {
  /// Flags of `get`, `set` and `remove`.
  static let isHit = UInt8(1), isPrefetched = UInt8(1), isRefused = UInt8(2), isExpired = UInt8(1)
  /// Flags of `limits`, `viewport` and `place`.
  static let hasCost = UInt8(1), hasCount = UInt8(2), isBackward = UInt8(1)
  static let isNowhere = UInt8(1), isFurther = UInt8(2)

  static func limits(_ limits: CacheLimits) -> RecordedStep {
    RecordedStep(
      .limits, UInt64(limits.cost ?? 0), UInt64(limits.count ?? 0),
      flags: (limits.cost == nil ? 0 : hasCost) | (limits.count == nil ? 0 : hasCount))
  }

  static func load(_ load: LoadTime) -> RecordedStep {
    RecordedStep(.load, load.milliseconds.bitPattern, load.decodeMilliseconds.bitPattern)
  }

  static func viewport(_ viewport: Viewport) -> RecordedStep {
    RecordedStep(
      .viewport, viewport.lower.bitPattern, viewport.upper.bitPattern,
      viewport.velocity.bitPattern,
      flags: (viewport.direction == .backward ? isBackward : 0) | viewport.phase.rawValue << 1)
  }

  /// Returns a step with the place of the first item of an image; nil means that it has none.
  static func place(_ digest: UInt64, _ item: Range<Double>?) -> RecordedStep {
    guard let item else { return RecordedStep(.place, digest, flags: isNowhere) }
    return RecordedStep(.place, digest, item.lowerBound.bitPattern, item.upperBound.bitPattern)
  }

  /// Returns a step with the place of another item of the same image.
  static func further(_ digest: UInt64, _ item: Range<Double>) -> RecordedStep {
    RecordedStep(
      .place, digest, item.lowerBound.bitPattern, item.upperBound.bitPattern, flags: isFurther)
  }

  static func warning(_ level: PressureLevel, _ reaction: MemoryReaction) -> RecordedStep {
    RecordedStep(
      .warning, reaction.share.bitPattern, flags: level.rawValue | reaction.code << 2)
  }

  static func background(_ reaction: MemoryReaction) -> RecordedStep {
    RecordedStep(.background, reaction.share.bitPattern, flags: reaction.code << 2)
  }
}

extension MemoryReaction {
  /// The words of a log for reactions, by `code`; a share has a number instead.
  static let words: [StaticString] = ["everything", "nothing", "pinned"]
  static let shareCode = UInt8(3)

  var code: UInt8 {
    switch self {
    case .keepEverything: 0
    case .keepNothing: 1
    case .keepPinned: 2
    case .keepShare: Self.shareCode
    }
  }

  var share: Double {
    guard case .keepShare(let share) = self else { return 0 }
    return share
  }
}
