/// Reads the requests of a HAR file, as browsers, proxies and Instruments save it.
///
/// HTTP Archive 1.2 (J. Odvarko, A. Jain, A. Davies, "HTTP Archive (HAR) format", W3C Web
/// Performance draft of 14 August 2012), with the fields of Chromium (`_transferSize`,
/// `_fromCache`) and of Safari (`_fetchType`) that say what came from a cache. Fields that are
/// missing say nothing; of addresses and hosts only digests are kept.
package enum HARFile {
  /// - Throws: `TraceError` for what cannot be read, is no JSON, or has no `log.entries`.
  /// - Complexity: O(bytes); besides the file and one body at a time, memory grows with the number
  ///   of its requests, about 250 bytes each.
  package static func load(_ path: String) throws(TraceError) -> [HARRequest] {
    try parse(try InputFile.readWhole(path), file: path)
  }

  /// Reads the bytes of a file; messages call it `file`.
  package static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> [HARRequest] {
    var reader = JSONReader(bytes, file: file)
    var requests: [HARRequest]?
    try reader.readObject("a HAR file") { (name, reader) throws(TraceError) in
      guard name == "log" else { return try reader.skip() }
      try reader.readObject("log") { (name, reader) throws(TraceError) in
        guard name == "entries" else { return try reader.skip() }
        var entries = requests ?? []
        try reader.readArray("log.entries") { (reader) throws(TraceError) in
          guard entries.count < TraceLimits.items else {
            throw reader.wrong("at most \(TraceLimits.items) requests")
          }
          entries.append(try HARRequest(&reader))
        }
        requests = entries
      }
    }
    try reader.expectEnd()
    guard let requests else {
      throw TraceError(
        file: file, subject: .file, found: .fact("has no requests"),
        expected: "a HAR file with log.entries")
    }
    return requests.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
  }
}
