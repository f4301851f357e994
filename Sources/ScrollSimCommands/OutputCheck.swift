import Foundation
import ScrollSweeps

/// The files that a command reads, onto which it must not write.
package struct OutputCheck {
  private let inputs: [(path: String, identity: FileIdentity)]

  /// - Parameter inputs: paths; a missing one, or one that is no file, is left to its reader.
  package init(reading inputs: [String]) {
    self.inputs = inputs.compactMap { path in
      guard let identity = FileIdentity(path), identity.isRegular else { return nil }
      return (path: path, identity: identity)
    }
  }

  /// Refuses to replace a file that is read, through any link.
  /// - Parameters:
  ///   - option: that names the output.
  ///   - path: of the output; nil for none.
  /// - Throws: `CommandError` with status 64 if the output is one of the inputs.
  package func require(_ option: String, _ path: String?) throws(CommandError) {
    guard let path, let identity = FileIdentity(path),
      let input = inputs.first(where: { $0.identity == identity })
    else { return }
    let other = input.path == path ? "" : ", as '\(input.path)'"
    throw .usage("\(option) '\(path)' is read by the same command\(other); expected another file")
  }
}

extension ScenarioOptions {
  /// The files that a run of a trace reads.
  func files(trace: String) -> [String] {
    [TraceName.path(of: trace), app.device, app.network].compactMap { $0 }
  }
}

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
