import Foundation

/// Which file a path leads to, whatever it is called there.
struct FileIdentity: Equatable {
  private let device: UInt64, node: UInt64
  /// Whether it holds bytes that writing would replace, as no device and no pipe does.
  let isRegular: Bool

  /// Nil if there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    node = UInt64(truncatingIfNeeded: status.st_ino)
    isRegular = status.st_mode & S_IFMT == S_IFREG
  }
}
