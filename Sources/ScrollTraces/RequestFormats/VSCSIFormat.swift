import Foundation
import ScrollCaching

/// Disk traces of VMware's vscsiStats: packed little-endian records, no header.
///
/// | version 1, 32 bytes | version 2, 40 bytes | field |
/// |---|---|---|
/// | u16 at 14: 0x01xx | u16 at 2: 0x02xx | version |
/// | u32 at 4 | u32 at 8 | length in bytes: the size |
/// | u64 at 16 | u64 at 16 | logical block: the id |
///
/// The version stands in every record and is checked in each. Size 0 is kept.
enum VSCSIFormat {
  /// Where the fields of one version lie.
  struct Layout {
    let recordSize: Int, version: Int, number: UInt16, size: Int, id: Int
  }

  static let layouts = [
    Layout(recordSize: 32, version: 14, number: 1, size: 4, id: 16),
    Layout(recordSize: 40, version: 2, number: 2, size: 8, id: 16),
  ]

  static let descriptor = RequestFormat(
    "vscsi", "VMware's vscsiStats, version 1 or 2: 32- or 40-byte records with block and length.",
    sizes: .always, endings: [".vscsi"], recognizes: { layout(of: $0) != nil }, read: read)

  static func read(
    _ file: RequestFile, includingSizes: Bool
  ) throws(RequestFormatError) -> RequestStream {
    guard let layout = layout(of: file) else {
      throw .wrongRecord(
        file: file.path, offset: 0, field: "the version", found: "neither 1 nor 2",
        expected: "1 at byte 14 or 2 at byte 2 (high byte of 16 bits)")
    }
    let count = try file.recordCount(ofSize: layout.recordSize)
    var recorder = RequestRecorder(capacity: count, includesSizes: includingSizes)
    let bytes = file.data.bytes
    for record in 0..<count {
      let offset = record * layout.recordSize
      let version = bytes.littleEndian(UInt16.self, at: offset + layout.version) >> 8
      guard version == layout.number else {
        throw .wrongRecord(
          file: file.path, offset: offset + layout.version, field: "the version",
          found: "\(version)", expected: "\(layout.number), as in the first record")
      }
      recorder.append(
        bytes.littleEndian(UInt64.self, at: offset + layout.id),
        size: Int(bytes.littleEndian(UInt32.self, at: offset + layout.size)))
    }
    return try recorder.finish(file, expected: "vscsi records")
  }

  /// The version whose number stands at its place in the first records, as many as are whole
  /// and at most a hundred; nil if neither does.
  static func layout(of file: RequestFile) -> Layout? {
    let bytes = file.data.bytes
    for layout in layouts {
      let count = min(100, bytes.byteCount / layout.recordSize)
      var matches = count > 0
      for record in 0..<count where matches {
        let offset = record * layout.recordSize + layout.version
        matches = bytes.littleEndian(UInt16.self, at: offset) >> 8 == layout.number
      }
      if matches { return layout }
    }
    return nil
  }
}
