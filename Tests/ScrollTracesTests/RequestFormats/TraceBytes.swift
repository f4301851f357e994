import Foundation
import ScrollTraces

/// Builds small binary traces byte by byte.
struct TraceBytes {
  fileprivate(set) var data = Data()

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

  static func oracleOpNS(_ records: [(id: UInt64, size: UInt32)]) -> Data {
    var bytes = TraceBytes()
    for (time, record) in records.enumerated() {
      bytes.append(UInt32(time))
      bytes.append(record.id)
      bytes.append(record.size)
      bytes.append(UInt8(1))
      bytes.append(UInt16(77))
      bytes.append(Int64(-1))
    }
    return bytes.data
  }

  static func oracleSimTwrNS(
    _ records: [(id: UInt64, size: UInt32)], next: Int64 = -1
  ) -> Data {
    var bytes = TraceBytes()
    for (time, record) in records.enumerated() {
      bytes.append(UInt32(time))
      bytes.append(record.id)
      bytes.append(record.size)
      bytes.append(UInt32(3600))
      bytes.append(UInt16(77))
      bytes.append(next)
    }
    return bytes.data
  }

  /// A key of 7 bytes, where there is room for it, and the rest as the value.
  static func oracleSysTwrNS(_ records: [(id: UInt64, size: UInt32)]) -> Data {
    var bytes = TraceBytes()
    for (time, record) in records.enumerated() {
      let key = min(7, record.size)
      bytes.append(UInt32(time))
      bytes.append(record.id)
      bytes.append(UInt16(key))
      bytes.append(record.size - key)
      bytes.append(UInt16(1))
      bytes.append(UInt16(77))
      bytes.append(Int32(3600))
      bytes.append(Int64.max)
    }
    return bytes.data
  }

  /// A header of which only marks and version are filled in, and records of a version; `size` takes
  /// the place of all sizes.
  static func lcs(
    _ records: [(id: UInt64, size: UInt32)], version: UInt64 = 1,
    endMark: UInt64 = 0x1234_5678_9abc_def0, size: Int64? = nil
  ) -> Data {
    var bytes = TraceBytes()
    bytes.append(UInt64(0x1234_5678_9abc_def0))
    bytes.append(version)
    bytes.data.append(Data(count: 8192 - 24))
    bytes.append(endMark)
    for (time, record) in records.enumerated() {
      bytes.append(UInt32(time))
      bytes.append(record.id)
      if version < 3 { bytes.append(record.size) } else { bytes.append(size ?? Int64(record.size)) }
      if version > 1 { bytes.append(UInt32(0x0102_0304)) }
      if version > 2 { bytes.append(UInt32(3600)) }
      bytes.append(Int64(-1))
      if version > 3 { bytes.data.append(Data(count: 4 << (Int(version) - 4))) }
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
