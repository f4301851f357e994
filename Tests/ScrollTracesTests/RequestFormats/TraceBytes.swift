import Foundation
import ScrollTraces

/// Builds small binary traces byte by byte.
struct TraceBytes {
  private(set) var data = Data()

  mutating func append(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }

  static func oracleGeneral(
    _ records: [(id: UInt64, size: UInt32)], next: Int64 = -1
  ) -> Data {
    var bytes = TraceBytes()
    for (time, record) in records.enumerated() {
      bytes.append(UInt32(time))
      bytes.append(record.id)
      bytes.append(record.size)
      bytes.append(next)
    }
    return bytes.data
  }

  static func vscsi1(_ records: [(id: UInt64, size: UInt32)], version: UInt16 = 0x0100) -> Data {
    var bytes = TraceBytes()
    for (number, record) in records.enumerated() {
      bytes.append(UInt32(number))
      bytes.append(record.size)
      bytes.append(UInt32(1))
      bytes.append(UInt16(0x2a))
      bytes.append(version)
      bytes.append(record.id)
      bytes.append(UInt64(number * 1000))
    }
    return bytes.data
  }

  static func vscsi2(_ records: [(id: UInt64, size: UInt32)]) -> Data {
    var bytes = TraceBytes()
    for (number, record) in records.enumerated() {
      bytes.append(UInt16(0x2a))
      bytes.append(UInt16(0x0200))
      bytes.append(UInt32(number))
      bytes.append(record.size)
      bytes.append(UInt32(1))
      bytes.append(record.id)
      bytes.append(UInt64(number * 1000))
      bytes.append(UInt64(5))
    }
    return bytes.data
  }
}

extension RequestFile {
  init(_ text: String, _ path: String) { self.init(path: path, data: Data(text.utf8)) }
}
