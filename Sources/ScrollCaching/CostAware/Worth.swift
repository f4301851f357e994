/// How long a Greedy-Dual policy keeps an image: the least worth leaves.
///
/// L, the worth of the last victim, is at most n times the largest worth above L after n
/// evictions, and a `Double` tells 2^53 steps: after 10^9 evictions, worths closer than about
/// 2 x 10^-7 of the largest one may be equal, and then the one used longer ago leaves.
struct Worth: Comparable, BitwiseCopyable {
  var priority: Double
  /// Number of the last use or insert.
  var lastUse: Int

  static func < (left: Self, right: Self) -> Bool {
    left.priority < right.priority
      || (left.priority == right.priority && left.lastUse < right.lastUse)
  }
}
