/// libCacheSim's own format: a header of 8192 bytes, and packed little-endian records.
///
/// The header begins and ends with `LCSFormat.magic`. The version, a u64, is at byte 8. The facts
/// about the requests (`LCSHeader`) begin at byte 16.
///
/// | version | bytes | size at 12 | next request |
/// |---|---|---|---|
/// | 1 | 24 | u32 | i64 at 16 |
/// | 2, with operation and tenant | 28 | u32 | i64 at 20 |
/// | 3, with time to live | 36 | i64 | i64 at 28 |
/// | 4 to 8, with 1, 2, 4, 8 or 16 further numbers | 40, 44, 52, 68, 100 | i64 | i64 at 28 |
///
/// Every record begins with the time in seconds (u32) and the object id (u64). Records of size 0
/// are skipped, as in libCacheSim's reader.
enum LCSFormat {
  static let magic: UInt64 = 0x1234_5678_9abc_def0
  static let headerSize = 8192

  /// The places of the fields of a version.
  struct Layout {
    let recordSize: Int, next: Int
    /// A Boolean value that indicates whether a size has 64 bits.
    let hasLongSize: Bool

    /// Creates the layout of a version; `nil` for an unknown one.
    init?(version: UInt64) {
      switch version {
      case 1: (recordSize, next, hasLongSize) = (24, 16, false)
      case 2: (recordSize, next, hasLongSize) = (28, 20, false)
      case 3: (recordSize, next, hasLongSize) = (36, 28, true)
      case 4...8: (recordSize, next, hasLongSize) = (36 + 4 << Int(version - 4), 28, true)
      default: return nil
      }
    }
  }

  static let descriptor = RequestFormat(
    "lcs", "libCacheSim's lcs, versions 1 to 8: a header and records with id and size.",
    sizes: .always, endings: [".lcs"], contents: "records of a size above 0",
    mismatch: { beginning in
      let bytes = beginning.bytes.span.bytes
      let isOne = bytes.byteCount >= 8 && bytes.littleEndian(UInt64.self, at: 0) == magic
      return isOne ? nil : "it does not begin as an lcs file does"
    }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    let layout = try readHeader(&file)
    while let records = try file.nextRecords(ofSize: layout.recordSize) {
      let bytes = file.window.span.bytes
      for record in 0..<records.count {
        let start = records.start + record * layout.recordSize
        func wrong(_ field: String, at place: Int, _ found: Int64, _ expected: String)
          -> RequestFormatError
        {
          .wrongRecord(
            file: file.path, offset: records.offset + record * layout.recordSize + place,
            field: field, found: "\(found)", expected: expected)
        }
        let next = bytes.littleEndian(Int64.self, at: start + layout.next)
        guard next >= -1 else {
          throw wrong(
            "the next request", at: layout.next, next, "the number of a request, or -1 for none")
        }
        let size =
          layout.hasLongSize
          ? bytes.littleEndian(Int64.self, at: start + 12)
          : Int64(bytes.littleEndian(UInt32.self, at: start + 12))
        guard recorder.accepts(Int(size)) else {
          throw wrong(
            "the size", at: 12, size,
            "a number of bytes from 0, all of them adding up to at most \(Int.max)")
        }
        guard size > 0 else { continue }
        try recorder.append(bytes.littleEndian(UInt64.self, at: start + 4), size: Int(size))
      }
    }
  }

  private static func readHeader(
    _ file: inout RequestBytes
  ) throws(RequestFormatError) -> Layout {
    let path = file.path
    guard let header = try file.nextHeader(ofSize: headerSize) else {
      throw .cutRecord(file: path, offset: 0, found: file.count ?? 0, expected: headerSize)
    }
    let bytes = file.window.span.bytes
    for offset in [0, headerSize - 8] {
      let mark = bytes.littleEndian(UInt64.self, at: header + offset)
      guard mark == magic else {
        throw .wrongRecord(
          file: path, offset: offset, field: "the header's mark",
          found: "0x\(String(mark, radix: 16))", expected: "0x\(String(magic, radix: 16))")
      }
    }
    let version = bytes.littleEndian(UInt64.self, at: header + 8)
    guard let layout = Layout(version: version) else {
      throw .wrongRecord(
        file: path, offset: 8, field: "the version", found: "\(version)", expected: "1 to 8")
    }
    return layout
  }
}
