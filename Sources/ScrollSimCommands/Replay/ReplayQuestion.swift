import ScrollCaching
import ScrollCore
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// The request for every trace: policies, capacities, seeds, and the counted unit.
struct ReplayQuestion {
  var policies: [Choice<PolicyDescriptor>]
  /// A Boolean value that indicates whether the user named the policies.
  ///
  /// Otherwise the policy of a log takes precedence.
  let namesPolicies: Bool
  let capacities: CapacityList
  /// The capacities as typed.
  let typed: [String]
  /// The unit; `nil` if it depends on the trace.
  let unit: CapacityUnit?
  let seeds: [UInt64]
  let warmUp: WarmUp?
  let regret: Bool

  /// Throws an error for options that exclude each other.
  func check() throws(CommandError) {
    if regret, warmUp != nil {
      throw .usage(
        "--regret: the bounds count every request from an empty cache; expected no --warm-up")
    }
    if unit == .items { try capacities.require(.items, typed: typed) }
  }

  /// One replay.
  struct Cell: Sendable {
    let policy: Choice<PolicyDescriptor>
    /// The capacity as typed, if it is a share.
    let share: String?
    let capacity: Int
    /// The seed; `nil` for a policy that is not randomized, for which one replay is enough.
    let seed: UInt64?
  }

  /// Returns every replay of a trace, in the requested order.
  /// - Parameters:
  ///   - trace: The requests of the trace.
  ///   - scroll: The scroll that makes the requests; `nil` for a list of requests.
  ///   - name: The name of the trace.
  ///   - store: The store that has earlier replays and receives the new ones; `nil` for none.
  /// - Returns: a row for each.
  /// - Throws: `CommandError` for a request that does not fit the trace, and for a store that
  ///   fails.
  func rows(
    of trace: RequestLog, _ scroll: ScrollTrace?, called name: String, keptIn store: ResultStore?
  ) throws(CommandError) -> [ReplayRow] {
    if unit == .bytes, !trace.hasSizes { throw StreamOptions.noSizes(name) }
    if trace.hasOperations {
      if regret {
        throw StreamOptions.hasOperations(name, "--regret compares with a bound on requests")
      }
      if let policy = policies.first(where: { $0.entry.facts.needsFuture }) {
        throw StreamOptions.hasOperations(
          name, "'\(policy.text)' is optimal only for requests")
      }
    }
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
      let stream = StreamRecord(of: trace, at: name, scroll: scroll)
      let mean = unit == .items ? 1 : trace.meanSize
      tallies = try KeptReplays(store, of: stream, mean: mean, unit: unit, warmUp: warmUp)
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
      row.readAs = trace.readAs
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
  /// Returns a note if the capacity is too small for the policy to behave as documented; `nil` if
  /// it is large enough.
  ///
  /// Sizes are counted in images of the mean size over all requests.
  func shortage(_ unit: CapacityUnit, mean: Double) -> String? {
    let room = mean > 0 ? Double(capacity) / mean : .infinity
    return policy.shortage(inRoomFor: room, countsImages: unit == .items).map {
      "capacity too small: holds \(NumberText.fixed($0.room, decimals: 1)) images, needs \($0.needed)"
    }
  }
}

/// The replays of one stream in a store, for reading earlier ones and writing new ones.
struct KeptReplays {
  private let store: ResultStore
  private let stream: StreamRecord
  private let unit: CapacityUnit
  private let warmUp: Int
  private let mean: Double

  /// Creates the replays of a stream.
  /// - Parameters:
  ///   - store: The store, to read and to write.
  ///   - stream: The stream.
  ///   - mean: The mean size of its requests in the unit.
  ///   - unit: The unit of capacities.
  ///   - warmUp: The number of requests that are not counted.
  init(
    _ store: ResultStore, of stream: StreamRecord, mean: Double, unit: CapacityUnit, warmUp: Int
  ) {
    self.store = store
    self.stream = stream
    self.unit = unit
    self.warmUp = warmUp
    self.mean = mean
  }

  /// Returns one result for each cell.
  ///
  /// The results that the store lacks are made and written together.
  /// - Parameters:
  ///   - cells: The requested cells.
  ///   - regret: `true` if each result needs a bound.
  ///   - make: A closure that makes the results of some cells.
  /// - Returns: the results in the order of the cells.
  /// - Throws: `CommandError` if the store cannot be read or written, and for a seed that is too
  ///   large for the store.
  func results(
    of cells: [ReplayQuestion.Cell], regret: Bool,
    making make: ([ReplayQuestion.Cell]) -> [ReplayJob.Result]
  ) throws(CommandError) -> [ReplayJob.Result] {
    var records: [ReplayRecord] = []
    for cell in cells { records.append(try record(of: cell)) }
    do {
      let kept = try store.replays(records.map(\.key)).filter { !regret || $0.value.bound != nil }
      let missing = cells.indices.filter { kept[records[$0].key] == nil }
      let made = Dictionary(
        uniqueKeysWithValues: zip(missing, make(missing.map { cells[$0] })))
      noteUnstored(cells)
      try store.write(
        missing.filter { cells[$0].mayBeStored }.compactMap { index in
          made[index].map { records[index].counting($0, regret: regret) }
        })
      let reused = cells.count - missing.count
      if reused > 0 {
        Output.say(
          "note: \(Phrase.count(reused, "replay")) of '\(stream.path)' taken from the store")
      }
      return cells.indices.compactMap {
        made[$0] ?? kept[records[$0].key].map(ReplayJob.Result.init)
      }
    } catch { throw CommandError(error) }
  }

