import ScrollCore

/// When the main thread is free: its idle time is counted here, its busy time by the frames.
struct MainThreadClock {
  /// From the end of each work to the beginning of the next.
  private(set) var idle: Int64 = 0
  /// Work before a first frame, as far as the run went.
  private(set) var launching: Int64 = 0
  /// When the last work is done, and whether a launch does it.
  private var freeFrom: Int64 = 0
  private var isLaunching = false

  /// The main thread begins to work; whatever it had left to do is dropped.
  mutating func work(from start: Int64, for duration: Int64, isLaunch: Bool = false) {
    stop(at: start)
    freeFrom = start + duration
    isLaunching = isLaunch
    if isLaunch { launching += duration }
  }

  /// The run, or the process, ends.
  mutating func stop(at time: Int64) {
    if isLaunching { launching -= max(0, freeFrom - time) }
    isLaunching = false
    idle += max(0, time - freeFrom)
    freeFrom = time
  }
}
