import ScrollCore

/// What ends an app that does not answer: a launch of over 20 s until its first frame, and a main
/// thread that is blocked for over 10 s in the foreground.
///
/// The 20 s of a launch are what Apple's crash reports name; that 10 s are what one frame may take
/// is an estimate.
struct Watchdog {
  static let longestLaunch: Int64 = 20_000_000_000
  static let longestBlock: Int64 = 10_000_000_000

  /// Until when the main thread is blocked, if that is longer than allowed, and until when it may
  /// be, in screen time.
  private var block: (until: SimTime, limit: Int64)?

  /// The main thread is busy, and nothing that came before counts any more.
  ///
  /// - Parameters:
  ///   - now: since when, in screen time.
  ///   - free: until when.
  ///   - launch: when the app was launched, in screen time, if no frame has been on screen since.
  ///   - offScreen: the time spent in the background so far.
  mutating func watch(
    from now: Int64, until free: SimTime, launch: Int64?, offScreen: Int64
  ) {
    let limit = launch.map { $0 + Self.longestLaunch } ?? now + Self.longestBlock
    block = limit + offScreen < free.nanoseconds ? (free, limit) : nil
  }

  /// When the app ends, unless it goes to the background before.
  func deadline(offScreen: Int64) -> SimTime {
    guard let block else { return .never }
    let deadline = SimTime(nanoseconds: block.limit + offScreen)
    return deadline < block.until ? deadline : .never
  }
}