  /// Prints a note about programs whose replays are not stored.
  private func noteUnstored(_ cells: [ReplayQuestion.Cell]) {
    var noted: [String] = []
    for cell in cells where !cell.mayBeStored && !noted.contains(cell.policy.text) {
      noted.append(cell.policy.text)
      Output.say(
        "note: '\(cell.policy.text)' states no version; its replays of '\(stream.path)' are "
          + "not stored")
    }
  }

  private func record(of cell: ReplayQuestion.Cell) throws(CommandError) -> ReplayRecord {
    let seed = cell.seed.map { Int(exactly: $0) }
    if case .some(.none) = seed {
      throw .usage("--seed: a store holds seeds up to \(Int.max); expected a smaller one")
    }
    var record = ReplayRecord(
      of: cell.policy, on: stream, unit: unit.rawValue, capacity: cell.capacity,
      share: cell.share, seed: seed ?? nil, warmUp: warmUp)
    record.note = cell.shortage(unit, mean: mean)
    return record
  }
}

extension ReplayQuestion.Cell {
  fileprivate var mayBeStored: Bool { policy.entry.mayBeStored(policy.settings) }
}

extension ReplayRecord {
  /// Returns the record with the counts of a result.
  fileprivate func counting(_ result: ReplayJob.Result, regret: Bool) -> ReplayRecord {
    var record = self
    record.requests = result.tally.requests
    record.misses = result.tally.misses
    record.bytesRequested = Int(result.tally.costRequested)
    record.bytesMissed = Int(result.tally.costMissed)
    guard regret else { return record }
    record.bound = Bound(
      name: result.bound?.name ?? "none", misses: result.bound?.misses,
      bytes: result.bound?.bytesMissed)
    return record
  }
}

extension ReplayJob.Result {
  /// Creates a result from a record in the store.
  fileprivate init(_ record: ReplayRecord) {
    var tally = Tally()
    tally.requests = record.requests
    tally.misses = record.misses
    tally.costRequested = Int64(record.bytesRequested)
    tally.costMissed = Int64(record.bytesMissed)
    var bound: LeastMisses.Bound?
    if let known = record.bound, let misses = known.misses, let bytes = known.bytes {
      bound = LeastMisses.Bound(name: known.name, misses: misses, bytesMissed: bytes)
    }
    self.init(tally: tally, bound: bound)
  }
}

/// A job that makes the replays of one stream on all cores.
struct ReplayJob {
  /// The counts of a replay, and the bound of its misses.
  ///
  /// The bound is `nil` if none was requested, or if no bound applies to the policy.
  struct Result: Sendable {
    let tally: Tally
    let bound: LeastMisses.Bound?
  }

  private let log: RequestLog
  private let unit: CapacityUnit
  private let warmUp: Int
  /// The seed for cells that have none.
  private let seed: UInt64
  private let regret: Bool

  /// Creates a job.
  /// - Parameters:
  ///   - log: The requests. They have sizes only if capacities are in bytes.
  ///   - unit: The unit of capacities.
  ///   - warmUp: The number of requests that are not counted.
  ///   - seed: The seed for cells that have none.
  ///   - regret: `true` to compute bounds.
  init(_ log: RequestLog, unit: CapacityUnit, warmUp: Int, seed: UInt64, regret: Bool) {
    self.log = log
    self.unit = unit
    self.warmUp = warmUp
    self.seed = seed
    self.regret = regret
  }

  /// Returns one result for each cell.
  func results(of cells: [ReplayQuestion.Cell]) -> [Result] {
    guard !cells.isEmpty else { return [] }
    let needsFuture = cells.contains { $0.policy.entry.facts.needsFuture }
    // A policy that looks ahead needs every request at once.
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
      Output.say("note: images change their sizes; pfoo-l uses the smallest size of each")
    }
    let bounds = ParallelMap.run(distinct, progress: "bound") {
      LeastMisses.Bounds(stream, capacity: $0)
    }
    return Dictionary(uniqueKeysWithValues: zip(distinct, bounds))
  }
}
