import ScrollCaching
import ScrollCore
import ScrollIdentify

/// The replays of one log of operations.
///
/// Without capacities its own limits hold, as they change in it.
struct LogReplay {
  private let log: CacheLog

  init(_ log: CacheLog) { self.log = log }

  /// Every replay, in the order asked.
  /// - Parameters:
  ///   - question: what is asked; capacities may be missing.
  ///   - isKept: whether there is a store, which has no room for logs.
  /// - Returns: a row for each.
  /// - Throws: `CommandError` for what cannot be asked of a log.
  func rows(_ question: ReplayQuestion, isKept: Bool) throws(CommandError) -> [ReplayRow] {
    try check(question, isKept: isKept)
    let counting = (question.unit ?? (log.hasCosts ? .bytes : .items)) == .items
    let unit = counting ? CapacityUnit.items : .bytes
    try question.capacities.require(unit, typed: question.typed)
    if question.policies.contains(where: { $0.entry.isSpatial }) { RequestInput.noteOrder() }
    let workingSet = question.capacities.hasShares ? log.workingSet(counting: counting) : 0
    var cells: [Cell] = []
    for policy in question.policies {
      let draws = policy.entry.facts.drawsAtRandom || !policy.entry.isBuiltIn
      for capacity in question.capacities.optional {
        let amount = capacity?.amount(of: workingSet)
        let limits = amount.map { counting ? CacheLimits(count: $0) : CacheLimits(cost: $0) }
        for seed in draws ? question.seeds : [question.seeds[0]] {
          cells.append(
            Cell(
              policy: policy, share: capacity?.share, capacity: amount, limits: limits, seed: seed,
              showsSeed: draws && question.seeds.count > 1))
        }
      }
    }
    let served = log
    let tallies = ParallelMap.run(cells, progress: "replay") { cell in
      ServedLog(served, counting: counting, limits: cell.limits)
        .tally(of: Candidate(cell.policy), seed: cell.seed)
    }
    return zip(cells, tallies).map { cell, tally in
      var row = ReplayRow(
        trace: log.name, policy: cell.policy.text, unit: unit.rawValue,
        capacity: cell.capacity ?? ownCapacity(counting: counting), tally: tally)
      row.share = cell.share
      row.seed = cell.showsSeed ? cell.seed : nil
      return row
    }
  }

  private struct Cell: Sendable {
    let policy: Choice<PolicyDescriptor>
    let share: String?
    /// Nil where the log's own limits hold.
    let capacity: Int?, limits: CacheLimits?
    let seed: UInt64
    let showsSeed: Bool
  }

  private func check(_ question: ReplayQuestion, isKept: Bool) throws(CommandError) {
    if isKept {
      throw .usage("--store: '\(log.name)' is a log of operations; expected traces of requests")
    }
    if question.regret || question.warmUp != nil {
      throw .usage(
        "\(question.regret ? "--regret" : "--warm-up"): '\(log.name)' is a log of operations, of "
          + "which every look-up counts; expected a trace of requests")
    }
    if let seer = question.policies.first(where: { $0.entry.facts.needsFuture }) {
      throw .usage(
        "--policy '\(seer.text)': '\(log.name)' is a log of operations; expected a policy that "
          + "does not need to know the future")
    }
  }

  /// The limit of the log's first line; 0 for none.
  private func ownCapacity(counting: Bool) -> Int {
    (counting ? log.header.limits.count : log.header.limits.cost ?? log.header.limits.count) ?? 0
  }
}

extension CapacityList {
  /// The capacities, or nil alone where there are none.
  fileprivate var optional: [Capacity?] { capacities.isEmpty ? [nil] : capacities.map { $0 } }
}
