import ScrollCaching
import ScrollCore

extension CacheLog {
  /// The words for what was seen.
  private enum Seen: String, CaseIterable {
    case evicted, content
  }

  /// Adds a line that is not the first.
  mutating func read(_ line: inout LogLine) throws(TraceError) {
    let known = CacheVerb.all(in: header.version)
    let words = known.map(\.rawValue) + Seen.allCases.map(\.rawValue)
    let expected = "one of \(words.joined(separator: ", "))"
    guard let word = try line.text("op", expected) else {
      throw line.error("op", "is missing", expected)
    }
    if let seen = Seen(rawValue: word) { return try read(seen, &line) }
    guard let verb = CacheVerb(rawValue: word), known.contains(verb) else {
      throw line.error("op", text: word, expected)
    }
    if let verbs = header.verbs, !verbs.contains(verb) {
      throw line.error(
        "op", text: word,
        "one of \(verbs.map(\.rawValue).joined(separator: ", ")), as the first line says")
    }
    let operation = try operation(verb, &line)
    if case .place(let image, let places) = operation, try line.flag("also") ?? false {
      try line.expectEnd(knowing: verb.fields(in: header.version))
      guard append(places, of: image) else {
        throw line.error("also", "is of no line before", "a line of the same key before it")
      }
      return
    }
    let hit = verb == .get ? try line.flag("hit") : nil
    var details = OperationDetails()
    if header.version > 1 { details = try OperationDetails(of: verb, &line) }
    try line.expectEnd(knowing: verb.fields(in: header.version))
    append(Entry(line: line.lineNumber, operation: operation, hit: hit, details))
  }

  private mutating func operation(
    _ verb: CacheVerb, _ line: inout LogLine
  ) throws(TraceError) -> CacheOperation {
    switch verb {
    case .set:
      let image = try image(of: &line)
      return .set(image, cost: try cost(of: &line))
    case .get: return .get(try image(of: &line))
    case .remove: return .remove(try image(of: &line))
    case .use: return .use(try image(of: &line))
    case .release: return .release(try image(of: &line))
    case .discard: return .discard(try discardable(of: &line))
    case .clear: return .clear
    case .background: return .background
    case .limits:
      let limits = try line.limits()
      guard limits != CacheLimits() else {
        throw line.error("count", "is missing, and so is 'cost'", "at least one of them")
      }
      return .limits(count: limits.count, cost: limits.cost)
    case .warning:
      let known = header.version > 1 ? ["normal", "warning", "critical"] : ["warning", "critical"]
      switch try line.word("level", known) {
      case "normal": return .warning(.normal)
      case "critical": return .warning(.critical)
      default: return .warning(.warning)
      }
    case .wait:
      guard let time = try line.number("ms", in: 0...CacheLogReader.longestWait) else {
        throw line.error("ms", "is missing", "milliseconds")
      }
      return .wait(milliseconds: time)
    case .viewport: return .viewport(try line.viewport())
    case .place:
      let image = try image(of: &line)
      return .place(image, try line.place().map { [$0] } ?? [])
    }
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
