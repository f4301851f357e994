import ScrollCaching
import ScrollCore
import ScrollSweeps
import ScrollTraces

/// The replays of one stream that a store has, and those that it is given.
struct KeptReplays {
  private let store: ResultStore
  private let stream: StreamRecord
  private let unit: CapacityUnit
  private let warmUp: Int
  private let mean: Double

  /// - Parameters:
  ///   - store: to read and to write.
  ///   - trace: with its sizes, where it has some.
  ///   - name: what it is called.
  ///   - unit: of capacities.
  ///   - warmUp: requests that are not counted.
  init(
    _ store: ResultStore, of trace: RequestLog, called name: String, unit: CapacityUnit, warmUp: Int
  ) {
    self.store = store
    stream = StreamRecord(of: trace, at: name)
    self.unit = unit
    self.warmUp = warmUp
    mean = unit == .items ? 1 : trace.meanSize
  }

  /// One result for each cell; those that the store lacks are made and written together.
  /// - Parameters:
  ///   - cells: what is asked.
  ///   - regret: whether a result needs its bound.
  ///   - make: makes the results of some cells.
  /// - Returns: the results in the order of the cells.
  /// - Throws: `CommandError` if the store cannot be read or written, and for a seed that it has no
  ///   room for.
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
          "note: \(Words.count(reused, "replay")) of '\(stream.path)' taken from the store")
      }
      return cells.indices.compactMap {
        made[$0] ?? kept[records[$0].key].map(ReplayJob.Result.init)
      }
    } catch { throw CommandError(error) }
  }

  /// Says of which programs nothing is kept.
  private func noteUnstored(_ cells: [ReplayQuestion.Cell]) {
    var noted: [String] = []
    for cell in cells where !cell.mayBeStored && !noted.contains(cell.policy.text) {
      noted.append(cell.policy.text)
      Output.say(
        "note: '\(cell.policy.text)' states no version of itself; its replays of "
          + "'\(stream.path)' are not stored")
    }
  }

  private func record(of cell: ReplayQuestion.Cell) throws(CommandError) -> ReplayRecord {
    let seed = cell.seed.map { Int(exactly: $0) }
    if case .some(.none) = seed {
      throw .usage("--seed: a store keeps seeds up to \(Int.max); expected a smaller one")
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
  /// The same with what was counted.
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
  /// What a store has of a replay.
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
