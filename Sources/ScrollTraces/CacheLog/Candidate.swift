package import ScrollCaching
package import ScrollCore

/// A model that may have written a log: a policy or cache model of a catalog with its settings.
package struct Candidate: Sendable {
  let policy: Choice<PolicyDescriptor>

  package init(_ policy: Choice<PolicyDescriptor>) { self.policy = policy }

  /// The policy in the form that `--policy` takes.
  package var text: String { policy.text }

  /// A Boolean value that indicates whether the model may be randomized.
  package var mayDraw: Bool { policy.entry.facts.drawsAtRandom }

  /// A Boolean value that indicates whether the evictions show every random draw.
  ///
  /// If `true`, draws that evict the same images leave the same state.
  ///
  /// For `cacheus` this holds except for its learning rate, which changes the probability of a
  /// victim, but not the set of possible victims.
  package var showsDraws: Bool {
    policy.entry.isBuiltIn && Self.visible.contains(policy.entry.name)
  }

  private static let visible: Set = ["random", "nscache-random", "lecar", "cacheus"]

  /// Returns the same model for values that are, or are not, NSDiscardableContent.
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
