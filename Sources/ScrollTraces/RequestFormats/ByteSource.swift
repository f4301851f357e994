import Foundation

/// Where bytes come from: a file, standard input, or what a program unpacks.
final class ByteSource {
  /// How many bytes there are; nil where only the end tells, as of a pipe.
  let count: Int?
  private let descriptor: Int32
  private let path: String
  private let unpacking: Unpacking?
  /// Read to see what they are, and not handed out yet.
  private var beginning: [UInt8]

  /// Opens a file, or standard input for `-`; what zstd or gzip packed is unpacked on the way.
  /// - Throws: `RequestFormatError` for a file that is not there or cannot be read, is empty or a
  ///   folder, and where the program that unpacks it is missing.
  init(path: String) throws(RequestFormatError) {
    self.path = path
    let descriptor = path == "-" ? dup(STDIN_FILENO) : open(path, O_RDONLY)
    guard descriptor >= 0 else {
      throw errno == ENOENT || errno == ENOTDIR ? .missingFile(path) : .unreadable(path)
    }
    do throws(RequestFormatError) {
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw RequestFormatError.unreadable(path) }
      guard status.st_mode & S_IFMT != S_IFDIR else { throw RequestFormatError.directory(path) }
      var beginning = [UInt8](repeating: 0, count: 4)
      let found = try Self.read(descriptor, into: &beginning, from: 0, path)
      guard found > 0 else { throw RequestFormatError.empty(path) }
      beginning.removeLast(4 - found)
      if let packing = Packing(beginning) {
        let unpacking = try Unpacking(packing, path)
        _ = close(descriptor)
        self.descriptor = unpacking.output
        self.unpacking = unpacking
        self.beginning = []
        count = nil
      } else {
        self.descriptor = descriptor
        unpacking = nil
        self.beginning = beginning
        // A file may be at any place already, if it is standard input.
        let place = Int(lseek(descriptor, 0, SEEK_CUR)) - found
        count = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) - max(0, place) : nil
      }
    } catch {
      _ = close(descriptor)
      throw error
    }
  }

  deinit {
    guard let unpacking else {
      _ = close(descriptor)
      return
    }
    unpacking.stop()
  }

  /// Reads into a buffer from a place on, as much as there is room for or comes at once.
  /// - Returns: how many bytes; 0 at the end.
  /// - Throws: `RequestFormatError` if reading or unpacking fails.
  func read(into buffer: inout [UInt8], from place: Int) throws(RequestFormatError) -> Int {
    if !beginning.isEmpty {
      let count = min(beginning.count, buffer.count - place)
      buffer.replaceSubrange(place..<place + count, with: beginning[..<count])
      beginning.removeFirst(count)
      return count
    }
    let count = try Self.readOnce(descriptor, into: &buffer, from: place, path)
    if count == 0 { try unpacking?.finish() }
    return count
  }

  /// Reads until the buffer is full or nothing comes any more.
  private static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], from place: Int, _ path: String
  ) throws(RequestFormatError) -> Int {
    var found = place
    while found < buffer.count {
      let count = try readOnce(descriptor, into: &buffer, from: found, path)
      if count == 0 { break }
      found += count
    }
    return found - place
  }

  private static func readOnce(
    _ descriptor: Int32, into buffer: inout [UInt8], from place: Int, _ path: String
  ) throws(RequestFormatError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress.map { $0 + place }, $0.count - place)
      }
      if count >= 0 { return count }
      if errno != EINTR { throw .unreadable(path) }
    }
  }
}
