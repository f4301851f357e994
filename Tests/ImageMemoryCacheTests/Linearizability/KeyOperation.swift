/// Something that was done to one key of a cache, from its call to its return.
struct KeyOperation: Sendable, CustomStringConvertible {
  enum Action: Equatable, Sendable {
    case store(Int)
    case remove
    /// A look-up, and what it found.
    case look(Int?)
  }

  var action: Action
  /// Ticks of one clock that all tasks share: no two are the same.
  var called: Int, returned: Int

  var description: String { "\(called)-\(returned) \(action)" }
}
