import GRDB
import ScrollSimulation

extension ResultStore {
  /// Keeps replays with their streams; what is there of them already stays, and is given the bounds
  /// that it lacks.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ replays: [ReplayRecord]) throws(ResultStoreError) {
    try write { database in
      for replay in replays { try Self.insert(replay, database) }
    }
  }

  /// All replays, in order of stream, unit, capacity, policy and seed.
  package func replays() throws(ResultStoreError) -> [ReplayRecord] {
    try read { database in
      try Row.fetchAll(database, sql: StoreQueries.replays).map { try $0.replay() }
    }
  }

  /// Replays by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the replays of the store.
  package func replays(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: ReplayRecord] {
    try read { database in
      let statement = try database.cachedStatement(sql: StoreQueries.replay)
      var replays: [ContentKey: ReplayRecord] = [:]
      for key in keys {
        guard let row = try Row.fetchOne(statement, arguments: [key.description]) else { continue }
        replays[key] = try row.replay()
      }
      return replays
    }
  }

  /// Inserts a replay with its stream.
  /// - Returns: Whether the replay was not there before.
  @discardableResult
  static func insert(_ replay: ReplayRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.stream.insertLeast, replay.stream.values)
    try database.run(TableStatements.replay.insert, replay.values)
    guard database.changesCount == 0 else { return true }
    if replay.bound != nil {
      try database.run(TableStatements.replay.fill, [.text(replay.key.description)] + replay.later)
    }
    return false
  }
}

extension StoreQueries {
  private static let replayColumns =
    (StoreSchema.current["replay"].columnNames.map { "replay.\($0)" }
    + StoreSchema.current["stream"].columnNames.map { "stream.\($0)" }).joined(separator: ", ")
  private static let fromReplays =
    "SELECT \(replayColumns) FROM replay JOIN stream ON stream.digest = replay.stream"

  static let replays =
    fromReplays + """
       ORDER BY stream.path, replay.unit, replay.capacity, replay.label, replay.seed, replay.key
      """
  static let replay = fromReplays + " WHERE replay.key = ?"
}

extension Row {
  /// The replay of a row of `StoreQueries.replays`.
  func replay() throws -> ReplayRecord {
    let count = StoreSchema.current["replay"].columnNames.count
    let stream = StreamRecord(
      digest: try key(count), path: try decode(String.self, atIndex: count + 1),
      requests: try decode(Int.self, atIndex: count + 2),
      images: try decode(Int.self, atIndex: count + 3),
      bytes: try decode(Int?.self, atIndex: count + 4))
    var record = ReplayRecord(
      key: try key(0), stream: stream, policy: try decode(String.self, atIndex: 2),
      settings: try decode(String.self, atIndex: 3), label: try decode(String.self, atIndex: 4),
      unit: try decode(String.self, atIndex: 5), capacity: try decode(Int.self, atIndex: 6),
      share: try decode(String?.self, atIndex: 7), seed: try decode(Int?.self, atIndex: 8),
      warmUp: try decode(Int.self, atIndex: 9))
    record.requests = try decode(Int.self, atIndex: 10)
    record.misses = try decode(Int.self, atIndex: 11)
    record.bytesRequested = try decode(Int.self, atIndex: 12)
    record.bytesMissed = try decode(Int.self, atIndex: 13)
    record.note = try decode(String?.self, atIndex: 14)
    if let bound = try decode(String?.self, atIndex: 15) {
      record.bound = ReplayRecord.Bound(
        name: bound, misses: try decode(Int?.self, atIndex: 16),
        bytes: try decode(Int?.self, atIndex: 17))
    }
    return record
  }
}
