package import ScrollCore

/// How many loads may start: a bucket of tokens that fills at a steady rate.
///
/// Full at first, it holds `burst` tokens and gains `rate` of them per second; each start takes
/// one. Nuke limits its loads so, with 80 per second and a burst of 25 (`RateLimiter`, Nuke 9 to
/// 13). There, what waits is looked at again after 15 to 100 ms; here at the very nanosecond at
/// which the next token is whole (`nextTime`).
///
/// Exact: a token is 10^9 parts and every nanosecond brings `rate` of them.
package struct TokenBucket: Sendable, Equatable {
  /// Tokens per second.
  package let rate: Int
  /// Tokens that fit.
  package let burst: Int

  private static let token: Int64 = 1_000_000_000

  /// Parts of tokens there at `updated`.
  private var level: Int64
  private var updated = SimTime.zero

  /// A full bucket.
  /// - Precondition: both are positive and `burst` is at most 10^9.
  package init(rate: Int = 80, burst: Int = 25) {
    precondition(rate > 0, "a rate of \(rate) tokens per second")
    precondition(1...1_000_000_000 ~= burst, "a bucket for \(burst) tokens")
    self.rate = rate
    self.burst = burst
    level = Int64(burst) * Self.token
  }

  /// Takes a token if there is one.
  /// - Precondition: `time` is not before that of the last call.
  package mutating func take(at time: SimTime) -> Bool {
    precondition(time >= updated, "\(time) is before \(updated)")
    level = level(at: time)
    updated = time
    guard level >= Self.token else { return false }
    level -= Self.token
    return true
  }

  /// The first moment, not before `time`, at which a token is there if none is taken till then.
  package func nextTime(at time: SimTime) -> SimTime {
    let missing = Self.token - level(at: time)
    guard missing > 0 else { return time }
    let wait = (missing + Int64(rate) - 1) / Int64(rate)
    return SimTime(nanoseconds: time.nanoseconds + wait)
  }

  private func level(at time: SimTime) -> Int64 {
    let (gain, isHuge) = (time - updated).nanoseconds.multipliedReportingOverflow(by: Int64(rate))
    let full = Int64(burst) * Self.token
    return isHuge || gain > full - level ? full : level + gain
  }
}
