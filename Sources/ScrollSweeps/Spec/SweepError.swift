/// Why a sweep cannot be made; the description is the sentence that the command prints.
package struct SweepError: Error, Equatable, CustomStringConvertible {
  /// What kind of trouble it is; each kind has its own exit status.
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
