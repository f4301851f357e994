import ScrollCaching
package import ScrollCore

/// A log as text: a line for its header, one for each operation and one for whatever was seen.
package enum CacheLogText {
  /// The first line.
  package static func line(_ header: CacheLogHeader) -> String {
    var fields = ["\"\(CacheLogHeader.versionField)\":\(CacheLogHeader.version)"]
    func append(_ name: String, _ text: String?) {
      if let text { fields.append("\"\(name)\":\(quoted(text))") }
    }
    append("cache", header.cache)
    fields += limits(header.limits)
    append("unit", header.unit)
    fields.append("\"evictions\":\(header.tellsEvictions)")
    if header.isDiscardable { append("values", "discardable") }
    if let verbs = header.verbs {
      fields.append("\"operations\":[\(verbs.map { quoted($0.rawValue) }.joined(separator: ","))]")
    }
    append("source", header.source)
    append("note", header.note)
    return "{\(fields.joined(separator: ","))}"
  }

  /// The line of an operation, and those of what was seen because of it.
  package static func lines(_ entry: CacheLog.Entry, key: (ImageID) -> String) -> [String] {
    let seen = entry.hit.map { ["\"hit\":\($0)"] } ?? []
    var lines = [line(entry.operation, seen, key: key)]
    for image in entry.evicted {
      lines.append("{\"op\":\"evicted\",\"key\":\(quoted(key(image)))}")
    }
    for content in entry.contents {
      let fields = "\"key\":\(quoted(key(content.image))),\"kept\":\(content.isKept)"
      lines.append("{\"op\":\"content\",\(fields)}")
    }
    return lines
  }

  /// A whole log.
  package static func text(_ log: CacheLog) -> String {
    let rest = log.entries.flatMap { entry in lines(entry) { log.key($0) } }
    return ([line(log.header)] + rest).map { $0 + "\n" }.joined()
  }

  /// An operation in few words, as messages have it: `set b`, `limits count 2`.
  package static func words(_ operation: CacheOperation, key: (ImageID) -> String) -> String {
    let what: [String] =
      switch operation {
      case .limits(let count, let cost):
        [count.map { "count \($0)" }, cost.map { "cost \($0)" }].compactMap { $0 }
      case .warning(let level): level == .critical ? ["critical"] : []
      case .wait(let time): ["\(time) ms"]
      case .set(let image, let cost): [key(image)] + (cost == 1 ? [] : ["cost \(cost)"])
      default: operation.image.map { [key($0)] } ?? []
      }
    return ([operation.verb.rawValue] + what).joined(separator: " ")
  }

  private static func line(
    _ operation: CacheOperation, _ seen: [String], key: (ImageID) -> String
  ) -> String {
    var fields = ["\"op\":\"\(operation.verb.rawValue)\""]
    if let image = operation.image { fields.append("\"key\":\(quoted(key(image)))") }
    switch operation {
    case .set(_, let cost): if cost != 1 { fields.append("\"cost\":\(cost)") }
    case .limits(let count, let cost): fields += limits(CacheLimits(cost: cost, count: count))
    case .warning(let level): if level == .critical { fields.append("\"level\":\"critical\"") }
    case .wait(let time): fields.append("\"ms\":\(time)")
    default: break
    }
    return "{\((fields + seen).joined(separator: ","))}"
  }

  private static func limits(_ limits: CacheLimits) -> [String] {
    [limits.count.map { "\"count\":\($0)" }, limits.cost.map { "\"cost\":\($0)" }]
      .compactMap { $0 }
  }

  /// A text in quotation marks (RFC 8259, section 7).
  static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case _ where scalar.value < 0x20 || 0x7f..<0xa0 ~= scalar.value:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
