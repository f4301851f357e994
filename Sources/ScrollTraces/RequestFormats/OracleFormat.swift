/// libCacheSim's oracle formats: packed little-endian records without a header.
///
/// Each record has the position of the next request for its object.
///
/// | `oracle-general` | `-opns` | `oracle-sim-twrns` | `oracle-sys-twrns` | field |
/// |---|---|---|---|---|
/// | u32 at 0 | 0 | 0 | 0 | time in seconds |
/// | u64 at 4 | 4 | 4 | 4 | object id |
/// | u32 at 12 | 12 | 12 | u16 at 12 and u32 at 14 together | size in bytes |
/// | | u8 at 16, u16 at 17 | u32 at 16, u16 at 20 | u16 at 18, u16 at 20, i32 at 22 | operation, time to live, name space |
/// | i64 at 16 | 19 | 22 | 26 | position of the next request for the object, from 1; -1 or the largest number: none |
/// | 24 bytes | 27 | 30 | 34 | all |
///
/// Records of size 0 are skipped, as in libCacheSim's reader, with and without sizes. The reader
/// uses neither the time nor the next request, since `RequestStream.nextUses()` finds the next
/// requests itself.
enum OracleFormat {
  /// The places of the fields of a kind.
  struct Layout: Sendable {
    let recordSize: Int, next: Int
    /// A Boolean value that indicates whether the size consists of a key's size of 16 bits and a
    /// value's size.
    var hasKeySize = false
  }

  static let generalLayout = Layout(recordSize: 24, next: 16)

  static let general = descriptor(
    "oracle-general", "libCacheSim's oracleGeneral: 24-byte records with id and size.",
    endings: [".oraclegeneral", ".oraclegeneral.bin"], generalLayout)
  static let opNS = descriptor(
    "oracle-general-opns",
    "oracleGeneral with operation and name space, as libCacheSim once had it: 27-byte records.",
    endings: [".oraclegeneralopns", ".oraclegeneralopns.bin"], Layout(recordSize: 27, next: 19))
  static let simTwrNS = descriptor(
    "oracle-sim-twrns", "libCacheSim's oracleSimTwrNS: 30-byte records with time to live.",
    endings: [".oraclesimtwrns", ".oraclesimtwrns.bin"], Layout(recordSize: 30, next: 22))
  static let sysTwrNS = descriptor(
    "oracle-sys-twrns",
    "libCacheSim's oracleSysTwrNS: 34-byte records with the sizes of key and value.",
    endings: [".oraclesystwrns", ".oraclesystwrns.bin"],
    Layout(recordSize: 34, next: 26, hasKeySize: true))

  private static func descriptor(
    _ name: String, _ summary: String, endings: [String], _ layout: Layout
  ) -> RequestFormat {
    RequestFormat(
      name, summary, sizes: .always, endings: endings, contents: "records of a size above 0",
      mismatch: { mismatch($0, layout) }
    ) { file, _, recorder throws(RequestFormatError) in
      try read(&file, layout, &recorder)
    }
  }

  private static func read(
    _ file: inout RequestBytes, _ layout: Layout, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    let (recordSize, nextPlace, hasKeySize) = (layout.recordSize, layout.next, layout.hasKeySize)
    while let records = try file.nextRecords(ofSize: recordSize) {
      let bytes = file.window.span.bytes
      // All records are in the window, and all fields in their record.
      var start = records.start
      for _ in 0..<records.count {
        let next = bytes.littleEndian(Int64.self, uncheckedAt: start + nextPlace)
        guard next >= -1 else {
          throw .wrongRecord(
            file: file.path, offset: records.offset + start - records.start + nextPlace,
            field: "the next request", found: "\(next)",
            expected: "the number of a request, or -1 for none")
        }
        let size =
          hasKeySize
          ? Int(bytes.littleEndian(UInt16.self, uncheckedAt: start + 12))
            + Int(bytes.littleEndian(UInt32.self, uncheckedAt: start + 14))
          : Int(bytes.littleEndian(UInt32.self, uncheckedAt: start + 12))
        if size > 0 {
          try recorder.append(bytes.littleEndian(UInt64.self, uncheckedAt: start + 4), size: size)
        }
        start += recordSize
      }
    }
  }

  /// Returns the reason why a file is not in this format; `nil` for one that may be.
  ///
  /// A file in this format is not text and has whole records. In each of the first hundred records,
  /// the next request is later than the record, if there is one.
  private static func mismatch(_ beginning: RequestBeginning, _ layout: Layout) -> String? {
    guard !beginning.bytes.span.looksLikeText() else { return "the file is text" }
    if let count = beginning.count, !count.isMultiple(of: layout.recordSize) {
      return "\(count) bytes are not whole records of \(layout.recordSize)"
    }
    let bytes = beginning.bytes.span.bytes
    let whole = beginning.bytes.count / layout.recordSize
    for record in 0..<min(100, whole) {
      let next = bytes.littleEndian(Int64.self, at: record * layout.recordSize + layout.next)
      guard next == -1 || next > record else {
        return "record \(record + 1) has the next request \(next)"
      }
    }
    return whole > 0 ? nil : "less than a record"
  }
}

extension RawSpan {
  /// Returns a little-endian number at any offset.
  @inline(__always) func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: Int
  ) -> Number {
    Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }

  /// Returns a little-endian number without a check of the span's end.
  /// - Precondition: the whole number is in the span.
  @inline(__always) func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, uncheckedAt offset: Int
  ) -> Number {
    Number(littleEndian: unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: type))
  }
}
