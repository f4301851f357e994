import ScrollCaching
import ScrollCore

extension EmitTarget {
  /// A source file for ScrollCaching: the formula of `score`, written out as a policy.
  static let swift = EmitTarget(
    "swift", "A policy that makes the evictions of a score.", loader: "cached",
    ownPolicy: "score", keeps: { $0 == "score" }, isPolicy: true,
    problem: { setting in
      guard setting.score == nil else { return nil }
      let found = setting.policy.map { "policy '\($0.text)' is none" } ?? "there is no cache"
      return "--for swift writes a score out, and \(found); expected 'score: FORMULA'"
    }
  ) { setting in
    var code = EmittedCode(importing: ["ScrollCaching", "ScrollCore"])
    guard let score = setting.score else { return code }
    for line in ScoreCode(score, name: setting.typeName).lines { code.add(line) }
    return code
  }
}

extension EmittedSetting {
  /// The settings of the policy `score`; nil for another policy.
  var score: SettingValues? {
    guard let policy, policy.entry.name == "score" else { return nil }
    return policy.settings
  }

  /// Where a formula can be taken to that the target cannot hold, as a sentence.
  func hint(for target: EmitTarget) -> String? {
    guard let policy, score != nil, !target.isPolicy else { return nil }
    return "No library can be told this rule; `scrollsim emit --for swift --policy "
      + "'\(policy.text)'` writes it as a policy for ScrollCaching."
  }
}
