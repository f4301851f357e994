import ScrollCaching
package import ScrollTraces

/// Reads logs of what was done to a cache: JSON lines, the first of which says what the cache is.
package struct CacheLogReader {
  /// The most that a cost or a limit can be.
  static let most = 1_000_000_000_000
  /// The longest wait: 30 days, in milliseconds.
  static let longestWait = 30 * 86_400 * 1_000

  private let bytes: [UInt8]
  private let file: String
  private var reader: JSONReader
  /// Where lines were counted up to, and the number of the line there.
  private var counted = 0, number = 1

  private init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    reader = JSONReader(bytes, file: file)
  }

  /// Reads a file.
  /// - Throws: `TraceError` for a file that cannot be read, and for the first line that is wrong.
  package static func load(_ path: String) throws(TraceError) -> CacheLog {
    try read(InputFile.readText(path), named: path)
  }

  /// Reads the bytes of a file.
  /// - Throws: `TraceError` for the first line that is wrong.
  package static func read(
    _ bytes: [UInt8], named file: String
  ) throws(TraceError) -> CacheLog {
    var reader = CacheLogReader(bytes, file: file)
    guard var first = try reader.nextLine() else {
      throw TraceError(
        file: file, subject: .file, found: .fact("is empty"),
        expected: "a first line with \"\(CacheLogHeader.versionField)\":\(CacheLogHeader.version)")
    }
    var log = CacheLog(named: file, try CacheLogHeader(&first))
    while var line = try reader.nextLine() { try log.read(&line) }
    return log
  }

  /// The next object; nil at the end.
  private mutating func nextLine() throws(TraceError) -> LogLine? {
    guard reader.next != nil else { return nil }
    number += bytes[counted..<reader.place].count { $0 == UInt8(ascii: "\n") }
    counted = reader.place
    return try LogLine(&reader, file: file, number: number)
  }
}

extension CacheLogHeader {
  private static let fields = [
    versionField, "evictions", "count", "cost", "unit", "operations", "values", "cache", "source",
    "note",
  ]

  /// Reads the first line.
  fileprivate init(_ line: inout LogLine) throws(TraceError) {
    guard let version = try line.number(Self.versionField, in: 0...Int.max) else {
      throw line.error(
        Self.versionField, "is missing", "\(Self.version), the version of the format")
    }
    guard version == Self.version else {
      throw line.error(Self.versionField, text: "\(version)", "\(Self.version)")
    }
    guard let tellsEvictions = try line.flag("evictions") else {
      throw line.error(
        "evictions", "is missing", "true if every eviction is in the log, false if none is")
    }
    self.init(tellsEvictions: tellsEvictions, limits: try line.limits())
    unit = try line.text("unit")
    verbs = try line.verbs()
    isDiscardable = try line.word("values", ["plain", "discardable"]) == "discardable"
    cache = try line.text("cache")
    source = try line.text("source")
    note = try line.text("note")
    try line.expectEnd(knowing: Self.fields)
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
  fileprivate mutating func verbs() throws(TraceError) -> [CacheVerb]? {
    guard let words = try texts("operations") else { return nil }
    var listed: Set<CacheVerb> = []
    for word in words {
      guard let verb = CacheVerb(rawValue: word) else {
        throw error(
          "operations", "has '\(ClippedText(word))'",
          "some of \(CacheVerb.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      listed.insert(verb)
    }
    return CacheVerb.allCases.filter { listed.contains($0) }
  }
}
