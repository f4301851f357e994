import Synchronization

/// The counts of all tasks and callbacks.
final class Tallies: Sendable {
  let operations = Atomic<Int>(0), callbacks = Atomic<Int>(0), faults = Atomic<Int>(0)
  private let loads = Atomic<Int>(0)

  /// Returns a number for the next load.
  func nextLoad() -> Int { loads.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Reports a fault: prints the first one, and counts all.
  func fault(_ what: @autoclosure () -> String) {
    if faults.wrappingAdd(1, ordering: .relaxed).oldValue == 0 { print("stress: \(what())") }
  }
}
