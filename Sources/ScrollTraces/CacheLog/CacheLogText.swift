import ScrollCaching
package import ScrollCore

/// A log as text: a line for its header, one for each operation and one for each observation.
package enum CacheLogText {
  /// Returns the first line of a log.
  package static func line(_ header: CacheLogHeader) -> String {
    var fields = ["\"\(CacheLogHeader.versionField)\":\(header.version)"]
    func append(_ name: String, _ text: String?) {
      if let text { fields.append("\"\(name)\":\(quoted(text))") }
    }
    append("cache", header.cache)
    append("policy", header.policy)
    if let seed = header.seed { fields.append("\"seed\":\(seed)") }
    if header.direction == .backward { append("direction", "backward") }
    if header.hasDigests { append("keys", "digests") }
    fields += limits(header.limits)
    append("unit", header.unit)
    fields.append("\"evictions\":\(header.tellsEvictions)")
    if header.held > 0 { fields.append("\"held\":\(header.held)") }
    if header.isDiscardable { append("values", "discardable") }
    if let verbs = header.verbs {
      fields.append("\"operations\":[\(verbs.map { quoted($0.rawValue) }.joined(separator: ","))]")
    }
    append("source", header.source)
    append("note", header.note)
    return "{\(fields.joined(separator: ","))}"
  }

  /// Returns the line of an operation, and those of its observations.
  package static func lines(_ entry: CacheLog.Entry, key: (ImageID) -> String) -> [String] {
    var lines = [line(entry.operation, entry.details, hit: entry.hit, key: key)]
    if case .place(let image, let places) = entry.operation {
      lines += places.dropFirst().map { place in
        let fields = ["\"key\":\(quoted(key(image)))"] + place.fields + ["\"also\":true"]
        return "{\"op\":\"place\",\(fields.joined(separator: ","))}"
      }
    }
    for image in entry.evicted {
      lines.append("{\"op\":\"evicted\",\"key\":\(quoted(key(image)))}")
    }
    for content in entry.contents {
      let fields = "\"key\":\(quoted(key(content.image))),\"kept\":\(content.isKept)"
      lines.append("{\"op\":\"content\",\(fields)}")
    }
    return lines
  }

  /// Returns the text of a whole log.
  package static func text(_ log: CacheLog) -> String {
    let rest = log.entries.flatMap { entry in lines(entry) { log.key($0) } }
    return ([line(log.header)] + rest).map { $0 + "\n" }.joined()
  }

  /// Returns a short text for an operation in messages: `set b`, `limits count 2`.
  package static func words(_ operation: CacheOperation, key: (ImageID) -> String) -> String {
    let what: [String] =
      switch operation {
      case .limits(let count, let cost):
        [count.map { "count \($0)" }, cost.map { "cost \($0)" }].compactMap { $0 }
      case .warning(let level): level == .warning ? [] : ["\(level)"]
      case .wait(let time): ["\(time) ms"]
      case .viewport(let viewport): ["\(viewport.lower) to \(viewport.upper)"]
      case .set(let image, let cost): [key(image)] + (cost == 1 ? [] : ["cost \(cost)"])
      default: operation.image.map { [key($0)] } ?? []
      }
    return ([operation.verb.rawValue] + what).joined(separator: " ")
  }

  private static func line(
    _ operation: CacheOperation, _ details: OperationDetails, hit: Bool?, key: (ImageID) -> String
  ) -> String {
    var fields = ["\"op\":\"\(operation.verb.rawValue)\""]
    if let image = operation.image { fields.append("\"key\":\(quoted(key(image)))") }
    switch operation {
    case .set(_, let cost): if cost != 1 { fields.append("\"cost\":\(cost)") }
    case .limits(let count, let cost): fields += limits(CacheLimits(cost: cost, count: count))
    case .warning(let level): if level != .warning { fields.append("\"level\":\"\(level)\"") }
    case .wait(let time): fields.append("\"ms\":\(time)")
    case .viewport(let viewport): fields += viewport.fields
    case .place(_, let places): fields += places.first?.fields ?? []
    default: break
    }
    fields += details.fields
    if let hit { fields.append("\"hit\":\(hit)") }
    return "{\(fields.joined(separator: ","))}"
  }

  private static func limits(_ limits: CacheLimits) -> [String] {
    [limits.count.map { "\"count\":\($0)" }, limits.cost.map { "\"cost\":\($0)" }]
      .compactMap { $0 }
  }
}

extension CacheLogText {
  /// Returns a text in quotation marks (RFC 8259, section 7).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || 0x7f..<0xa0 ~= scalar.value:
        quoted += "\\u" + UInt16(scalar.value).hexadecimal
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}

extension LoggedViewport {
  /// The fields of the viewport's line, without those that have their default.
  var fields: [String] {
    var fields = LoggedPlace(lower: lower, upper: upper).fields
    if velocity != 0 { fields.append("\"velocity\":\(velocity)") }
    if direction == .backward { fields.append("\"direction\":\"backward\"") }
    if phase != .idle { fields.append("\"phase\":\"\(phase.word)\"") }
    return fields
  }
}

extension LoggedPlace {
  var fields: [String] { ["\"from\":\(lower)", "\"to\":\(upper)"] }
}

extension OperationDetails {
  /// The fields that the details add to a line.
  var fields: [String] {
    var fields: [String] = []
    if admission == .prefetched { fields.append("\"as\":\"prefetch\"") }
    if let load {
      fields.append("\"load_ms\":\(load.milliseconds)")
      if load.decodeMilliseconds != load.milliseconds {
        fields.append("\"decode_ms\":\(load.decodeMilliseconds)")
      }
    }
    if let cost { fields.append("\"cost\":\(cost)") }
    if isExpired { fields.append("\"why\":\"expired\"") }
    fields += reaction?.fields ?? []
    if let time { fields.append("\"ns\":\(time.nanoseconds)") }
    if let isStored { fields.append("\"stored\":\(isStored)") }
    return fields
  }
}

extension LoggedReaction {
  fileprivate var fields: [String] {
    switch self {
    case .everything: ["\"keep\":\"everything\""]
    case .nothing: ["\"keep\":\"nothing\""]
    case .pinned: ["\"keep\":\"pinned\""]
    case .share(let share): ["\"share\":\(share)"]
    }
  }
}
