import ScrollCaching
import ScrollCore
import ScrollTraces

/// The replays of one stream, on all cores.
struct ReplayJob {
  /// What a replay counted, and the fewest misses that could be; no bound where none was asked for,
  /// or nothing bounds the policy.
  struct Result: Sendable {
    let tally: Tally
    let bound: LeastMisses.Bound?
  }

  private let log: RequestLog
  private let unit: CapacityUnit
  private let warmUp: Int
  /// For policies that draw nothing.
  private let seed: UInt64
  private let regret: Bool

  /// - Parameters:
  ///   - log: with sizes only where capacities are memory.
  ///   - unit: of capacities.
  ///   - warmUp: requests that are not counted.
  ///   - seed: of policies that have none of their own.
  ///   - regret: whether bounds are worked out.
  init(_ log: RequestLog, unit: CapacityUnit, warmUp: Int, seed: UInt64, regret: Bool) {
    self.log = log
    self.unit = unit
    self.warmUp = warmUp
    self.seed = seed
    self.regret = regret
  }

  /// One result for each cell.
  func results(of cells: [ReplayQuestion.Cell]) -> [Result] {
    guard !cells.isEmpty else { return [] }
    let needsFuture = cells.contains { $0.policy.entry.facts.needsFuture }
    // Whoever looks ahead needs every request at once.
    let whole = needsFuture || regret ? log.stream : nil
    let nextUses = needsFuture ? whole?.nextUses() ?? [] : []
    let least = regret ? whole.map { leastMisses(of: $0, cells) } ?? [:] : [:]
    let size = whole?.sizes?.first ?? 1
    return ParallelMap.run(cells, progress: "replay") { cell in
      let policy = cell.policy
      let limits =
        unit == .bytes ? CacheLimits(cost: cell.capacity) : CacheLimits(count: cell.capacity)
      let setup = PolicySetup(
        imageCount: log.imageCount, limits: limits, settings: policy.settings,
        seed: cell.seed ?? seed, placement: log.placement,
        nextUses: policy.entry.facts.needsFuture ? nextUses : [])
      return Result(
        tally: policy.entry.replay(log.parts(warmUp: warmUp), setup),
        bound: least[cell.capacity]?.bound(of: policy, capacity: cell.capacity, size: size))
    }
  }

  private func leastMisses(
    of stream: RequestStream, _ cells: [ReplayQuestion.Cell]
  ) -> [Int: LeastMisses.Bounds] {
    let distinct = Set(cells.map(\.capacity)).sorted()
    if LRUCurve.exactFrom(stream) == nil {
      Output.say("note: images change their sizes; pfoo-l takes the smallest that each one has")
    }
    let bounds = ParallelMap.run(distinct, progress: "bound") {
      LeastMisses.Bounds(stream, capacity: $0)
    }
    return Dictionary(uniqueKeysWithValues: zip(distinct, bounds))
  }
}
