import Foundation

/// Where results go.
enum Output {
  /// Writes to standard output.
  /// - Throws: `CommandError` with status 74 if that is full or gone.
  static func print(_ text: String) throws(CommandError) {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    } catch {
      throw CommandError(.inputOutput, "standard output cannot be written: \(reason(error))")
    }
  }

  /// Writes a file whole or not at all.
  /// - Throws: `CommandError` with status 73 if it cannot be created, 74 if the disk is full.
  static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    do {
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
      throw CommandError(
        isFull ? .inputOutput : .cannotCreate,
        "'\(path)' cannot be written: \(reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? any Error ?? error
    guard let posix = cause as? POSIXError else { return error.localizedDescription }
    return String(cString: strerror(posix.code.rawValue)).lowercased()
  }
}
