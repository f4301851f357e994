import ScrollCore

extension OracleFormat {
  static let writer = RequestWriter(
    "oracle-general", "libCacheSim's oracleGeneral: time in seconds, id, size, next request.",
    loss: "fractions of a second or places"
  ) { requests throws(RequestWritingError) in
    var file = LittleEndianBytes()
    for (request, next) in zip(requests, requests.nextRequests) {
      file.append(request.seconds)
      file.append(request.id)
      file.append(try request.shortSize(in: "oracle-general"))
      file.append(next)
    }
    return file.bytes
  }
}

extension CSVFormat {
  static let writer = RequestWriter(
    "csv", "A line per request: time_s,id,size,item,kind; kind is shown or prefetch."
  ) { requests throws(RequestWritingError) in
    var file = Array("time_s,id,size,item,kind\n".utf8)
    for request in requests {
      let time = Millionths(request.time.seconds).text
      let item = request.item.map { "\($0.index)" } ?? ""
      let kind = request.isPrefetch ? "prefetch" : "shown"
      file.append(
        contentsOf: "\(time),\(request.image.index),\(request.size),\(item),\(kind)\n".utf8)
    }
    return file
  }
}

extension TextFormat {
  static let writer = RequestWriter(
    "txt", "An id per line.", loss: "times, sizes or places"
  ) { requests throws(RequestWritingError) in
    requests.flatMap { Array("\($0.image.index)\n".utf8) }
  }
}

extension LCSFormat {
  static let writer = RequestWriter(
    "lcs", "libCacheSim's lcs: a header with sums, and records of version 1, or 3 for large sizes.",
    loss: "fractions of a second or places"
  ) { requests throws(RequestWritingError) in
    let isShort = requests.allSatisfy { UInt32(exactly: $0.size) != nil }
    var file = LittleEndianBytes()
    appendHeader(of: requests, version: isShort ? 1 : 3, to: &file)
    for (request, next) in zip(requests, requests.nextRequests) {
      file.append(request.seconds)
      file.append(request.id)
      if isShort {
        file.append(try request.shortSize(in: "lcs"))
      } else {
        file.append(try request.longSize(in: "lcs"))
        // The record has neither operation and tenant nor a time to live.
        file.append(UInt64(0))
      }
      file.append(next)
    }
    return file.bytes
  }

  /// Appends the first fields of the header; the later ones may be 0, and are.
  private static func appendHeader(
    of requests: [TimedRequest], version: UInt64, to file: inout LittleEndianBytes
  ) {
    var sizes: [ImageID: Int] = [:]
    for request in requests { sizes[request.image] = max(sizes[request.image] ?? 0, request.size) }
    file.append(magic)
    file.append(version)
    let sums: [Int] = [
      1, requests.count, sizes.count, requests.reduce(0) { $0 + $1.size },
      sizes.values.reduce(0, +), Int(requests.first?.seconds ?? 0),
      Int(requests.last?.seconds ?? 0), requests.count, 0, 0, sizes.values.min() ?? 0,
      sizes.values.max() ?? 0,
    ]
    for sum in sums { file.append(Int64(sum)) }
    file.pad(to: headerSize - 8)
    file.append(magic)
  }
}

extension TimedRequest {
  fileprivate var seconds: UInt32 { UInt32(clamping: time.nanoseconds / 1_000_000_000) }
  fileprivate var id: UInt64 { UInt64(image.index) }

  fileprivate func shortSize(in format: String) throws(RequestWritingError) -> UInt32 {
    guard size > 0 else { throw .sizeZero(image: image, format: format) }
    guard let short = UInt32(exactly: size) else {
      throw .sizeTooLarge(image: image, size: size, format: format, limit: Int(UInt32.max))
    }
    return short
  }

  fileprivate func longSize(in format: String) throws(RequestWritingError) -> Int64 {
    guard size > 0 else { throw .sizeZero(image: image, format: format) }
    return Int64(size)
  }
}
