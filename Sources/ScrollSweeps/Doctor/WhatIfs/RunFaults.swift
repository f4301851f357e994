package import ScrollSimulation

/// What speaks against taking a run, however little it stalls.
package struct RunFaults: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The device killed the app.
  package static let killed = RunFaults(rawValue: 1)
  /// Its budget has no room for the images that its policy needs.
  package static let tooSmall = RunFaults(rawValue: 2)
  /// It was over its budget for longer than is tolerated.
  package static let overBudget = RunFaults(rawValue: 4)

  package init(_ report: RunReport, isTooSmall: Bool) {
    self = report.death == nil ? [] : .killed
    if isTooSmall { insert(.tooSmall) }
    if !RunScore(report).keepsBudget { insert(.overBudget) }
  }
}
