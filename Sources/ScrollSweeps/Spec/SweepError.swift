/// Why a sweep cannot be made; the description is the sentence that the command prints.
public struct SweepError: Error, Equatable, CustomStringConvertible {
  /// What kind of trouble it is; each kind has its own exit status.
  public enum Cause: Sendable {
    case usage, badData, noInput, inputOutput
  }

  public let cause: Cause
  public let description: String

  public init(_ cause: Cause, _ description: String) {
    self.cause = cause
    self.description = description
  }
}
