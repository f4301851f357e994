/// The properties that a policy claims in addition to the contract, each of which a law can check.
///
/// The claims of `standard` are the default, because most policies have them: a policy that does
/// not have a property leaves it out.
public struct PolicyClaims: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The claim that a stored image stays at least until the next store: the newcomer is no victim.
  ///
  /// With equal sizes such a policy never misses less than `belady`.
  public static let keepsNewcomers = PolicyClaims(rawValue: 1 << 0)
  /// The claim that mirroring the content and the scroll changes no hit, once there is a viewport.
  ///
  /// It concerns spatial policies.
  public static let mirrors = PolicyClaims(rawValue: 1 << 1)
  /// The claim that doubling every length changes no hit.
  ///
  /// Policies with absolute lengths or times do not have it.
  public static let scales = PolicyClaims(rawValue: 1 << 2)

  /// The claim that with equal sizes a larger cache holds every image that a smaller one holds.
  public static let inclusion = PolicyClaims(rawValue: 1 << 3)
  /// The claim that with equal sizes the least recently used image is evicted: misses are those of
  /// Mattson's stack.
  public static let leastRecentlyUsed = PolicyClaims(rawValue: 1 << 4)
  /// The claim that a cache for `k` images misses at most `k` times in any consecutive requests for
  /// `k` images or fewer, with equal sizes.
  ///
  /// Such a cache misses at most k / (k - h + 1) times as often as the best cache for h images, for
  /// any h <= k (N. Young, "The k-server dual and loose competitiveness for paging", Algorithmica
  /// 11, 1994, doi:10.1007/BF01189992).
  public static let conservative = PolicyClaims(rawValue: 1 << 5)
  /// The claim that the policy misses as often as `belady` on walks with steps of -1, 0 and +1 over
  /// images of equal size.
  public static let bestOnWalks = PolicyClaims(rawValue: 1 << 6)
  /// The claim that after a store every resident costs at least as much as the evicted ones.
  public static let cheapestFirst = PolicyClaims(rawValue: 1 << 7)

  /// The claim that a value refused by the stated rule does not remove the old value of its image.
  public static let keepsOldOnRefusal = PolicyClaims(rawValue: 1 << 8)

  /// The claim that a policy with reused ids (`reassign`) and added ids (`grow`) evicts the same
  /// images as with a separate id for every image.
  ///
  /// The policy's own rule bounds the memory that it keeps.
  public static let reusesIDs = PolicyClaims(rawValue: 1 << 9)

  /// The claim that limits changed before the first request have the same effect as initial limits.
  ///
  /// Policies that keep values derived from their first limits do not have it. By checking this
  /// claim, the laws find shares of queues that do not follow a new limit.
  public static let resizes = PolicyClaims(rawValue: 1 << 10)
  /// The claim that a cache that was emptied, and then served many other images, behaves like a new
  /// cache.
  ///
  /// The policy forgets evicted images as others come. Policies that remember for ever, adapt,
  /// count time in requests or draw at random do not have it. By checking this claim, the laws find
  /// leaks, such as bytes of ghosts, a counter that a new image inherits, or a drifting sum.
  public static let forgets = PolicyClaims(rawValue: 1 << 11)

  public static let standard: PolicyClaims = [
    .keepsNewcomers, .keepsOldOnRefusal, .mirrors, .scales,
  ]
}

extension PolicyClaims {
  /// Every claim with a clause for the catalog.
  public static let statements: [(claim: PolicyClaims, statement: String)] = [
    (.keepsNewcomers, "storing an image never evicts that image at once"),
    (.keepsOldOnRefusal, "if a new version of an image is refused, the old one stays"),
    (.mirrors, "mirrored scrolls have the same hits"),
    (.scales, "scaled scrolls have the same hits"),
    (.reusesIDs, "giving the id of an old image to a new one changes no eviction"),
    (.resizes, "a changed limit acts like one that was set at the start"),
    (.forgets, "emptied and then given many images, it acts like a new cache"),
    (.inclusion, "images of equal size: a larger cache holds all that a smaller one holds"),
    (.leastRecentlyUsed, "images of equal size: it misses exactly where LRU does"),
    (
      .conservative,
      "images of equal size: a cache for k images has at most k / (k - h + 1) times the misses of "
        + "belady's for h images"
    ),
    (.bestOnWalks, "as few misses as belady if each request is a neighbor of the last"),
    (.cheapestFirst, "no image that stays is cheaper than an evicted one"),
  ]
}
