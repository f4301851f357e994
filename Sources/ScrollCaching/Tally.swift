/// The counts of a replay.
public struct Tally: Equatable, Sendable {
  public var requests = 0, misses = 0
  /// The sums of request costs: bytes, or requests in count mode.
  ///
  /// They may exceed an `Int` of 32 bits, and saturate at the maximum of 64 bits.
  public var costRequested = Int64(0), costMissed = Int64(0)
  /// The number of admissions that the cache or its policy refused.
  public var refusals = 0
  /// The number of residents that left, for any reason.
  public var removals = 0

  @inlinable public init() {}
}

extension Int64 {
  /// Adds a cost, up to the maximum.
  @inline(__always) @inlinable mutating func add(_ cost: Int) {
    let (sum, isTooMuch) = addingReportingOverflow(Int64(cost))
    self = sum
    // A jump that is never taken costs one instruction, a conditional assignment two.
    if _slowPath(isTooMuch) { self = .max }
  }
}

extension Tally {
  /// Returns the counts between two moments.
  @inlinable public static func - (later: Tally, earlier: Tally) -> Tally {
    var tally = later
    tally.requests -= earlier.requests
    tally.misses -= earlier.misses
    tally.costRequested -= earlier.costRequested
    tally.costMissed -= earlier.costMissed
    tally.refusals -= earlier.refusals
    tally.removals -= earlier.removals
    return tally
  }
}
