import Dispatch
import Foundation
import Synchronization

/// Runs a check on its own thread and detects a case that does not end.
///
/// Nothing can stop a policy with an endless loop, so its thread runs until the process ends. The
/// time is the sum of short waits, so that pauses in a debugger hardly count.
final class CaseWatch: Sendable {
  /// The case that did not end.
  struct EndlessCase: Error {
    let script: Script
    /// The operation that did not return; `nil` if the script itself was played to its end, but a
    /// repetition of the case was not.
    let operation: Int?
    let seconds: Double
    let origin: String
    /// The file in which the case was recorded before it ran.
    let file: String?
  }

  private struct State {
    var script: Script?
    /// The number of cases that have begun.
    var count = 0
    var origin = "the case given"
    var file: String?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let operation = Atomic<Int>(-1)

  /// Records the case that is about to run.
  func begin(_ script: Script) {
    let isAbandoned = state.withLock { state in
      state.script = script
      state.count += 1
      return state.isAbandoned
    }
    // The waiting thread has already reported, so further results of this thread are not needed.
    while isAbandoned { Thread.sleep(forTimeInterval: 3600) }
  }

  /// Records the operation that is about to run, or `nil` after the last operation.
  func begin(operation: Int?) { self.operation.store(operation ?? -1, ordering: .relaxed) }

  /// Records the origin of the cases that follow, and the file in which they are recorded.
  func note(origin: String, file: String? = nil) {
    state.withLock { ($0.origin, $0.file) = (origin, file) }
  }

  /// Runs a check to its end, or to a case that takes too long.
  ///
  /// - Parameters:
  ///   - plan: The plan. A case may take `secondsPerCase`, but at most half of `seconds`. After
  ///     `seconds`, a case may take one second.
  ///   - body: The check, which calls `begin` before each case.
  /// - Returns: The result, or the case that did not end.
  func run<Value: Sendable>(
    _ plan: LawPlan, _ body: @escaping @Sendable () -> Value
  ) -> Result<Value, EndlessCase> {
    let limit = min(plan.secondsPerCase, (plan.seconds ?? .infinity) / 2)
    let tick = min(0.05, limit / 4)
    let box = Box<Value>()
    let thread = Thread {
      let value = body()
      box.result.withLock { $0 = value }
      box.done.signal()
    }
    thread.stackSize = 8 << 20
    thread.start()
    var (last, all, inCase) = (0, 0.0, 0.0)
    while box.done.wait(timeout: .now() + tick) == .timedOut {
      all += tick
      let count = state.withLock { $0.count }
      inCase = count == last ? inCase + tick : 0
      last = count
      let isLate = all >= plan.seconds ?? .infinity && inCase >= min(1, limit)
      if inCase >= limit || isLate, let stuck = abandon(after: inCase, case: last) {
        return .failure(stuck)
      }
    }
    guard let value = box.result.withLock({ $0 }) else {
      preconditionFailure("a check has ended without a report")
    }
    return .success(value)
  }

  /// Abandons the thread, unless it has begun another case.
  private func abandon(after seconds: Double, case number: Int) -> EndlessCase? {
    state.withLock { state in
      guard state.count == number, let script = state.script else { return nil }
      state.isAbandoned = true
      let operation = operation.load(ordering: .relaxed)
      return EndlessCase(
        script: script, operation: operation < 0 ? nil : operation, seconds: seconds,
        origin: state.origin, file: state.file)
    }
  }

  /// The result of a thread, with a semaphore that signals when the result is available.
  private final class Box<Value: Sendable>: Sendable {
    let result = Mutex<Value?>(nil)
    let done = DispatchSemaphore(value: 0)
  }
}

extension LawCheck {
  /// Returns the failure for a case that did not end.
  ///
  /// The script of the failure ends with the operation that did not return.
  func failure(_ stuck: CaseWatch.EndlessCase) -> LawFailure {
    var script = stuck.script
    var answers: [String] = []
    if let operation = stuck.operation {
      script.operations = Array(script.operations[...operation])
      answers = self.answers(before: operation, of: script) + ["does not return"]
    }
    let seconds = "\((stuck.seconds * 10).rounded() / 10) s"
    var finding =
      stuck.operation.map { "operation \($0 + 1) has not returned after \(seconds)" }
      ?? "the check of this case has not ended after \(seconds)"
    finding += "; its thread runs until the process ends"
    var failure = LawFailure(
      policy: subject.name, law: .returns, finding: finding, script: script,
      origin: stuck.origin, operationsFound: stuck.script.operations.count, attempts: 0,
      answers: answers)
    failure.files = stuck.file.map { [$0] } ?? []
    return failure
  }

  /// Runs the case again, and returns the answers before the operation that does not return.
  private func answers(before operation: Int, of script: Script) -> [String] {
    var (begun, subject) = (script, subject)
    begun.operations.removeLast()
    let watch = CaseWatch()
    subject.watch = watch
    let (script, player) = (begun, subject)
    let answers = watch.run(plan) {
      watch.begin(script)
      return player.play(script).answers(operations: operation)
    }
    return (try? answers.get()) ?? Array(repeating: "", count: operation)
  }
}
