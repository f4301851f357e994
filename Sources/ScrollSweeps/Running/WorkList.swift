import Foundation
import Synchronization

/// What of a plan is still to be run, handed out in order.
///
/// The store is asked for a stretch of the plan at a time, right before it is run: what another
/// sweep has put there meanwhile is not made again.
final class WorkList: Sendable {
  /// How many runs are looked up at once.
  static let stretch = 64

  private struct State {
    var next = 0
    var ready: ArraySlice<Int> = []
    var isStopped = false
  }

  private let store: ResultStore
  private let runs: [PlannedRun]
  private let positions: [Int]
  private let regret: RegretKinds
  /// The runs that need not be made, whatever the store has; nil if that is what it has.
  private let made: Set<ContentKey>?
  private let state = Mutex(State())

  /// A list of runs of a plan, by ascending position.
  init(_ store: ResultStore, _ job: SweepJob, positions: [Int], made: Set<ContentKey>?) {
    self.store = store
    runs = job.plan.runs
    self.positions = Self.rotated(positions)
    regret = job.regret
    self.made = made
  }

  /// Takes the next run that is not in the store.
  ///
  /// `present` is called with the runs that are there already.
  /// - Returns: its position; nil when there is none.
  /// - Throws: `ResultStoreError` if the store cannot be asked.
  func next(
    present: ([Int]) throws(ResultStoreError) -> Void
  ) throws(ResultStoreError) -> Int? {
    try state.withLock { state throws(ResultStoreError) -> Int? in
      guard !state.isStopped else { return nil }
      while state.ready.isEmpty, state.next < positions.count {
        let stretch = positions[state.next...].prefix(Self.stretch)
        state.next += stretch.count
        let there: Set<ContentKey>
        if let made {
          there = made
        } else {
          there = try store.present(stretch.map { runs[$0].key }, with: regret)
        }
        state.ready = ArraySlice(stretch.filter { !there.contains(runs[$0].key) })
        try present(stretch.filter { there.contains(runs[$0].key) })
      }
      return state.ready.popFirst()
    }
  }

  /// The same positions from somewhere in the middle on, and then from the beginning.
  ///
  /// Sweeps that were started together begin in different places, and each finds done what
  /// another began with. What a run gives does not depend on when it is made.
  private static func rotated(_ positions: [Int]) -> [Int] {
    let stretches = UInt64(positions.count / stretch)
    guard stretches > 1 else { return positions }
    // Numbers of processes are neighbors, their products with the golden ratio are not.
    let spread = UInt64(ProcessInfo.processInfo.processIdentifier) &* 0x9e37_79b9_7f4a_7c15
    let start = Int((spread >> 32) % stretches) * stretch
    return Array(positions[start...] + positions[..<start])
  }

  /// Hands out nothing more.
  func stop() { state.withLock { $0.isStopped = true } }
}
