import ScrollCaching
import ScrollCore
import ScrollTraces

extension CacheLog {
  /// The words for what was seen.
  private enum Seen: String, CaseIterable {
    case evicted, content
  }

  /// Adds a line that is not the first.
  mutating func read(_ line: inout LogLine) throws(TraceError) {
    let words = CacheVerb.allCases.map(\.rawValue) + Seen.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let word = try line.text("op", expected) else {
      throw line.error("op", "is missing", expected)
    }
    if let seen = Seen(rawValue: word) { return try read(seen, &line) }
    guard let verb = CacheVerb(rawValue: word) else {
      throw line.error("op", text: word, expected)
    }
    if let verbs = header.verbs, !verbs.contains(verb) {
      throw line.error(
        "op", text: word,
        "one of \(verbs.map(\.rawValue).joined(separator: ", ")), as the first line says")
    }
    try read(verb, &line)
  }

  private mutating func read(_ verb: CacheVerb, _ line: inout LogLine) throws(TraceError) {
    var known = ["op", "key"]
    var hit: Bool?
    let operation: CacheOperation
    switch verb {
    case .set:
      known.append("cost")
      let image = try image(of: &line)
      operation = .set(image, cost: try cost(of: &line))
    case .get:
      known.append("hit")
      operation = .get(try image(of: &line))
      hit = try line.flag("hit")
    case .remove: operation = .remove(try image(of: &line))
    case .use: operation = .use(try image(of: &line))
    case .release: operation = .release(try image(of: &line))
    case .discard: operation = .discard(try discardable(of: &line))
    case .clear:
      known = ["op"]
      operation = .clear
    case .background:
      known = ["op"]
      operation = .background
    case .limits:
      known = ["op", "count", "cost"]
      let limits = try line.limits()
      guard limits != CacheLimits() else {
        throw line.error("count", "is missing, and so is 'cost'", "at least one of them")
      }
      operation = .limits(count: limits.count, cost: limits.cost)
    case .warning:
      known = ["op", "level"]
      let level = try line.word("level", ["warning", "critical"])
      operation = .warning(level == "critical" ? .critical : .warning)
    case .wait:
      known = ["op", "ms"]
      guard let time = try line.number("ms", in: 0...CacheLogReader.longestWait) else {
        throw line.error("ms", "is missing", "milliseconds")
      }
      operation = .wait(milliseconds: time)
    }
    try line.expectEnd(knowing: known)
    append(Entry(line: line.lineNumber, operation: operation, hit: hit))
  }

  private mutating func read(_ seen: Seen, _ line: inout LogLine) throws(TraceError) {
    guard !entries.isEmpty else {
      throw line.error("op", text: seen.rawValue, "an operation before what was seen of it")
    }
    switch seen {
    case .evicted:
      guard header.tellsEvictions else {
        throw line.error(
          "op", text: seen.rawValue, "no evictions, as the first line says \"evictions\":false")
      }
      let image = try image(of: &line)
      try line.expectEnd(knowing: ["op", "key"])
      append(evicted: image)
    case .content:
      let image = try discardable(of: &line)
      guard let isKept = try line.flag("kept") else {
        throw line.error("kept", "is missing", "true or false")
      }
      try line.expectEnd(knowing: ["op", "key", "kept"])
      append(Content(image: image, isKept: isKept))
    }
  }

  private mutating func image(of line: inout LogLine) throws(TraceError) -> ImageID {
    guard let key = try line.text("key") else {
      throw line.error("key", "is missing", "a text")
    }
    return image(key)
  }

  /// The image of a line that only discardable values have.
  private mutating func discardable(of line: inout LogLine) throws(TraceError) -> ImageID {
    guard header.isDiscardable else {
      throw line.error(
        "op", "is of values with content to discard",
        "\"values\":\"discardable\" in the first line, or another operation")
    }
    return try image(of: &line)
  }

  private func cost(of line: inout LogLine) throws(TraceError) -> Int {
    let cost = try line.number("cost", in: 0...CacheLogReader.most)
    if let cost, cost != 1, header.countsItems {
      throw line.error("cost", text: "\(cost)", "1, as the unit of the first line is items")
    }
    return cost ?? 1
  }
}
