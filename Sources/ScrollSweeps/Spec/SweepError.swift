/// The error of a sweep that cannot be made; the description is the sentence that the command
/// prints.
package struct SweepError: Error, Equatable, CustomStringConvertible {
  /// The kind of the error; each kind has its own exit status.
  package enum Cause: Sendable {
    case usage, badData, noInput, inputOutput
  }

  package let cause: Cause
  package let description: String

  package init(_ cause: Cause, _ description: String) {
    self.cause = cause
    self.description = description
  }
}
