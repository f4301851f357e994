import Foundation

/// Memory of the machine, in whole pages, all of it touched before unless told otherwise.
final class MachineMemory {
  let bytes: Int
  let start: UnsafeMutableRawPointer

  static let pageSize = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Asks the system for memory that nobody has used before.
  /// - Throws: `CommandError` with status 69 if there is none.
  init(bytes: Int, isTouched: Bool = true) throws(CommandError) {
    let place = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | Self.anonymous, -1, 0)
    guard let place, place != MAP_FAILED else {
      throw CommandError(
        .unavailable,
        "--measure: there is no memory for \(bytes) bytes (\(Output.reason(errno))); expected that much"
      )
    }
    (self.bytes, start) = (bytes, place)
    if isTouched { touch() }
  }

  deinit { munmap(start, bytes) }

  /// Writes one byte of each page.
  func touch() { Self.touch(start, bytes) }

  static func touch(_ start: UnsafeMutableRawPointer, _ bytes: Int) {
    for page in stride(from: 0, to: bytes, by: pageSize) {
      start.storeBytes(of: 1, toByteOffset: page, as: UInt8.self)
    }
  }

  /// Copies it as an upload to a graphics processor does where memory is shared.
  func copy(to other: MachineMemory) { memcpy(other.start, start, min(bytes, other.bytes)) }

  /// Draws it as a bitmap of four bytes a pixel into another, whose channels have another order.
  func redraw(into other: MachineMemory) {
    let count = min(bytes, other.bytes) / 4
    let source = start.bindMemory(to: UInt32.self, capacity: count)
    let destination = other.start.bindMemory(to: UInt32.self, capacity: count)
    for pixel in 0..<count {
      let value = source[pixel]
      destination[pixel] =
        value & 0xff00_ff00 | (value & 0x00ff_0000) >> 16 | (value & 0x0000_00ff) << 16
    }
  }

  #if canImport(Darwin)
    private static let anonymous = MAP_ANON
  #else
    private static let anonymous = Int32(MAP_ANONYMOUS)
  #endif
}
