public import ScrollCore

/// The time of a cache, from any start.
///
/// It is read only where a policy, a lifetime or a viewport asks for it.
public struct CacheClock: Sendable {
  @usableFromInline let read: @Sendable () -> SimTime

  /// A clock of one's own: it must never go back.
  public init(_ read: @escaping @Sendable () -> SimTime) { self.read = read }

  @inlinable var now: SimTime { read() }

  /// Goes on while the device sleeps, from now on.
  public static var continuous: CacheClock {
    let start = ContinuousClock.now
    return CacheClock { SimTime(ContinuousClock.now - start) }
  }
}

extension SimTime {
  /// A span, rounded down to a nanosecond.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    self.init(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }
}
