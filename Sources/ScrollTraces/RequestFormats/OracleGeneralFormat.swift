import Foundation
import ScrollCaching

/// libCacheSim's `oracleGeneral`: packed little-endian records of 24 bytes, no header.
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | time in seconds |
/// | 4 | u64 | object id |
/// | 12 | u32 | object size in bytes |
/// | 16 | i64 | request that asks for the object next, from 1; -1 or the largest number: none |
///
/// Records of size 0 are skipped, as libCacheSim's reader does, with and without sizes. Time
/// and next request are not needed: `RequestStream.nextUses()` finds the latter itself.
enum OracleGeneralFormat {
  static let recordSize = 24

  static let descriptor = RequestFormat(
    "oracle-general", "libCacheSim's oracleGeneral: 24-byte records with id and size.",
    sizes: .always, endings: [".oraclegeneral", ".oraclegeneral.bin"], recognizes: recognizes,
    read: read)

  static func read(
    _ file: RequestFile, includingSizes: Bool
  ) throws(RequestFormatError) -> RequestStream {
    let count = try file.recordCount(ofSize: recordSize)
    var recorder = RequestRecorder(capacity: count, includesSizes: includingSizes)
    let bytes = file.data.bytes
    for record in 0..<count {
      let offset = record * recordSize
      let next = bytes.littleEndian(Int64.self, at: offset + 16)
      guard next >= -1 else {
        throw .wrongRecord(
          file: file.path, offset: offset + 16, field: "the next request", found: "\(next)",
          expected: "the number of a request, or -1 for none")
      }
      let size = bytes.littleEndian(UInt32.self, at: offset + 12)
      guard size > 0 else { continue }
      recorder.append(bytes.littleEndian(UInt64.self, at: offset + 4), size: Int(size))
    }
    return try recorder.finish(file, expected: "records of a size above 0")
  }

  /// No text, and whole records whose next requests all lie ahead, as far as the first hundred
  /// tell.
  static func recognizes(_ file: RequestFile) -> Bool {
    let (count, rest) = file.data.count.quotientAndRemainder(dividingBy: recordSize)
    guard rest == 0, !file.data.span.looksLikeText() else { return false }
    let bytes = file.data.bytes
    return (0..<min(100, count)).allSatisfy { record in
      let next = bytes.littleEndian(Int64.self, at: record * recordSize + 16)
      return next == -1 || next > record
    }
  }
}

extension RawSpan {
  /// A little-endian number at any offset.
  @inline(__always) func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: Int
  ) -> Number {
    Number(littleEndian: unsafeLoadUnaligned(fromByteOffset: offset, as: type))
  }
}
