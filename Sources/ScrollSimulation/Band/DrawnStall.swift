/// The stall of one run, or the mean stall of several runs, in one random draw of the uncertain
/// profile figures.
package struct DrawnStall: Sendable, Equatable {
  package let seconds: Double
  /// A Boolean value that indicates whether the device killed the app.
  ///
  /// A killed run counts no stall after its end, so its stall is not comparable with that of a
  /// whole run.
  package let isKilled: Bool
  /// The blank seconds, the hitches in milliseconds per second, and the peak of the app's memory in
  /// bytes.
  package let axes: [Double]

  package init(seconds: Double, isKilled: Bool = false, axes: [Double] = [0, 0, 0]) {
    self.seconds = seconds
    self.isKilled = isKilled
    self.axes = axes
  }

  /// Creates the stall of a run from its report.
  package init(_ report: RunReport) {
    self.init(
      seconds: report.stalls.seconds, isKilled: report.death != nil,
      axes: [Figure.blank, .hitchRatio, .footprintPeak].map { $0.value(of: report).number ?? 0 })
  }

  /// Creates the mean of several runs with equal weights; the mean counts as killed if the app was
  /// killed in any run.
  /// - Precondition: `stalls` is not empty.
  package init(meanOf stalls: [DrawnStall]) {
    precondition(!stalls.isEmpty, "the mean of no stalls")
    self.init(
      seconds: stalls.reduce(0) { $0 + $1.seconds } / Double(stalls.count),
      isKilled: stalls.contains { $0.isKilled },
      axes: stalls[0].axes.indices.map { axis in
        stalls.reduce(0) { $0 + $1.axes[axis] } / Double(stalls.count)
      })
  }
}
