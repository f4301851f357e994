#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file that is written whole lines at a time: what does not fit is taken back.
///
/// One thread uses it.
struct LogFile: ~Copyable {
  private let descriptor: Int32
  private var length = 0

  /// Makes a file, or empties it.
  /// - Returns: the descriptor of the open file.
  /// - Throws: `RecordingError` where it cannot be made.
  static func create(_ path: String) throws(RecordingError) -> Int32 {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .uncreatable(path: path, code: errno) }
    return descriptor
  }

  /// An open file, which is closed with this.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Adds bytes.
  /// - Returns: the system's error number where they do not fit; then none of them stay.
  mutating func append(_ bytes: [UInt8]) -> Int32? {
    var start = 0
    while start < bytes.count {
      let count = bytes.withUnsafeBytes {
        write(descriptor, $0.baseAddress.map { $0 + start }, bytes.count - start)
      }
      if count >= 0 {
        start += count
      } else if errno != EINTR {
        let code = errno
        _ = ftruncate(descriptor, off_t(length))
        return code
      }
    }
    length += bytes.count
    return nil
  }

  deinit { _ = close(descriptor) }
}
