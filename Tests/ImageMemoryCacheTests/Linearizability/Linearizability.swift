/// A search for a sequence that explains overlapping operations on one key.
///
/// Each must take effect at one moment between its call and its return, and a look-up must find the
/// value that was stored last, or none if the last operation was a removal. The search is that of
/// Wing and Gong, "Testing and verifying concurrent objects" (J. Parallel Distrib. Comput. 17,
/// 1993, doi:10.1006/jpdc.1993.1015), with Lowe's memory of states that lead nowhere ("Testing for
/// linearizability", Concurrency and Computation 29, 2017, doi:10.1002/cpe.3928).
struct Linearizability {
  /// A Boolean value that indicates whether the cache may evict the value between any two
  /// operations.
  let mayEvict: Bool
  private let operations: [KeyOperation]
  private var barren: Set<State> = []

  private struct State: Hashable {
    /// The operations that have taken effect, one bit each.
    var done: UInt64
    var value: Int?
  }

  /// Searches for an order that explains a history.
  ///
  /// - Parameters:
  ///   - history: at most 64 operations, on a key that has no value before them.
  ///   - mayEvict: `true` if the cache may evict the value between any two of them.
  /// - Returns: the operations in such an order; `nil` if there is none.
  static func order(
    of history: [KeyOperation], mayEvict: Bool = false
  ) -> [KeyOperation]? {
    precondition(history.count <= 64, "\(history.count) operations; expected at most 64")
    var search = Linearizability(history, mayEvict: mayEvict)
    return search.order(from: State(done: 0, value: nil)).map { $0.reversed() }
  }

  private init(_ history: [KeyOperation], mayEvict: Bool) {
    operations = history
    self.mayEvict = mayEvict
  }

  /// Returns the operations that can follow a state to the end, last first; `nil` if the end cannot
  /// be reached.
  private mutating func order(from state: State) -> [KeyOperation]? {
    let waiting = operations.indices.filter { state.done & (1 << UInt64($0)) == 0 }
    guard let deadline = waiting.map({ operations[$0].returned }).min() else { return [] }
    guard !barren.contains(state) else { return nil }
    // An operation that was called after another had returned cannot come before it.
    for index in waiting where operations[index].called < deadline {
      guard let value = value(after: operations[index].action, state.value) else { continue }
      let next = State(done: state.done | 1 << UInt64(index), value: value)
      if let rest = order(from: next) { return rest + [operations[index]] }
    }
    barren.insert(state)
    return nil
  }

  /// Returns the key's value after an operation; `nil` if the operation cannot have had its result.
  private func value(after action: KeyOperation.Action, _ value: Int?) -> Int?? {
    switch action {
    case .store(let stored): .some(stored)
    case .remove: .some(nil)
    case .look(let found):
      if found == value { .some(value) } else { found == nil && mayEvict ? .some(nil) : nil }
    }
  }
}
