/// The error for a question that has no answer; its description is the sentence for the user.
package enum ExplanationError: Error, Equatable, CustomStringConvertible {
  case noFrame(Int, count: Int)
  case noItem(Int, count: Int)
  case neverAppears(Int)

  package var description: String {
    switch self {
    case .noFrame(let number, 0):
      "frame \(number) does not exist: the app was killed before its first frame"
    case .noFrame(let number, let count):
      "frame \(number) does not exist; the run has frames 0 to \(count - 1)"
    case .noItem(let item, let count):
      "item \(item) does not exist; the trace has items 0 to \(count - 1)"
    case .neverAppears(let item):
      "item \(item) never appears: no frame shows any part of it"
    }
  }
}
