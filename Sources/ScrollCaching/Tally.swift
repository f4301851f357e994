/// What a replay counts.
public struct Tally: Equatable, Sendable {
  public var requests = 0, misses = 0
  /// Sums of request costs: bytes, or requests in count mode.
  ///
  /// They may be more than an `Int` of 32 bits holds.
  public var costRequested = Int64(0), costMissed = Int64(0)
  /// Admissions that the cache or its policy turned down.
  public var refusals = 0
  /// Residents that left, whatever the reason.
  public var removals = 0

  @inlinable public init() {}
}
