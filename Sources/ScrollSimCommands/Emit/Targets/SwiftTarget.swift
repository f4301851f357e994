import ScrollCaching
import ScrollCore

extension EmitTarget {
  /// A cache for apps with the policy, `ImageMemoryCache`; for a score also its formula, written as
  /// a policy for ScrollCaching.
  static let swift = EmitTarget(
    "swift", "ImageMemoryCache with a policy, and a score as a policy.", loader: "cached",
    ownPolicy: "score", keeps: { _ in true }, isPolicy: true,
    problem: { setting in
      guard let policy = setting.policy else {
        return "--for swift sets a cache up, and there is none; expected a loader with a cache"
      }
      return policy.entry.reasonAgainstReuse(policy.settings).map {
        "--for swift: \($0); expected a policy that a cache in an app can have"
      }
    }
  ) { setting in
    guard let score = setting.score else { return setting.cacheCode }
    let policy = ["ScrollCaching", "ScrollCore"]
    var code = EmittedCode(
      importing: setting.namesBudget ? ["ImageMemoryCache"] + policy + ["UIKit"] : policy)
    for line in ScoreCode(score, name: setting.typeName).lines { code.add(line) }
    if setting.namesBudget { setting.addCache(to: &code) }
    return code
  }
}

extension EmittedSetting {
  /// The settings of the policy `score`; `nil` for another policy.
  var score: SettingValues? {
    guard let policy, policy.entry.name == "score" else { return nil }
    return policy.settings
  }

  /// Returns the target that can express a formula which this target cannot, as a sentence.
  func hint(for target: EmitTarget) -> String? {
    guard let policy, score != nil, !target.isPolicy else { return nil }
    return "No library can be told this rule; `scrollsim emit --for swift --policy "
      + "'\(policy.text)'` writes it as a policy for ScrollCaching."
  }
}
