import Foundation
import ScrollPages
import Synchronization

/// A function that does independent work on all cores and returns results in the order of the
/// input.
package enum ParallelMap {
  /// Performs work for each element.
  /// - Parameters:
  ///   - elements: The elements to process.
  ///   - noun: The name of one element on the progress line.
  ///   - work: The work for one element, whose result depends on nothing but the element.
  /// - Returns: one result per element.
  package static func run<Element: Sendable, Result: Sendable>(
    _ elements: [Element], progress noun: String, _ work: @Sendable (Element) -> Result
  ) -> [Result] {
    let state = Mutex<(results: [Result?], done: Int)>(
      (Array(repeating: nil, count: elements.count), 0))
    let line = ProgressBox(total: elements.count, noun: noun)
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      let result = work(elements[index])
      let done = state.withLock { state in
        state.results[index] = result
        state.done += 1
        return state.done
      }
      line.update(done)
    }
    line.finish()
    return state.withLock { $0.results.compactMap { $0 } }
  }
}

/// A progress line that several threads may update.
private final class ProgressBox: Sendable {
  private let line = Mutex(ProgressLine())
  private let total: Int
  private let noun: String

  init(total: Int, noun: String) {
    self.total = total
    self.noun = noun
  }

  func update(_ done: Int) {
    line.withLock { $0.update("\(noun) \(done) of \(total)") }
  }

  func finish() { line.withLock { $0.finish() } }
}
