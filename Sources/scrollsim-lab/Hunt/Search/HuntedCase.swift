import ScrollSimCommands
import ScrollTraces

/// Something that a hunt can make worse step by step: a session, or a stream of requests.
package protocol HuntedCase: Equatable, Sendable {
  /// What stays the same throughout a hunt.
  associatedtype World: Sendable

  /// Draws one from nothing.
  static func drawn(in world: World, _ draws: inout HuntDraws) -> Self
  /// Draws another one, which differs a little.
  func changed(in world: World, _ draws: inout HuntDraws) -> Self
  /// Draws one that has a part of each.
  func crossed(with other: Self, in world: World, _ draws: inout HuntDraws) -> Self
  /// Simpler ones, in steps: what takes away most comes first, and nothing is drawn.
  func simpler(in world: World) -> [[Self]]
}

/// How bad a case is: the figures of both sides, and what the search makes of them.
package struct HuntTrial: Sendable, Equatable {
  /// Seconds of stall, or misses, with the policy that is hunted.
  package let policy: Double
  /// The same with the opponent, or as the bound has it.
  package let other: Double
  /// The greater, the worse for the policy.
  package let score: Double

  package init(policy: Double, other: Double, score: Double) {
    self.policy = policy
    self.other = other
    self.score = score
  }

  /// How much worse the policy is.
  package var regret: Double { policy - other }
  /// How many times as much the policy has; nil where the other has nothing.
  package var ratio: Double? { other > 0 ? policy / other : nil }
}
