import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// What is asked of every trace: policies, capacities, seeds, and what is counted.
struct ReplayQuestion {
  var policies: [Choice<PolicyDescriptor>]
  /// Whether they were asked for; if not, those of a log come first.
  let namesPolicies: Bool
  let capacities: CapacityList
  /// The capacities as typed.
  let typed: [String]
  /// Nil where the trace decides.
  let unit: CapacityUnit?
  let seeds: [UInt64]
  let warmUp: WarmUp?
  let regret: Bool

  /// Complains about what cannot be asked together.
  func check() throws(CommandError) {
    if regret, warmUp != nil {
      throw .usage(
        "--regret: the bounds count every request from an empty cache on; expected no --warm-up")
    }
    if unit == .items { try capacities.require(.items, typed: typed) }
  }

  /// One replay.
  struct Cell: Sendable {
    let policy: Choice<PolicyDescriptor>
    /// The capacity as typed, where that was a share.
    let share: String?
    let capacity: Int
    /// Nil for a policy that draws nothing, of which one seed is enough.
    let seed: UInt64?
  }

  /// Every replay of a trace, in the order asked.
  /// - Parameters:
  ///   - trace: its requests.
  ///   - name: what it is called.
  ///   - store: has the replays that need not be made, and keeps the others; nil for none.
  /// - Returns: a row for each.
  /// - Throws: `CommandError` for what does not fit the trace, and for a store that fails.
  func rows(
    of trace: RequestLog, called name: String, keptIn store: ResultStore?
  ) throws(CommandError) -> [ReplayRow] {
    if unit == .bytes, !trace.hasSizes { throw StreamOptions.noSizes(name) }
    let unit = unit ?? (trace.hasSizes ? .bytes : .items)
    try capacities.require(unit, typed: typed)
    let log = unit == .items ? trace.countingItems : trace
    let warmUp = try warmUp?.count(of: log.count, in: name) ?? 0
    if policies.contains(where: { $0.entry.isSpatial }), !log.hasItems {
      RequestInput.noteOrder()
    }
    let cells = cells(of: log)
    let job = ReplayJob(log, unit: unit, warmUp: warmUp, seed: seeds[0], regret: regret)
    let tallies: [ReplayJob.Result]
    if let store {
      tallies = try KeptReplays(store, of: trace, called: name, unit: unit, warmUp: warmUp)
        .results(of: cells, regret: regret) { job.results(of: $0) }
    } else {
      tallies = job.results(of: cells)
    }
    let mean = log.meanSize
    return zip(cells, tallies).map { cell, result in
      var row = ReplayRow(
        trace: name, policy: cell.policy.text, unit: unit.rawValue, capacity: cell.capacity,
        tally: result.tally)
      row.share = cell.share
      row.seed = seeds.count > 1 ? cell.seed : nil
      row.warmUp = self.warmUp == nil ? nil : warmUp
      row.note = cell.shortage(unit, mean: mean)
      if regret {
        row.regret = Regret(result.bound, misses: row.misses, bytesMissed: row.bytesMissed)
      }
      return row
    }
  }

  private func cells(of log: RequestLog) -> [Cell] {
    let workingSet = capacities.hasShares ? log.workingSet : 0
    return policies.flatMap { policy in
      let draws = policy.entry.facts.drawsAtRandom || !policy.entry.isBuiltIn
      return capacities.capacities.flatMap { capacity in
        (draws ? seeds.map(Optional.some) : [nil]).map { seed in
          Cell(
            policy: policy, share: capacity.share,
            capacity: capacity.amount(of: workingSet), seed: seed)
        }
      }
    }
  }
}

extension ReplayQuestion.Cell {
  /// That the capacity is below the least in which the policy is what its name says, in images of
  /// the mean size of all requests; nil where it is not.
  func shortage(_ unit: CapacityUnit, mean: Double) -> String? {
    let room = mean > 0 ? Double(capacity) / mean : .infinity
    return policy.shortage(inRoomFor: room, countsImages: unit == .items).map {
      "too small: room for \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
  }
}
