public import ScrollCaching
public import ScrollCore

/// The state of a cache when an observer is attached.
public struct CacheBeginning: Equatable, Sendable {
  /// The policy as the command line takes it, `distance:lead=2`; nil for a custom policy.
  public var policy: String?
  /// The seed for randomized policies.
  public var seed: UInt64
  /// The expected scroll direction before the first movement.
  public var direction: ScrollDirection
  public var limits: CacheLimits
  /// The number of images in the cache; a simulation that starts empty needs 0.
  public var residentCount: Int
  /// The number of ids.
  public var idCount: Int
}
