import Foundation

/// A file of random bytes that has no name any more, so that nothing is left whatever happens.
final class NamelessFile {
  let bytes: Int
  private let descriptor: Int32

  /// Makes one in a folder.
  /// - Throws: `CommandError` with status 73 or 74 if it cannot be written there.
  init(bytes: Int, in folder: String) throws(CommandError) {
    self.bytes = bytes
    let path = folder + "/.scrollsim-\(getpid())"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
    guard descriptor >= 0 else { throw Output.unwritable(path, errno) }
    unlink(path)
    var dice = SystemRandomNumberGenerator()
    var content: [UInt8] = []
    content.reserveCapacity(bytes + 8)
    while content.count < bytes {
      withUnsafeBytes(of: dice.next()) { content.append(contentsOf: $0) }
    }
    content.removeLast(content.count - bytes)
    if let code = writeAll(content, to: descriptor) ?? (fsync(descriptor) == 0 ? nil : errno) {
      throw CommandError(.inputOutput, "'\(folder)' cannot be written: \(Output.reason(code))")
    }
  }

  deinit { close(descriptor) }

  /// Reads all of it.
  func read(into memory: UnsafeMutableRawPointer) {
    var place = 0
    while place < bytes {
      let count = pread(descriptor, memory + place, bytes - place, off_t(place))
      guard count > 0 else { return }
      place += count
    }
  }

  /// Gets it out of the system's cache of files.
  /// - Returns: whether it is out, as far as the system tells.
  func forget() -> Bool {
    #if canImport(Darwin)
      return fcntl(descriptor, F_NOCACHE, 1) == 0
    #else
      // What has not been written yet would stay.
      guard fsync(descriptor) == 0,
        posix_fadvise(descriptor, 0, 0, Int32(POSIX_FADV_DONTNEED)) == 0
      else { return false }
      return cachedPages == 0
    #endif
  }

  #if !canImport(Darwin)
    /// How many of its pages are in memory; more than it has where that is not known.
    private var cachedPages: Int {
      let pages = (bytes + MachineMemory.pageSize - 1) / MachineMemory.pageSize
      let place = mmap(nil, bytes, PROT_READ, MAP_SHARED, descriptor, 0)
      guard let place, place != MAP_FAILED else { return pages + 1 }
      defer { munmap(place, bytes) }
      var flags = [UInt8](repeating: 0, count: pages)
      guard mincore(place, bytes, &flags) == 0 else { return pages + 1 }
      return flags.count { $0 & 1 == 1 }
    }
  #endif
}
