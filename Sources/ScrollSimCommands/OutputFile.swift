import Foundation

/// A file that is written piece by piece, and is there whole or not at all.
///
/// The pieces go to a file beside it that takes its name at the end. The file that a symbolic
/// link points to is replaced, not the link; what is no regular file (a device, a pipe) is
/// written as it is.
package struct OutputFile: ~Copyable {
  private static let capacity = 1 << 16

  private let path: String
  private let descriptor: Int32
  /// The file that is written, and where it goes; nil where it is written in place.
  private let replacement: (partial: String, target: String)?
  private var pieces: [UInt8] = []

  private init(path: String, descriptor: Int32, replacement: (String, String)?) {
    self.path = path
    self.descriptor = descriptor
    self.replacement = replacement
    pieces.reserveCapacity(Self.capacity)
  }

  fileprivate static func create(_ path: String) throws(CommandError) -> OutputFile {
    var status = stat()
    let exists = stat(path, &status) == 0
    // An empty path would be the current folder.
    guard !path.isEmpty else { throw Output.unwritable(path, ENOENT) }
    var replacement: (partial: String, target: String)?
    let descriptor: Int32
    if exists, status.st_mode & S_IFMT != S_IFREG {
      descriptor = open(path, O_WRONLY)
    } else {
      let target = URL(fileURLWithPath: path).resolvingSymlinksInPath()
      let partial = target.deletingLastPathComponent()
        .appendingPathComponent(".scrollsim-\(getpid()).partial").path
      replacement = (partial, target.path)
      let mode = exists ? status.st_mode & 0o777 : 0o666
      descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC, mode)
    }
    guard descriptor >= 0 else { throw Output.unwritable(path, errno) }
    return OutputFile(path: path, descriptor: descriptor, replacement: replacement)
  }

  /// Adds a piece.
  /// - Throws: `CommandError` with status 74 if the disk is full.
  mutating func write(_ piece: String) throws(CommandError) {
    pieces.append(contentsOf: piece.utf8)
    if pieces.count >= Self.capacity { try flush() }
  }

  private mutating func flush() throws(CommandError) {
    defer { pieces.removeAll(keepingCapacity: true) }
    guard let code = writeAll(pieces, to: descriptor) else { return }
    throw failure(code)
  }

  /// Writes the rest, and gives the file its name.
  fileprivate mutating func finish() throws(CommandError) {
    try flush()
    guard let replacement else { return }
    guard rename(replacement.partial, replacement.target) == 0 else {
      throw Output.unwritable(path, errno)
    }
  }

  /// Leaves nothing behind.
  fileprivate func abandon() {
    if let replacement { _ = unlink(replacement.partial) }
  }

  fileprivate func close() { _ = Foundation.close(descriptor) }

  private func failure(_ code: Int32) -> CommandError {
    CommandError(.inputOutput, "'\(path)' cannot be written: \(Output.reason(code))")
  }
}

extension Output {
  /// Writes a file piece by piece, whole or not at all.
  /// - Parameters:
  ///   - path: of the file.
  ///   - body: writes the pieces.
  /// - Throws: `CommandError` with status 73 if it cannot be created, 74 if the disk is full,
  ///   and what `body` throws.
  package static func write(
    to path: String, _ body: (inout OutputFile) throws(CommandError) -> Void
  ) throws(CommandError) {
    var file = try OutputFile.create(path)
    defer { file.close() }
    do {
      try body(&file)
      try file.finish()
    } catch {
      file.abandon()
      throw error
    }
  }
}
