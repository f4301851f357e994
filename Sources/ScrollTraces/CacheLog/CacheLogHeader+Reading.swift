import ScrollCaching
import ScrollCore

extension CacheLogHeader {
  private static let fields = [
    versionField, "evictions", "count", "cost", "unit", "operations", "values", "cache", "source",
    "note",
  ]

  /// Reads the first line.
  init(_ line: inout LogLine) throws(TraceError) {
    let known = "1, or 2 for what an app's own cache has recorded"
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
  /// The limits that it gives; nil where it gives none.
  mutating func limits() throws(TraceError) -> CacheLimits {
    let cost = try number("cost", in: 0...CacheLogReader.most)
    return CacheLimits(cost: cost, count: try number("count", in: 0...CacheLogReader.most))
  }

  /// One of some words; nil if it is left out.
  mutating func word(_ name: String, _ words: [String]) throws(TraceError) -> String? {
    let expected = words.joined(separator: " or ")
    guard let text = try text(name, expected) else { return nil }
    guard words.contains(text) else { throw error(name, text: text, expected) }
    return text
  }

  /// The operations that a first line lists.
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
