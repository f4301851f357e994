import Synchronization

/// What all tasks and callbacks have done, counted together.
final class Tallies: Sendable {
  let operations = Atomic<Int>(0), callbacks = Atomic<Int>(0), faults = Atomic<Int>(0)
  private let loads = Atomic<Int>(0)

  /// A number for the next load.
  func nextLoad() -> Int { loads.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Something is not as promised: said once, counted always.
  func fault(_ what: @autoclosure () -> String) {
    if faults.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { print("stress: \(what())") }
  }
}
