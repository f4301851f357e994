import Dispatch
import ScrollSimCommands
import ScrollTraces
import Synchronization

/// Work on several threads, results in the order of the input: how many threads there are changes
/// no result.
enum HuntBatch {
  /// Does some work for each element.
  /// - Parameters:
  ///   - elements: what to work on.
  ///   - jobs: how many threads, at least one.
  ///   - work: must not depend on anything that changes.
  /// - Returns: one result for each element.
  static func map<Element: Sendable, Result: Sendable>(
    _ elements: [Element], jobs: Int, _ work: @Sendable (Element) -> Result
  ) -> [Result] {
    guard !elements.isEmpty else { return [] }
    let state = Mutex<(results: [Result?], next: Int)>(
      (Array(repeating: nil, count: elements.count), 0))
    DispatchQueue.concurrentPerform(iterations: min(max(1, jobs), elements.count)) { _ in
      while true {
        let place = state.withLock { state in
          state.next += 1
          return state.next - 1
        }
        guard place < elements.count else { return }
        let result = work(elements[place])
        state.withLock { $0.results[place] = result }
      }
    }
    return state.withLock { $0.results.compactMap { $0 } }
  }
}
