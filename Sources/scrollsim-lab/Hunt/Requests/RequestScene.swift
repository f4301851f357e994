package import ScrollCaching
package import ScrollCore
import ScrollSimCommands
import ScrollTraces

/// What stays the same throughout a hunt for request streams: images that count 1 each, and a cache
/// that has room for so many.
package struct RequestScene: Sendable {
  package let policy: Choice<PolicyDescriptor>
  /// Those that the policy is compared with; none stands for `belady`, the fewest misses of any
  /// cache that stores what it misses.
  package let opponents: [Choice<PolicyDescriptor>]
  /// For how many images the cache has room.
  package let capacity: Int
  /// How many requests a stream has.
  package let length: Int

  /// - Parameters:
  ///   - policy: whose worst stream it is.
  ///   - opponents: whom it is compared with; none for `belady`.
  ///   - capacity: for how many images the cache has room.
  ///   - length: of a stream, in requests.
  package init(
    policy: Choice<PolicyDescriptor>, opponents: [Choice<PolicyDescriptor>], capacity: Int,
    length: Int = 1000
  ) {
    self.policy = policy
    self.opponents = opponents
    self.capacity = capacity
    self.length = length
  }

  /// Every built-in policy that never holds more than its capacity, needs no future, and has room
  /// enough to be what its name says; but for the policy itself.
  package static func opponents(
    of policy: Choice<PolicyDescriptor>, capacity: Int
  ) -> [Choice<PolicyDescriptor>] {
    PolicyCatalog.builtIn.entries.compactMap { entry in
      guard !entry.facts.needsFuture, [.always, .afterStores].contains(entry.facts.limits),
        let choice = try? PolicyCatalog.builtIn.choose(entry.name), choice.text != policy.text,
        choice.shortage(inRoomFor: Double(capacity), countsImages: true) == nil
      else { return nil }
      return choice
    }
  }

  /// How many different images a stream may ask for.
  var images: Int { 2 * capacity + 2 }
  /// The most requests of a round, and of what comes before the first one.
  var longestRound: Int { 4 * capacity + 4 }
}
