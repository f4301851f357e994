/// The stall of a run, or of several in the mean, in one draw of what is not known exactly.
package struct DrawnStall: Sendable, Equatable {
  package let seconds: Double
  /// Whether the device killed the app: what was cut short did not stall less.
  package let isKilled: Bool

  package init(seconds: Double, isKilled: Bool = false) {
    self.seconds = seconds
    self.isKilled = isKilled
  }

  /// That of a run.
  package init(_ report: RunReport) {
    self.init(seconds: report.stalls.seconds, isKilled: report.death != nil)
  }

  /// The mean of several runs, each of which counts once; killed if one of them is.
  /// - Precondition: there is at least one.
  package init(meanOf stalls: [DrawnStall]) {
    precondition(!stalls.isEmpty, "the mean of no stalls")
    self.init(
      seconds: stalls.reduce(0) { $0 + $1.seconds } / Double(stalls.count),
      isKilled: stalls.contains { $0.isKilled })
  }
}
