import Foundation

/// The file of one shard, there whole or not at all.
///
/// A shard is made in `shard-3.sqlite.partial`, where a killed one is taken up again, and gets its
/// name when it is complete. A lock on `shard-3.sqlite.lock` keeps a second writer out; it goes
/// with the process, however that ends.
struct ShardFile: ~Copyable {
  /// The name of the complete shard.
  let path: String
  private let descriptor: Int32

  var partial: String { path + ".partial" }

  /// Claims a shard's file.
  /// - Throws: `CommandError` with status 75 if another process writes it, 73 if nothing can be
  ///   created there.
  init(_ path: String) throws(CommandError) {
    // An empty path would be the current folder.
    guard !path.isEmpty else { throw Output.unwritable(path, ENOENT) }
    while true {
      let descriptor = open(path + ".lock", O_RDWR | O_CREAT, 0o666)
      guard descriptor >= 0 else { throw Output.unwritable(path + ".lock", errno) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let writer = Self.text(descriptor)
        _ = close(descriptor)
        throw CommandError(
          .locked,
          "'\(path)' is being written\(writer.isEmpty ? "" : " by \(writer)"); "
            + "expected one writer for a shard")
      }
      // A process that finished in between has removed the file that this lock is on.
      var (opened, named) = (stat(), stat())
      guard fstat(descriptor, &opened) == 0, stat(path + ".lock", &named) == 0,
        opened.st_ino == named.st_ino
      else {
        _ = close(descriptor)
        continue
      }
      _ = ftruncate(descriptor, 0)
      _ = writeAll(
        Array("process \(getpid()) on \(ProcessInfo.processInfo.hostName)".utf8), to: descriptor)
      self.path = path
      self.descriptor = descriptor
      return
    }
  }

  /// Whether a complete shard is there.
  var isThere: Bool { FileManager.default.fileExists(atPath: path) }

  /// Gives the complete shard its name.
  func publish() throws(CommandError) {
    guard rename(partial, path) == 0 else { throw Output.unwritable(path, errno) }
  }

  deinit {
    // Removed while the lock is held: no other process's can be under this name.
    _ = unlink(path + ".lock")
    _ = close(descriptor)
  }

  /// The text of a lock file about its writer.
  private static func text(_ descriptor: Int32) -> String {
    var bytes = [UInt8](repeating: 0, count: 200)
    let count = pread(descriptor, &bytes, bytes.count, 0)
    return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : ""
  }
}
