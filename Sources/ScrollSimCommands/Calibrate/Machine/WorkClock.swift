import Foundation

/// What some work took, in milliseconds.
struct WorkTime {
  /// Of the processor, for this thread alone: what else runs on the machine does not count.
  var cpu: Double
  /// By the clock on the wall, waits included.
  var wall: Double

  /// Does some work.
  static func of(_ work: () -> Void) -> WorkTime {
    let start = WorkTime(cpu: read(CLOCK_THREAD_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    work()
    let end = WorkTime(cpu: read(CLOCK_THREAD_CPUTIME_ID), wall: read(CLOCK_MONOTONIC))
    return WorkTime(cpu: end.cpu - start.cpu, wall: end.wall - start.wall)
  }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
  }
}
