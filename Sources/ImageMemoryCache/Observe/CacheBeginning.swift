public import ScrollCaching
public import ScrollCore

/// The state of a cache when an observer is attached.
public struct CacheBeginning: Equatable, Sendable {
  /// The policy as the command line takes it: `distance:lead=2`; nil for a policy of one's own.
  public var policy: String?
  /// Of what the policy draws.
  public var seed: UInt64
  /// Which way the content is expected to move before it has.
  public var direction: ScrollDirection
  public var limits: CacheLimits
  /// How many images are in it already: a simulation that starts empty needs 0.
  public var residentCount: Int
  /// How many ids there are.
  public var idCount: Int
}
