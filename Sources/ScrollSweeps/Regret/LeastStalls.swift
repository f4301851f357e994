import ScrollCore
import ScrollSimulation
import Synchronization

/// The least stalls that are known, each worked out once for all runs of a scenario with a budget.
///
/// Whichever run asks first works it out; others that ask meanwhile wait for it.
final class LeastStalls: Sendable {
  private struct Place: Hashable {
    var scenario: Int
    var budget: ByteCount
    var seed: UInt64
  }

  private final class Entry: Sendable {
    let record = Mutex<StallRegretRecord?>(nil)
  }

  private let entries = Mutex<[Place: Entry]>([:])

  /// What is known of a scenario, by its place in the plan, with a budget.
  /// - Complexity: some forty runs the first time.
  func record(
    _ prepared: PreparedScenario, scenario: Int, budget: ByteCount, seed: UInt64
  ) -> StallRegretRecord {
    let place = Place(scenario: scenario, budget: budget, seed: seed)
    let entry = entries.withLock { entries in
      let entry = entries[place] ?? Entry()
      entries[place] = entry
      return entry
    }
    return entry.record.withLock { known in
      if let known { return known }
      let bound = StallBound(prepared, budget: budget, seed: seed)
      let record = StallRegretRecord(
        proven: bound.proven, reached: bound.reached, reachedBy: bound.reachedBy, lru: bound.lru)
      known = record
      return record
    }
  }
}
