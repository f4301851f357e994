/// What a policy says of itself beyond keeping an order, each a law that can be checked.
///
/// Those of `standard` are claimed by default, because most policies have them: a policy that
/// has not says so by leaving them out.
public struct PolicyClaims: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// What is stored stays at least until something else is: the newcomer is no victim.
  ///
  /// With equal sizes such a policy never misses less than `belady`.
  public static let keepsNewcomers = PolicyClaims(rawValue: 1 << 0)
  /// Mirroring the content and the scroll changes no hit, once there is a viewport; of interest
  /// to spatial policies.
  public static let mirrors = PolicyClaims(rawValue: 1 << 1)
  /// Doubling every length changes no hit; not for policies with absolute lengths or times.
  public static let scales = PolicyClaims(rawValue: 1 << 2)

  /// With equal sizes a larger cache holds all that a smaller one holds.
  public static let inclusion = PolicyClaims(rawValue: 1 << 3)
  /// With equal sizes the least recently used image goes: misses are those of Mattson's stack.
  public static let leastRecentlyUsed = PolicyClaims(rawValue: 1 << 4)
  /// With equal sizes at most `k` misses on any requests for `k` images or fewer.
  ///
  /// It follows that there are at most k / (k - h + 1) times the misses of the best cache of
  /// h <= k (N. Young, "The k-server dual and loose competitiveness for paging", Algorithmica
  /// 11, 1994, doi:10.1007/BF01189992).
  public static let conservative = PolicyClaims(rawValue: 1 << 5)
  /// On walks of steps -1, 0 and +1 over equal sizes it misses as often as `belady`.
  public static let bestOnWalks = PolicyClaims(rawValue: 1 << 6)
  /// After a store every resident costs at least what the evicted ones cost.
  public static let cheapestFirst = PolicyClaims(rawValue: 1 << 7)

  /// A value that the stated rule refuses leaves the old one of its image where it is.
  public static let keepsOldOnRefusal = PolicyClaims(rawValue: 1 << 8)

  /// Where ids are reused (`reassign`) and grow, it evicts as with an id for every image, and what
  /// it remembers is bounded by its own rule.
  public static let reusesIDs = PolicyClaims(rawValue: 1 << 9)

  /// Limits that change before the first request are as good as those limits at first.
  ///
  /// Not for policies that keep what they derive from their first limits. With it the laws find shares
  /// of queues that do not follow a new limit.
  public static let resizes = PolicyClaims(rawValue: 1 << 10)
  /// Emptied, and after many other images, it answers like a new cache: it forgets images that left
  /// as others come.
  ///
  /// Not for policies that remember for ever, adapt, count time in requests or draw at random. With it
  /// the laws find what leaks: bytes of ghosts, a counter that a new image inherits, a drifting sum.
  public static let forgets = PolicyClaims(rawValue: 1 << 11)

  public static let standard: PolicyClaims = [
    .keepsNewcomers, .keepsOldOnRefusal, .mirrors, .scales,
  ]
}

extension PolicyClaims {
  /// Every claim with a clause for the catalog.
  public static let statements: [(claim: PolicyClaims, statement: String)] = [
    (.keepsNewcomers, "a stored image stays until another one comes"),
    (.keepsOldOnRefusal, "what the rule refuses leaves its old value in"),
    (.mirrors, "mirrored scrolls hit the same"),
    (.scales, "scaled scrolls hit the same"),
    (.reusesIDs, "ids can be reused"),
    (.resizes, "changed limits are as good as limits from the beginning"),
    (.forgets, "emptied, and after many other images, it is as good as new"),
    (.inclusion, "equal sizes: a larger cache holds what a smaller one holds"),
    (.leastRecentlyUsed, "equal sizes: the misses of Mattson's stack"),
    (.conservative, "equal sizes: at most k / (k - h + 1) times the misses of belady with h"),
    (.bestOnWalks, "as good as belady on walks by single steps"),
    (.cheapestFirst, "nothing that stays is cheaper than what goes"),
  ]
}
