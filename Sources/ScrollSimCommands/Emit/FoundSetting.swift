import ScrollCaching
import ScrollCore
import ScrollSimulation
import ScrollSweeps

/// A setting, where it is from, and how long screens miss images with each policy of its place.
struct FoundSetting {
  var setting: EmittedSetting
  let source: String
  /// Mean seconds of stalls a run by policy, everything else alike; empty if there are no runs.
  let stalls: [String: Double]

  init(_ setting: EmittedSetting, source: String, stalls: [String: Double] = [:]) {
    self.setting = setting
    self.source = source
    self.stalls = stalls
  }

  /// What a library's own policy stalls in place of the one that it lacks, as a sentence; nil where
  /// it lacks none, and where nothing was run.
  func comparison(with target: EmitTarget) -> String? {
    guard let policy = setting.policy, !target.keeps(policy.entry.name),
      let advised = stalls[policy.text]
    else { return nil }
    func text(_ seconds: Double) -> String { Figure.Unit.seconds.text(seconds) }
    let own = stalls.filter { target.keeps($0.key.prefix { $0 != ":" }.description) }
      .min { ($0.value, $0.key) < ($1.value, $1.key) }
    guard let own else {
      return "What this code stalls is not known: the sweep has no run of policy "
        + "'\(target.ownPolicy)' there."
    }
    return "In that sweep '\(policy.text)' stalls \(text(advised)) a run, and with "
      + "'\(own.key)', which this code has, it is \(text(own.value))."
  }
}
