/// What a replay counts.
public struct Tally: Equatable, Sendable {
  public var requests = 0, misses = 0
  /// Sums of request costs: bytes, or requests in count mode.
  ///
  /// They may be more than an `Int` of 32 bits holds, and end at the most that 64 bits do.
  public var costRequested = Int64(0), costMissed = Int64(0)
  /// Admissions that the cache or its policy turned down.
  public var refusals = 0
  /// Residents that left, whatever the reason.
  public var removals = 0

  @inlinable public init() {}
}

extension Int64 {
  /// Adds a cost, as far as there is room.
  @inline(__always) @inlinable mutating func add(_ cost: Int) {
    let (sum, isTooMuch) = addingReportingOverflow(Int64(cost))
    self = sum
    // A jump that is never taken costs one instruction, a choice two.
    if _slowPath(isTooMuch) { self = .max }
  }
}

extension Tally {
  /// What was counted between two moments.
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
