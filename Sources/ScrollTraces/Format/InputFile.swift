#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A reader of text files into memory.
///
/// It stops after the first bytes if they are not text, and at the first line that is longer than
/// the limit. So it reads no more than about a megabyte of a film of many gigabytes, or of an
/// endless file such as `/dev/zero`.
package enum InputFile {
  /// The default description of the expected file.
  static let text = "a readable text file"

  /// Returns the bytes of a file, up to the first line that is longer than `TraceLimits.line`.
  ///
  /// If the first bytes are not text, it returns only these.
  /// - Throws: `TraceError` for a missing file, a directory, a file without read permission, a file
  ///   of more than `TraceLimits.file` bytes, and a read that fails.
  static func read(
    _ path: String, expected: String = text
  ) throws(TraceError) -> [UInt8] {
    var (lineStart, hasLineFeed) = (0, false)
    return try read(path, expected: expected) { bytes, new in
      if bytes.count == new, !isText(bytes[...]) { return false }
      if let newline = bytes.suffix(new).lastIndex(of: UInt8(ascii: "\n")) {
        (lineStart, hasLineFeed) = (newline + 1, true)
      } else if !hasLineFeed, let end = bytes.suffix(new).lastIndex(of: UInt8(ascii: "\r")) {
        lineStart = end + 1
      }
      return bytes.count - lineStart <= TraceLimits.line + 2
    }
  }

  /// Returns the bytes of a file, without a limit for its lines.
  /// - Throws: `TraceError` as `read(_:)`.
  package static func readWhole(_ path: String) throws(TraceError) -> [UInt8] {
    try read(path) { _, _ in true }
  }

  /// Returns the bytes of a text whose lines may be long, such as JSON.
  ///
  /// If the beginning of the file has a NUL byte, which no text has, it returns only the beginning.
  /// - Throws: `TraceError` as `read(_:)`.
  package static func readText(_ path: String) throws(TraceError) -> [UInt8] {
    try read(path) { bytes, new in bytes.count != new || !bytes.contains(0) }
  }

  /// Returns the bytes of a file for as long as a closure returns `true`.
  ///
  /// The closure receives all bytes and the number of new ones.
  private static func read(
    _ path: String, expected: String = text, while goesOn: ([UInt8], Int) -> Bool
  ) throws(TraceError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    guard descriptor >= 0 else { throw failure(path, errno, expected: expected) }
    defer { _ = close(descriptor) }

    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
      throw failure(path, EISDIR, expected: expected)
    }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(min(max(0, Int(status.st_size)), TraceLimits.file))
    var chunk = [UInt8](repeating: 0, count: 1 << 18)
    while true {
      let count = readChunk(descriptor, into: &chunk)
      guard count >= 0 else {
        if errno == EINTR { continue }
        throw failure(path, errno, expected: expected)
      }
      guard count > 0 else { return bytes }
      bytes.append(contentsOf: chunk[..<count])
      guard bytes.count <= TraceLimits.file else {
        throw TraceError(
          file: path, subject: .file, found: .fact("is larger than 1 GiB"),
          expected: "a smaller one")
      }
      guard goesOn(bytes, count) else { return bytes }
    }
  }

  /// Returns `true` if a path leads to a pipe, a socket or a device, which can be read like a file
  /// but may never end.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
  }

  /// Returns `true` if the whole lines at the beginning of a file can be read as text.
  private static func isText(_ beginning: ArraySlice<UInt8>) -> Bool {
    let end = beginning.lastIndex(of: UInt8(ascii: "\n")) ?? beginning.startIndex
    var lines = LineReader(Array(beginning[..<end]), file: "")
    do {
      while try lines.nextRawLine() != nil {}
      return true
    } catch { return false }
  }

  /// Returns the error of a file that cannot be opened or read.
  static func failure(
    _ path: String, _ code: Int32, expected: String = text
  ) -> TraceError {
    let (fact, cause): (String, TraceError.Cause) =
      switch code {
      case ENOENT, ENOTDIR: ("does not exist", .noInput)
      case EACCES, EPERM: ("may not be read", .noInput)
      case EISDIR: ("is a directory", .noInput)
      default: ("cannot be read (\(String(cString: strerror(code))))", .inputOutput)
      }
    return TraceError(
      file: path, subject: .file, found: .fact(fact), expected: expected, cause: cause)
  }
}

/// Reads into a whole buffer, and returns the number of bytes: 0 at the end, negative on failure.
private func readChunk(_ descriptor: Int32, into buffer: inout [UInt8]) -> Int {
  buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
}
