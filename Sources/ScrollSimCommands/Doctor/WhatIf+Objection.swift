import ScrollPages
import ScrollSimulation
import ScrollSweeps

extension WhatIf {
  /// The kill and the excess of the changed run, as text; `nil` if there is none.
  var objection: String? {
    let parts = [report.death?.text, RunScore(report).excessText].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The reason why the change does not help; `nil` if it does.
  var uselessness: String? {
    guard !helps else { return nil }
    if !faults.isEmpty { return objection }
    return isVisible ? "costs more than it saves" : "no visible difference"
  }
}
