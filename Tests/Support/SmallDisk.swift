import Foundation

/// A file system of a few pages, for what happens when it is full or cannot be written.
///
/// Making one takes root on Linux; tests that need it are skipped elsewhere.
package final class SmallDisk {
  package let path: String

  package static let isAvailable = (try? SmallDisk(kilobytes: 64)) != nil

  package init(kilobytes: Int) throws {
    path =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("scrollsim-disk-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    do {
      try Self.run("mount", ["-t", "tmpfs", "-o", "size=\(kilobytes)k", "tmpfs", path])
    } catch {
      try? FileManager.default.removeItem(atPath: path)
      throw error
    }
  }

  deinit {
    try? Self.run("umount", ["-l", path])
    try? FileManager.default.removeItem(atPath: path)
  }

  package func forbidWriting() throws { try Self.run("mount", ["-o", "remount,ro", path]) }

  private struct Failure: Error {}

  private static func run(_ command: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [command] + arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure() }
  }
}
