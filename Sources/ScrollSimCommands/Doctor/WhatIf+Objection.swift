import ScrollPages
import ScrollSimulation
import ScrollSweeps

extension WhatIf {
  /// The problems of the run; `nil` if there are none.
  var objection: String? {
    let room = shortage.map {
      "budget too small: holds \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
    let parts = [report.death?.text, room, RunScore(report).excessText].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  /// The reason why the change does not help; `nil` if it does.
  var uselessness: String? {
    guard !helps else { return nil }
    if !faults.isEmpty { return objection }
    return isVisible ? "costs more than it saves" : "no visible difference"
  }
}
