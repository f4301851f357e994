import Foundation

/// The readings of the system's clocks, in nanoseconds.
enum Clocks {
  static var wall: Int64 { read(CLOCK_MONOTONIC) }
  /// The processor time of the calling thread.
  static var thread: Int64 { read(CLOCK_THREAD_CPUTIME_ID) }
  static var process: Int64 { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Int64 {
    var time = timespec()
    clock_gettime(clock, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// Sleeps until the wall clock reaches a moment.
  static func sleep(until moment: Int64) {
    while true {
      let rest = moment - wall
      guard rest > 0 else { return }
      var pause = timespec(tv_sec: Int(rest / 1_000_000_000), tv_nsec: Int(rest % 1_000_000_000))
      nanosleep(&pause, nil)
    }
  }
}

/// Measures elapsed time by the wall clock and by the processor time of the thread.
struct Stopwatch {
  private let wall = Clocks.wall, thread = Clocks.thread

  var elapsed: (wall: Int64, cpu: Int64) { (Clocks.wall - wall, Clocks.thread - thread) }
}

/// A display: `floor(index * 1e9 / hertz)` is the time of a vertical synchronization.
struct Display {
  let hertz: Int64

  func time(_ index: Int64) -> Int64 { index * 1_000_000_000 / hertz }

  /// Returns the first vertical synchronization at or after a moment.
  func first(from moment: Int64) -> Int64 {
    var index = max(0, moment * hertz / 1_000_000_000 - 1)
    while time(index) < moment { index += 1 }
    return index
  }
}
