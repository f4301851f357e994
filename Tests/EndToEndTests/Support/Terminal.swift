import Foundation
import Testing

/// A pseudoterminal without a user.
enum Terminal {
  /// Opens a terminal and returns the descriptor of its user and that of its programs.
  static func opened() throws -> (user: Int32, program: Int32) {
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY)
    try #require(terminal >= 0)
    let name = try #require(unlockedName(of: terminal))
    let descriptor = open(name, O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0)
    return (terminal, descriptor)
  }

  /// Returns the text that the command writes to a terminal on both of its outputs.
  static func output(
    of arguments: [String], environment: [String: String]
  ) throws -> String {
    let (terminal, descriptor) = try opened()
    defer { _ = close(terminal) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)

    // A terminal buffers 4 kB until they are read, more than these outputs need.
    let outcome = try Scrollsim.run(
      arguments, output: handle, complaint: handle, environment: environment)
    try #require(outcome.status == 0)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }

  /// Returns the path that a terminal's programs open, after unlocking it.
  private static func unlockedName(of terminal: Int32) -> String? {
    #if canImport(Darwin)
      guard grantpt(terminal) == 0, unlockpt(terminal) == 0 else { return nil }
      return ptsname(terminal).map { String(cString: $0) }
    #else
      // The requests of grantpt and its relatives, which Glibc's module does not have.
      let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
      var (lock, number) = (Int32(0), Int32(0))
      guard ioctl(terminal, setLock, &lock) == 0, ioctl(terminal, getNumber, &number) == 0
      else { return nil }
      return "/dev/pts/\(number)"
    #endif
  }
}
