public import ScrollCore

/// The time of a cache, measured from an arbitrary start.
///
/// The cache reads it only where a policy, a lifetime or a viewport needs it. A time below 0 counts
/// as 0, and one of more than 146 years as 146 years.
public struct CacheClock: Sendable {
  @usableFromInline let read: @Sendable () -> SimTime

  /// Creates a custom clock, which must never go backward.
  public init(_ read: @escaping @Sendable () -> SimTime) { self.read = read }

  @inlinable var now: SimTime { read().bounded }

  /// A clock that starts now and continues while the device sleeps.
  public static var continuous: CacheClock {
    let start = ContinuousClock.now
    return CacheClock { SimTime(ContinuousClock.now - start) }
  }
}

extension SimTime {
  /// Creates a span, rounded down to a nanosecond and limited to between 0 and 146 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLonger) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    let nanoseconds = isTooLong || isLonger ? (seconds < 0 ? 0 : .max) : sum
    self = SimTime(nanoseconds: nanoseconds).bounded
  }

  /// The nearest time that a cache supports: the sum of two such times fits into 64 bits.
  @inlinable var bounded: SimTime {
    SimTime(nanoseconds: min(max(nanoseconds, 0), Int64.max / 2))
  }
}
