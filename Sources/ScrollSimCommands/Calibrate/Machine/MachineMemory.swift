import Foundation

/// Memory of the machine, in whole pages, all of it touched before unless told otherwise.
final class MachineMemory {
  let bytes: Int
  let start: UnsafeMutableRawPointer

  static let pageSize = max(1, Int(sysconf(Int32(_SC_PAGESIZE))))

  /// Asks the system for fresh pages, which no process has touched yet.
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

  #if canImport(Darwin)
    private static let anonymous = MAP_ANON
  #else
    private static let anonymous = Int32(MAP_ANONYMOUS)
  #endif
}
