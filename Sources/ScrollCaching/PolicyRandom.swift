import ScrollCore

/// What a policy draws from: a generator with a seed, or a script where it is asked what the policy
/// could have drawn.
package struct PolicyRandom: Sendable {
  private var generator: SeededRandom
  /// What dictates the draws; nil where they are drawn.
  private let script: DrawScript?

  /// Draws from a seed.
  package init(seed: UInt64) {
    generator = SeededRandom(seed: seed)
    script = nil
  }

  /// Follows a script.
  package init(following script: DrawScript) {
    generator = SeededRandom(seed: 0)
    self.script = script
  }

  /// A whole number in `0 ..< bound`, without bias.
  /// - Precondition: `bound` is positive.
  package mutating func below(_ bound: Int) -> Int {
    if let script { return script.below(bound) }
    return generator.below(bound)
  }

  /// True with the given probability.
  package mutating func chance(_ probability: Double) -> Bool {
    if let script { return script.chance(probability) }
    return generator.chance(probability)
  }
}
