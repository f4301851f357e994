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
