package import ScrollCaching
package import ScrollCore
import ScrollSimulation
package import ScrollTraces

/// One replay of a stream with a policy, and its counts.
package struct ReplayRecord: Sendable, Equatable {
  /// The fewest possible misses for a policy of its kind.
  package struct Bound: Sendable, Equatable {
    /// The name: `belady`, `min-bypass` or `pfoo-l`; `none` if nothing bounds the policy.
    package var name: String
    package var misses: Int?, bytes: Int?

    package init(name: String, misses: Int?, bytes: Int?) {
      self.name = name
      self.misses = misses
      self.bytes = bytes
    }
  }

  /// The digest of the stream, policy, settings, capacity, seed and warm-up.
  package var key: ContentKey
  package var stream: StreamRecord
  /// The name of the policy or cache model.
  var policy: String
  /// All settings, as a JSON object of strings.
  var settings: String
  /// The policy with the settings that differ from its defaults, such as `clock:bits=2`.
  package var label: String
  /// The unit: `items` or `bytes`.
  package var unit: String
  package var capacity: Int
  /// The capacity as requested, if that was a share of all images.
  package var share: String?
  /// The seed; `nil` for a policy that draws nothing.
  package var seed: Int?
  /// The number of requests before those that are counted.
  package var warmUp: Int
  package var requests = 0, misses = 0, bytesRequested = 0, bytesMissed = 0
  /// The reason why the policy does not behave as documented with so small a cache; `nil` if it
  /// does.
  package var note: String?
  /// The bound; `nil` if none was requested.
  package var bound: Bound?

  package init(
    key: ContentKey, stream: StreamRecord, policy: String, settings: String, label: String,
    unit: String, capacity: Int, share: String?, seed: Int?, warmUp: Int
  ) {
    self.key = key
    self.stream = stream
    self.policy = policy
    self.settings = settings
    self.label = label
    self.unit = unit
    self.capacity = capacity
    self.share = share
    self.seed = seed
    self.warmUp = warmUp
  }

  package var missRatio: Double { requests == 0 ? 0 : Double(misses) / Double(requests) }

  /// The misses above the bound per request; `nil` if no bound is known.
  package var regret: Double? {
    bound?.misses.map { Double(misses - $0) / Double(max(1, requests)) }
  }

  /// The columns that are null until a bound is requested.
  static let boundColumns = ["bound", "least_misses", "least_bytes"]

  var values: [StoredValue] {
    [
      .text(key.description), .text(stream.digest.description), .text(policy), .text(settings),
      .text(label), .text(unit), .integer(capacity), StoredValue(share), StoredValue(seed),
      .integer(warmUp), .integer(requests), .integer(misses), .integer(bytesRequested),
      .integer(bytesMissed), StoredValue(note),
    ] + boundValues
  }

  /// The values of `boundColumns`.
  var boundValues: [StoredValue] {
    [StoredValue(bound?.name), StoredValue(bound?.misses), StoredValue(bound?.bytes)]
  }
}

/// The record of a stream of requests.
package struct StreamRecord: Sendable, Equatable {
  /// The digest of the ids and sizes, which does not depend on the file's format.
  package var digest: ContentKey
  /// The path as named; of several names the store keeps the alphabetically first.
  package var path: String
  var requests: Int
  /// The number of different ids.
  var images: Int
  /// The bytes of all different images, each with its largest size; `nil` without sizes.
  var bytes: Int?
  /// The format of the file and the columns that were read, `csv: id = column 2 'key'`; `nil` for a
  /// scroll trace.
  var readAs: String?
  /// The gestures or the first requests, which identify copies and parts of one stream.
  var origin: StreamOrigin

  package init(
    digest: ContentKey, path: String, requests: Int, images: Int, bytes: Int?,
    readAs: String? = nil, origin: StreamOrigin
  ) {
    self.digest = digest
    self.path = path
    self.requests = requests
    self.images = images
    self.bytes = bytes
    self.readAs = readAs
    self.origin = origin
  }

  /// The name of the file without its folder.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var values: [StoredValue] {
    [
      .text(digest.description), .text(path), .integer(requests), .integer(images),
      StoredValue(bytes), StoredValue(readAs),
    ] + origin.values
  }
}

