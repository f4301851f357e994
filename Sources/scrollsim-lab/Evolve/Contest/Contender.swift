import ScrollSimCommands
import ScrollTraces

/// A formula of the contest with its figures.
package struct Contender: Sendable {
  package let formula: Formula
  /// The policy as `--policy` takes it.
  package let policy: String
  package let size: Int
  /// The loss in the scenarios of each part of the contest: the stall time as a share of that of
  /// `lru`.
  package let training: Double
  package internal(set) var validation: Double
  /// The loss in sealed scenarios; nil if they were not opened for the formula.
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
package struct BuiltInContender: Sendable, Equatable {
  /// The policy as `--policy` takes it.
  package let policy: String
  /// The loss in the scenarios of each part of the contest: the stall time as a share of that of
  /// `lru`.
  ///
  /// It is nil if it was not computed.
  package let training: Double?, validation: Double?
  package internal(set) var sealed: Double?
}
