package import ScrollCaching
package import ScrollCore

/// The first line of a log: the properties of the cache.
package struct CacheLogHeader: Sendable, Equatable {
  /// The field that identifies a log, and the possible versions.
  package static let versionField = "scrollsim-cache-log"
  static let versions = 1...2

  /// The version of the lines; version 2 has the internal details of an app's own cache.
  var version = 1

  /// A Boolean value that indicates whether the log has every eviction; otherwise an eviction shows
  /// only in later look-ups that miss.
  package var tellsEvictions: Bool
  /// The limits of the empty cache as given: 0 is no limit, `nil` is unknown.
  package var limits = CacheLimits()
  /// The unit of a cost; `nil` if unknown.
  package var unit: String?
  /// The operations that a probe can perform (`CacheLog.verbs`); `nil` if unknown.
  package var verbs: [CacheVerb]?
  /// A Boolean value that indicates whether values are NSDiscardableContent.
  package var isDiscardable = false
  /// The policy of the cache, as `--policy` takes it; `nil` if unknown.
  package var policy: String?
  /// The seed of a randomized policy; `nil` if unknown.
  package var seed: UInt64?
  /// The expected direction of movement before the content has moved.
  package var direction = ScrollDirection.forward
  /// A Boolean value that indicates whether every key is 16 hexadecimal digits: the number that the
  /// policy hashes.
  package var hasDigests = false
  /// The number of values in the cache at the start of the log.
  package var held = 0
  /// Descriptions for people: of the cache, of the source of the log, and a note.
  package var cache: String?, source: String?, note: String?

  package init(tellsEvictions: Bool, limits: CacheLimits = CacheLimits()) {
    self.tellsEvictions = tellsEvictions
    self.limits = limits
  }
}

extension CacheLogHeader {
  /// The same header without policy, seed, digests and initial values, as for an unknown cache.
  package var ofUnknownCache: CacheLogHeader {
    var header = self
    (header.policy, header.seed, header.hasDigests, header.held) = (nil, nil, false, 0)
    return header
  }

  /// A Boolean value that indicates whether every cost is 1.
  package var countsItems: Bool { unit == "items" }
}

extension CacheLimits {
  /// The same limits, with `nil` in place of 0 for no limit.
  package var zeroIsNone: CacheLimits {
    CacheLimits(cost: cost == 0 ? nil : cost, count: count == 0 ? nil : count)
  }
}

extension CacheLogHeader {
  private static let fields = [
    versionField, "evictions", "count", "cost", "unit", "operations", "values", "cache", "source",
    "note",
  ]

  /// Reads the first line of a log.
  init(_ line: inout LogLine) throws(TraceError) {
    let known = "1, or 2 for the recording of an app's cache"
    guard let version = try line.number(Self.versionField, in: 0...Int.max) else {
      throw line.error(Self.versionField, "is missing", "\(known)")
    }
    guard Self.versions.contains(version) else {
      throw line.error(Self.versionField, text: "\(version)", known)
    }
    guard let tellsEvictions = try line.flag("evictions") else {
      throw line.error(
        "evictions", "is missing", "true if every eviction is in the log, false if none is")
    }
    self.init(tellsEvictions: tellsEvictions, limits: try line.limits())
    self.version = version
    unit = try line.text("unit")
    verbs = try line.verbs(of: version)
    isDiscardable = try line.word("values", ["plain", "discardable"]) == "discardable"
    cache = try line.text("cache")
    source = try line.text("source")
    note = try line.text("note")
    var fields = Self.fields
    if version >= 2 {
      fields += ["policy", "seed", "direction", "keys", "held"]
      policy = try line.text("policy")
      direction =
        try line.word("direction", ["forward", "backward"]) == "backward" ? .backward : .forward
      held = try line.number("held", in: 0...CacheLogReader.most) ?? 0
      seed = try line.unsigned("seed")
      hasDigests = try line.word("keys", ["texts", "digests"]) == "digests"
    }
    try line.expectEnd(knowing: fields)
  }
}

extension LogLine {
  /// Returns the limits in the line; `nil` for those that are missing.
  mutating func limits() throws(TraceError) -> CacheLimits {
    let cost = try number("cost", in: 0...CacheLogReader.most)
    return CacheLimits(cost: cost, count: try number("count", in: 0...CacheLogReader.most))
  }

  /// Returns the value of a field that must be one of the given words; `nil` if the field is
  /// missing.
  mutating func word(_ name: String, _ words: [String]) throws(TraceError) -> String? {
    let expected = words.joined(separator: " or ")
    guard let text = try text(name, expected) else { return nil }
    guard words.contains(text) else { throw error(name, text: text, expected) }
    return text
  }

  /// Returns the operations that a first line lists.
  fileprivate mutating func verbs(of version: Int) throws(TraceError) -> [CacheVerb]? {
    guard let words = try texts("operations") else { return nil }
    var listed: Set<CacheVerb> = []
    for word in words {
      guard let verb = CacheVerb(rawValue: word), verb.version <= version else {
        throw error(
          "operations", "has '\(ClippedText(word))'",
          "some of \(CacheVerb.all(in: version).map(\.rawValue).joined(separator: ", "))")
      }
      listed.insert(verb)
    }
    return CacheVerb.allCases.filter { listed.contains($0) }
  }
}

/// The kinds of operations in a log.
package enum CacheVerb: String, CaseIterable, Sendable {
  case set, get, remove, clear, limits, warning, background, wait, use, release, discard
  case viewport, place
}

extension CacheVerb {
  /// The version of the format that introduced the operation.
  var version: Int {
    switch self {
    case .set, .get, .remove, .clear, .limits, .warning, .background, .wait, .use, .release,
      .discard:
      1
    case .viewport, .place: 2
    }
  }

  /// Returns the operations that a version of the format has.
  static func all(in version: Int) -> [CacheVerb] { allCases.filter { $0.version <= version } }
}

/// A reader for logs of operations on a cache: JSON lines, the first of which describes the cache.
package struct CacheLogReader {
  /// The greatest cost, and the greatest limit.
  static let most = 1_000_000_000_000
  /// The longest wait: 30 days, in milliseconds.
  static let longestWait = 30 * 86_400 * 1_000

  private let bytes: [UInt8]
  private let file: String
  private var reader: JSONReader
  /// The position up to which lines were counted, and the number of the line there.
  private var counted = 0, number = 1

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    reader = JSONReader(bytes, file: file)
  }

  /// Reads a file.
  /// - Throws: `TraceError` for a file that cannot be read, and for the first invalid line.
  package static func load(_ path: String) throws(TraceError) -> CacheLog {
    try read(InputFile.readText(path), named: path)
  }

  /// Reads the bytes of a file.
  /// - Throws: `TraceError` for the first invalid line.
  package static func read(
    _ bytes: [UInt8], named file: String
  ) throws(TraceError) -> CacheLog {
    var reader = CacheLogReader(bytes, file: file)
    guard var first = try reader.nextLine() else {
      throw TraceError(
        file: file, subject: .file, found: .fact("is empty"),
        expected: "a first line with \"\(CacheLogHeader.versionField)\":1")
    }
    var log = CacheLog(named: file, try CacheLogHeader(&first))
    while var line = try reader.nextLine() { try log.read(&line) }
    return log
  }

  /// Returns the next object; `nil` at the end.
  private mutating func nextLine() throws(TraceError) -> LogLine? {
    guard reader.next != nil else { return nil }
    number += bytes[counted..<reader.place].count { $0 == UInt8(ascii: "\n") }
    counted = reader.place
    return try LogLine(&reader, file: file, number: number)
  }
}
