/// The requests of a HAR file, as saved by browsers, proxies and Instruments.
///
/// The format is HTTP Archive 1.2 (J. Odvarko, A. Jain, A. Davies, "HTTP Archive (HAR) format", W3C
/// Web Performance draft of 14 August 2012), with the fields that Chromium (`_transferSize`,
/// `_fromCache`, `_resourceType`), Safari (`_fetchType`) and WebPageTest (`_objectSize`,
/// `_bytesIn`) add. A missing field and `null` count as unknown. Addresses and hosts are kept only
/// as digests.
package struct HARFile {
  /// The requests, by the time at which they began.
  package private(set) var requests: [HARRequest] = []
  /// The errors of the entries that cannot be read, by their place in the file.
  package private(set) var problems: [TraceError] = []

  /// - Throws: `TraceError` for a file that cannot be read, is not JSON, has no `log.entries`, or
  ///   has no entry that can be read.
  /// - Complexity: O(bytes); besides the file and one body at a time, memory grows with the number
  ///   of its requests, about 250 bytes each.
  package static func load(_ path: String) throws(TraceError) -> HARFile {
    try parse(try InputFile.readWhole(path), file: path)
  }

  /// Reads the bytes of a file, with `file` as its name in messages.
  ///
  /// An entry that cannot be read is left out and listed in `problems`. So is the part after the
  /// place at which a file is cut off.
  package static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> HARFile {
    if let foreign = ForeignBytes(bytes) { throw foreign.error(file: file) }
    var har = HARFile()
    var reader = JSONReader(bytes, file: file)
    var hasEntries = false
    do {
      try reader.readObject("a HAR file") { (name, reader) throws(TraceError) in
        guard name == "log" else { return try reader.skip() }
        try reader.readObject("log") { (name, reader) throws(TraceError) in
          guard name == "entries" else { return try reader.skip() }
          hasEntries = true
          try reader.readArray("log.entries") { (reader) throws(TraceError) in
            try har.readEntry(&reader)
          }
        }
      }
      try reader.expectEnd()
    } catch {
      guard !har.requests.isEmpty else { throw har.problems.first ?? error }
      har.problems.append(error)
    }
    guard hasEntries else {
      throw TraceError(
        file: file, subject: .file, found: .fact("has no requests"),
        expected: "a HAR file with log.entries")
    }
    if let first = har.problems.first, har.requests.isEmpty { throw first }
    har.requests = har.requests.enumerated().sorted {
      ($0.element.start, $0.offset) < ($1.element.start, $1.offset)
    }.map(\.element)
    har.findBeacons()
    return har
  }

  private mutating func readEntry(_ reader: inout JSONReader) throws(TraceError) {
    guard requests.count + problems.count < TraceLimits.items else {
      throw reader.wrong("at most \(TraceLimits.items) requests")
    }
    let entry = reader
    do { requests.append(try HARRequest(&reader)) } catch let fault {
      // An entry that is not a complete value ends the file; any other invalid entry is skipped.
      reader = entry
      do { try reader.skip() } catch { throw fault }
      problems.append(fault)
    }
  }

  /// Marks the requests for images that only count a visit: 1 x 1, or under 100 bytes.
  ///
  /// A response of a cache may have no size, so the requests for one address are judged together.
  private mutating func findBeacons() {
    var (sizes, pixels) = ([PictureDigest: Int](), Set<PictureDigest>())
    for request in requests where request.kind == .picture {
      guard let address = request.address else { continue }
      if let bytes = request.bytes { sizes[address] = max(sizes[address] ?? 0, bytes) }
      if let header = request.header, header.width * header.height == 1 { pixels.insert(address) }
    }
    for index in requests.indices {
      guard let address = requests[index].address, requests[index].kind == .picture else {
        continue
      }
      if pixels.contains(address) || (sizes[address] ?? 100) < 100 {
        requests[index].markAsBeacon()
      }
    }
  }
}
