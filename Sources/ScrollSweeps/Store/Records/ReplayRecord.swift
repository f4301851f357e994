import ScrollSimulation

/// One replay of a stream against a policy, and what it counted.
package struct ReplayRecord: Sendable, Equatable {
  /// The fewest misses that could be, for a policy of its kind.
  package struct Bound: Sendable, Equatable {
    /// `belady`, `min-bypass` or `pfoo-l`; `none` where nothing bounds the policy.
    package var name: String
    package var misses: Int?, bytes: Int?

    package init(name: String, misses: Int?, bytes: Int?) {
      self.name = name
      self.misses = misses
      self.bytes = bytes
    }
  }

  /// The digest of stream, policy, settings, capacity, seed and warm-up.
  package var key: ContentKey
  package var stream: StreamRecord
  /// The name of the policy or cache model.
  package var policy: String
  /// All its settings, a JSON object of texts.
  package var settings: String
  /// The policy with the settings that are not its own, `clock:bits=2`.
  package var label: String
  /// `items` or `bytes`.
  package var unit: String
  package var capacity: Int
  /// The capacity as it was asked for, where that was a share of all images.
  package var share: String?
  /// Nil for a policy that draws nothing.
  package var seed: Int?
  /// Requests before those that are counted.
  package var warmUp: Int
  package var requests = 0, misses = 0, bytesRequested = 0, bytesMissed = 0
  /// Why the policy is not what its name says in so little room; nil if it is.
  package var note: String?
  /// Nil where none was asked for.
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

  /// Misses above the bound per request; nil where none is known.
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

/// What the store says of a stream of requests.
package struct StreamRecord: Sendable, Equatable {
  /// Of its ids and sizes, so that the format of its file does not matter.
  package var digest: ContentKey
  /// As it was named; of several names the store keeps the alphabetically first.
  package var path: String
  package var requests: Int
  /// Different ids.
  package var images: Int
  /// Of all different images, each with its largest size; nil without sizes.
  package var bytes: Int?
  /// The format of the file and the columns that were taken, `csv: id = column 2 'key'`; nil for a
  /// scroll.
  package var readAs: String?

  package init(
    digest: ContentKey, path: String, requests: Int, images: Int, bytes: Int?,
    readAs: String? = nil
  ) {
    self.digest = digest
    self.path = path
    self.requests = requests
    self.images = images
    self.bytes = bytes
    self.readAs = readAs
  }

  /// A file without its folder.
  package var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  var values: [StoredValue] {
    [
      .text(digest.description), .text(path), .integer(requests), .integer(images),
      StoredValue(bytes), StoredValue(readAs),
    ]
  }
}
