import Dispatch
import ScrollSimCommands
import ScrollTraces
import Synchronization

/// A shrinker that makes a case as simple as possible while it stays as bad: delta debugging.
///
/// It follows A. Zeller, R. Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", IEEE
/// TSE 28(2), 2002, doi:10.1109/32.988498: it removes large parts first, then smaller ones. It
/// judges all simpler cases of a step and takes the first that is bad enough, until there is none.
struct HuntShrinker<Case: HuntedCase> {
  let world: Case.Setup
  let mostTrials: Int
  let jobs: Int
  let judge: @Sendable (Case) -> HuntTrial?
  /// Returns whether a case is still bad enough.
  let keeps: (HuntTrial) -> Bool

  private(set) var trials = 0

  /// Creates a shrinker.
  init(
    in world: Case.Setup, mostTrials: Int, jobs: Int,
    judge: @escaping @Sendable (Case) -> HuntTrial?, keeps: @escaping (HuntTrial) -> Bool
  ) {
    self.world = world
    self.mostTrials = mostTrials
    self.jobs = jobs
    self.judge = judge
    self.keeps = keeps
  }

  /// Shrinks a case until no simpler one is bad enough or the trials are used up.
  mutating func shrink(_ found: HuntSearch<Case>.Found) -> HuntSearch<Case>.Found {
    var best = found
    while let simpler = step(from: best.hunted) { best = simpler }
    return best
  }

  private mutating func step(from hunted: Case) -> HuntSearch<Case>.Found? {
    for candidates in hunted.simpler(in: world) where !candidates.isEmpty {
      guard trials + candidates.count <= mostTrials else { return nil }
      trials += candidates.count
      let outcomes = HuntBatch.map(candidates, jobs: jobs, judge)
      for (candidate, outcome) in zip(candidates, outcomes) {
        guard let trial = outcome, keeps(trial) else { continue }
        return HuntSearch<Case>.Found(hunted: candidate, trial: trial)
      }
    }
    return nil
  }
}

/// Work on several threads, with results in the order of the input.
///
/// The number of threads changes no result.
enum HuntBatch {
  /// Does some work for each element.
  /// - Parameters:
  ///   - elements: The elements.
  ///   - jobs: The number of threads, at least one.
  ///   - work: The work, which must not depend on mutable state.
  /// - Returns: One result for each element.
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
