import ScrollCore

/// How long launches take until a frame is on screen, in screen time.
struct LaunchTimes {
  /// When the app was launched, in nanoseconds; nil once a frame has been on screen.
  private(set) var begun: Int64?
  private var sums = RunReport.Launch()
  /// The longest that a launch took until its first frame; nil once one has ended without.
  private var longest: SimTime? = .zero

  /// The app is launched; its first frame could be on screen so much later.
  mutating func begin(at now: Int64, shortest: SimTime) {
    if let begun, begun < now { longest = nil }
    begun = now
    sums.count += 1
    sums.shortest += shortest
  }

  /// The launch keeps the main thread busy with what it preloads.
  mutating func preload(for busy: SimTime) { sums.preloading += busy }

  /// A frame is on screen, which ends a launch.
  mutating func end(at now: Int64) {
    guard let launch = begun.take() else { return }
    longest = longest.map { max($0, SimTime(nanoseconds: now - launch)) }
  }

  /// The launches, as far as they have come.
  ///
  /// One without a frame, be it that the run ended or that the app was launched again before, never
  /// showed one; but one that ends at the moment of its beginning does not count.
  var figures: RunReport.Launch {
    var figures = sums
    figures.timeToFirstFrame = begun == nil ? longest : nil
    return figures
  }
}