extension ReplayRecord {
  /// Creates the record of a replay that has not been made.
  /// - Parameters:
  ///   - policy: The policy with its settings.
  ///   - stream: The stream to replay.
  ///   - unit: `items` or `bytes`.
  ///   - capacity: The cache's limit in that unit.
  ///   - share: The capacity as requested, if that was a share.
  ///   - seed: The seed; `nil` for a policy that draws nothing.
  ///   - warmUp: The number of requests before those that are counted.
  package init(
    of policy: Choice<PolicyDescriptor>, on stream: StreamRecord, unit: String, capacity: Int,
    share: String?, seed: Int?, warmUp: Int
  ) {
    let key = """
      replay 1
      stream \(stream.digest)
      policy \(policy.keyText)
      unit \(unit)
      capacity \(capacity)\(share.map { " as \($0)" } ?? "")
      seed \(seed.map { "\($0)" } ?? "none")
      warm-up \(warmUp)

      """
    self.init(
      key: ContentKey(of: key), stream: stream, policy: policy.entry.name,
      settings: policy.settingsText, label: policy.label, unit: unit, capacity: capacity,
      share: share, seed: seed, warmUp: warmUp)
  }
}

extension StreamRecord {
  /// Creates the record of a stream in the store.
  /// - Parameters:
  ///   - log: The requests, with their sizes if they have any.
  ///   - path: The path as named.
  ///   - scroll: The scroll that makes the requests; `nil` for a list of requests.
  /// - Complexity: O(requests).
  package init(of log: RequestLog, at path: String, scroll: ScrollTrace?) {
    let digest = log.digest
    guard let key = ContentKey(hex: String(digest.hex.prefix(32))) else {
      preconditionFailure("a digest is hexadecimal, not \(digest.hex)")
    }
    self.init(
      digest: key, path: path, requests: log.count, images: log.imageCount,
      bytes: log.hasSizes ? log.workingSet : nil, readAs: log.readAs,
      origin: scroll.map { trace in
        let record = TraceRecord(trace, path: path)
        return .scroll(record.gestures, recording: record.recording)
      } ?? .requests(StreamBeginning(of: log)))
  }
}

extension ResultStore {
  /// Stores replays with their streams; existing ones are not changed, except that missing bounds
  /// are added.
  /// - Throws: `ResultStoreError` if the store cannot be written.
  package func write(_ replays: [ReplayRecord]) throws(ResultStoreError) {
    try write { database in
      for replay in replays { try Self.insert(replay, database) }
    }
  }

  /// Returns all replays, in order of stream, unit, capacity, policy and seed.
  package func replays() throws(ResultStoreError) -> [ReplayRecord] {
    try read { database in
      try database.rows(StoreQueries.replays) { try $0.replay() }
    }
  }

  /// Returns replays by their keys; those that have not been made are left out.
  /// - Complexity: O(*n* log *m*) in the keys and the replays of the store.
  package func replays(
    _ keys: some Sequence<ContentKey>
  ) throws(ResultStoreError) -> [ContentKey: ReplayRecord] {
    try read { database in
      var replays: [ContentKey: ReplayRecord] = [:]
      for key in keys {
        replays[key] = try database.row(StoreQueries.replay, [.text("\(key)")])?.replay()
      }
      return replays
    }
  }

  /// Inserts a replay with its stream.
  /// - Returns: `true` if the replay was not there before.
  @discardableResult
  static func insert(_ replay: ReplayRecord, _ database: Database) throws -> Bool {
    try database.run(TableStatements.stream.insertLeast, replay.stream.values)
    let isNew = try database.run(TableStatements.replay.insert, replay.values) == 1
    guard !isNew else { return true }
    if replay.bound != nil {
      try database.run(
        """
        UPDATE replay SET bound = ?2, least_misses = ?3, least_bytes = ?4
        WHERE key = ?1 AND bound IS NULL
        """,
        [.text(replay.key.description)] + replay.boundValues)
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
  /// Returns the replay of a row of `StoreQueries.replays`.
  func replay() throws -> ReplayRecord {
    let count = SchemaTable.replay.columns.count
    try values(of: .replay, at: 0)
    try values(of: .stream, at: count)
    guard
      let origin = StreamOrigin(
        gestures: try decode(count + 6),
        recording: try decode(count + 7),
        beginning: try decode(count + 8))
    else { throw UnexpectedContent(description: "the origin of a stream cannot be read") }
    let stream = StreamRecord(
      digest: try key(count), path: try decode(count + 1),
      requests: try decode(count + 2),
      images: try decode(count + 3),
      bytes: try decode(count + 4),
      readAs: try decode(count + 5), origin: origin)
    var record = ReplayRecord(
      key: try key(0), stream: stream, policy: try decode(2),
      settings: try decode(3), label: try decode(4),
      unit: try decode(5), capacity: try decode(6),
      share: try decode(7), seed: try decode(8),
      warmUp: try decode(9))
    record.requests = try decode(10)
    record.misses = try decode(11)
    record.bytesRequested = try decode(12)
    record.bytesMissed = try decode(13)
    record.note = try decode(14)
    if let bound: String = try decode(15) {
      record.bound = ReplayRecord.Bound(
        name: bound, misses: try decode(16),
        bytes: try decode(17))
    }
    return record
  }
}
