import ScrollSimCommands
import ScrollTraces

/// A formula of the contest with its figures.
package struct Contender: Sendable {
  package let formula: Formula
  /// As `--policy` takes it.
  package let policy: String
  package let size: Int
  /// What it loses in scenes of each kind, as a share of what `lru` stalls there.
  package let training: Double
  package internal(set) var validation: Double
  /// Nil where the sealed scenes were not opened for it.
  package internal(set) var sealed: Double?

  init(_ formula: Formula, training: Double, validation: Double) {
    self.formula = formula
    policy = formula.policy
    size = formula.size
    self.training = training
    self.validation = validation
  }
}

/// A built-in policy of the contest with its figures.
package struct Rival: Sendable, Equatable {
  /// As `--policy` takes it.
  package let policy: String
  /// What it loses in scenes of each kind, as a share of what `lru` stalls there; nil where that
  /// was not asked.
  package let training: Double?, validation: Double?
  package internal(set) var sealed: Double?
}
