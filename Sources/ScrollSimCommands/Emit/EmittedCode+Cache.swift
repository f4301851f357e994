import ScrollCaching
import ScrollCore
import ScrollSimulation

extension EmittedCode {
  /// Adds the lines for the limits of a memory cache, and says what else of it cannot be chosen.
  /// - Parameters:
  ///   - setting: what has the cache.
  ///   - cost: the property of the cost limit, and the type of its value.
  ///   - unlimited: the value that limits nothing.
  ///   - count: the property of the count limit.
  ///   - order: how the library evicts, a clause.
  ///   - mapped: lines for other settings of the policy, by their names.
  mutating func addCache(
    _ setting: EmittedSetting, cost: (property: String, type: String), unlimited: String,
    count: String, order: String,
    mapped: [String: (String) -> String?] = [:]
  ) {
    guard let policy = setting.policy else {
      lacks("loader '\(setting.loader.text)' has no memory cache; the library has one")
      return
    }
    if case .screens = setting.budget {
      lacks("a budget of \(setting.budget), which depends on the screen")
    } else {
      add("\(cost.property) = \(setting.budget.swift(as: cost.type) ?? unlimited)")
    }
    let isKept = setting.isKept
    if !isKept { lacks("policy '\(policy.text)': \(order)") }
    for changed in setting.policySettings {
      if changed.name == "countLimit" {
        add("\(count) = \(changed.value)")
      } else if isKept, let line = mapped[changed.name]?(changed.value) {
        add(line)
      } else if isKept {
        lacks([changed], of: "policy '\(policy.entry.name)'")
      }
    }
  }
}
