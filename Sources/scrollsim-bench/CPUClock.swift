#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The CPU time of the calling thread, which excludes other programs on the machine.
enum CPUClock {
  static func nanoseconds() -> Double { read(CLOCK_THREAD_CPUTIME_ID) }

  /// Returns the CPU time of all threads of the process.
  static func processNanoseconds() -> Double { read(CLOCK_PROCESS_CPUTIME_ID) }

  private static func read(_ clock: clockid_t) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Returns the CPU nanoseconds that some work takes.
  static func measure(_ work: () throws -> Void) rethrows -> Double {
    let start = nanoseconds()
    try work()
    return nanoseconds() - start
  }
}

extension [Double] {
  var median: Double {
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
