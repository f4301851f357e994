package import ScrollCaching
package import ScrollCore

/// A model that may have written a log: a policy or cache model of a catalog with its settings.
package struct Candidate: Sendable {
  package let policy: Choice<PolicyDescriptor>

  package init(_ policy: Choice<PolicyDescriptor>) { self.policy = policy }

  /// As `--policy` takes it.
  package var text: String { policy.text }

  /// Whether it may draw.
  package var mayDraw: Bool { policy.entry.facts.drawsAtRandom }

  /// Whether everything that it draws shows in what it evicts: draws that evict the same leave the
  /// same state behind.
  ///
  /// Of `cacheus` that is so but for its rate of learning, which changes how likely a victim is,
  /// not who can be one.
  package var showsDraws: Bool {
    policy.entry.isBuiltIn && Self.visible.contains(policy.entry.name)
  }

  private static let visible: Set = ["random", "nscache-random", "lecar", "cacheus"]

  /// The same for values that are, or are not, NSDiscardableContent.
  func holding(discardable: Bool) -> Candidate {
    let name = "content"
    let value = discardable ? "discardable" : "plain"
    guard policy.entry.settings.contains(where: { $0.name == name }),
      !policy.given.contains(name), policy.settings[name] != value
    else { return self }
    let given = policy.settings.pairs.filter { policy.given.contains($0.name) }
    guard
      let settings = try? SettingValues(
        given + [(name: name, value: value)], for: policy.entry.settings, of: policy.entry.name)
    else { return self }
    return Candidate(
      Choice(
        entry: policy.entry, settings: settings, text: policy.text, given: policy.given + [name]))
  }
}
