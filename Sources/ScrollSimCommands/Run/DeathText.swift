import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps

extension RunReport.Death {
  /// The time and reason of the kill, such as `killed at 78.2 s: its footprint reached the app
  /// limit`.
  var text: String { "killed at \(NumberText.fixed(time.seconds, decimals: 1)) s: \(reason)" }
}

extension RunDocument.Killed {
  init(_ death: RunReport.Death) {
    self.init(atMilliseconds: death.time.milliseconds, reason: "\(death.reason)")
  }
}
