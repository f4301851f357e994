/// The format of records of whole numbers whose fields the user describes, without a header.
///
/// The id and the size are fields by their number from 1. Without a field for the size there are no
/// sizes. Requests of size 0 are kept.
enum BinaryFormat {
  static let descriptor = RequestFormat(
    "binary", "Records that are described by --binary-format, --id-column and --size-column.",
    sizes: .perhaps, endings: [], contents: "records",
    mismatch: { _ in "chosen by --binary-format only" }, read: read)

  static func read(
    _ file: inout RequestBytes, _ options: RequestOptions, _ recorder: inout RequestRecorder
  ) throws(RequestFormatError) {
    guard let record = options.record, let idColumn = options.idColumn else {
      throw .noRecord(file: file.path)
    }
    let id = try field(idColumn, "id", of: record, file.path)
    var size: BinaryRecord.Field?
    if options.includesSizes, let column = options.sizeColumn {
      size = try field(column, "size", of: record, file.path)
    } else {
      recorder.leaveOutSizes()
    }
    while let records = try file.nextRecords(ofSize: record.size) {
      let bytes = file.window.span.bytes
      for index in 0..<records.count {
        let start = records.start + index * record.size
        var value = 1
        if let size {
          let found = record.value(size, of: bytes, at: start)
          guard recorder.accepts(Int(found)) else {
            throw .wrongRecord(
              file: file.path, offset: records.offset + index * record.size + size.offset,
              field: "the size",
              found: size.isSigned ? "\(found)" : "\(UInt64(bitPattern: found))",
              expected: "a number of bytes from 0, all of them adding up to at most \(Int.max)")
          }
          value = Int(found)
        }
        try recorder.append(
          UInt64(bitPattern: record.value(id, of: bytes, at: start)), size: value)
      }
    }
  }

  private static func field(
    _ column: String, _ what: String, of record: BinaryRecord, _ file: String
  ) throws(RequestFormatError) -> BinaryRecord.Field {
    guard let field = record.field(column) else {
      throw .wrongRecord(
        file: file, offset: 0, field: "the column of the \(what)", found: "'\(column)'",
        expected: "a whole number of the record, by its number from 1 to \(record.fields.count)")
    }
    return field
  }
}
