/// The format of disk traces of VMware's vscsiStats: packed little-endian records without a header.
///
/// | version 1, 32 bytes | version 2, 40 bytes | field |
/// |---|---|---|
/// | u16 at 14: 0x01xx | u16 at 2: 0x02xx | version |
/// | u32 at 4 | u32 at 8 | length in bytes: the size |
/// | u64 at 16 | u64 at 16 | logical block: the id |
///
/// The version is in every record and is checked in each. Requests of size 0 are kept.
enum VSCSIFormat {
  /// The places of the fields of one version.
  struct Layout {
    let recordSize: Int, version: Int, number: UInt16, size: Int, id: Int
  }

  static let layouts = [
    Layout(recordSize: 32, version: 14, number: 1, size: 4, id: 16),
    Layout(recordSize: 40, version: 2, number: 2, size: 8, id: 16),
  ]

  static let descriptor = RequestFormat(
    "vscsi", "VMware's vscsiStats, version 1 or 2: 32- or 40-byte records with block and length.",
    sizes: .always, endings: [".vscsi"], contents: "vscsi records",
    mismatch: { layout(of: $0) == nil ? "neither version 1 nor 2" : nil }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    guard let layout = layout(of: try file.beginning()) else {
      throw .wrongRecord(
        file: file.path, offset: 0, field: "the version", found: "neither 1 nor 2",
        expected: "1 at byte 14 or 2 at byte 2 (high byte of 16 bits)")
    }
    while let records = try file.nextRecords(ofSize: layout.recordSize) {
      let bytes = file.window.span.bytes
      for record in 0..<records.count {
        let start = records.start + record * layout.recordSize
        let version = bytes.littleEndian(UInt16.self, at: start + layout.version) >> 8
        guard version == layout.number else {
          throw .wrongRecord(
            file: file.path, offset: records.offset + record * layout.recordSize + layout.version,
            field: "the version", found: "\(version)",
            expected: "\(layout.number), as in the first record")
        }
        try recorder.append(
          bytes.littleEndian(UInt64.self, at: start + layout.id),
          size: Int(bytes.littleEndian(UInt32.self, at: start + layout.size)))
      }
    }
  }

  /// Returns the layout of the version whose number is in every whole record at the beginning, up
  /// to a hundred; `nil` if neither version fits.
  static func layout(of beginning: RequestBeginning) -> Layout? {
    let bytes = beginning.bytes.span.bytes
    return layouts.first { layout in
      let count = min(100, bytes.byteCount / layout.recordSize)
      return count > 0
        && (0..<count).allSatisfy { record in
          let offset = record * layout.recordSize + layout.version
          return bytes.littleEndian(UInt16.self, at: offset) >> 8 == layout.number
        }
    }
  }
}
