import ScrollSimCommands
import ScrollTraces

/// A formula of the contest with its figures.
package struct Contender: Sendable {
  let formula: Formula
  /// The policy as `--policy` takes it.
  package let policy: String
  let size: Int
  /// The loss in the scenarios of each part of the contest: the stall time as a share of that of
  /// `lru`.
  let training: Double
  package var validation: Double
  /// The loss in sealed scenarios; nil if they were not opened for the formula.
  package var sealed: Double?

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
  let training: Double?, validation: Double?
  var sealed: Double?
}
