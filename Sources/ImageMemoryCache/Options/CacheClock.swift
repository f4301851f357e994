public import ScrollCore

/// The time of a cache, from any start.
///
/// It is read only where a policy, a lifetime or a viewport asks for it. A time below 0 counts as 0,
/// and one of more than 146 years as that.
public struct CacheClock: Sendable {
  @usableFromInline let read: @Sendable () -> SimTime

  /// A clock of one's own: it must never go back.
  public init(_ read: @escaping @Sendable () -> SimTime) { self.read = read }

  @inlinable var now: SimTime { read().bounded }

  /// Goes on while the device sleeps, from now on.
  public static var continuous: CacheClock {
    let start = ContinuousClock.now
    return CacheClock { SimTime(ContinuousClock.now - start) }
  }
}

extension SimTime {
  /// A span, rounded down to a nanosecond: between 0 and 146 years, whatever the duration is.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isLonger) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    let nanoseconds = isTooLong || isLonger ? (seconds < 0 ? 0 : .max) : sum
    self = SimTime(nanoseconds: nanoseconds).bounded
  }

  /// The nearest of the times that a cache knows: the sum of two fits into 64 bits.
  @inlinable var bounded: SimTime {
    SimTime(nanoseconds: min(max(nanoseconds, 0), Int64.max / 2))
  }
}
