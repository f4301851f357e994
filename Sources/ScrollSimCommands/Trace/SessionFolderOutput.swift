import Foundation
import ScrollCore
import ScrollPages
import ScrollTraces

/// A folder of sessions, `session-001.scroll` and so on, which appears under its name only when it
/// is complete.
struct SessionFolderOutput {
  /// The path of the folder, without slashes at its end.
  private let folder: String

  /// Creates an output.
  /// - Parameters:
  ///   - path: The path of the folder; `nil` if none is given. The folder must be new or empty, or
  ///     contain only sessions with the same names.
  ///   - option: The option that requests sessions, for error messages.
  /// - Throws: `CommandError` if no folder is given.
  init(_ path: String?, option: String) throws(CommandError) {
    guard let path, !path.isEmpty else {
      throw .usage("\(option) writes many files; expected --output FOLDER")
    }
    var name = path[...]
    while name.count > 1, name.last == "/" { name.removeLast() }
    folder = String(name)
  }

  /// Writes sessions.
  ///
  /// The files go into a temporary folder beside the final one, which is renamed at the end.
  /// - Parameters:
  ///   - count: The number of sessions.
  ///   - session: A closure that makes a session, by its number from 1.
  /// - Throws: `CommandError` with status 73 for a folder that contains anything else or cannot be
  ///   created, 74 for a full disk, and the errors of `session`.
  func write(
    _ count: Int, _ session: (Int) throws(CommandError) -> ScrollTrace
  ) throws(CommandError) {
    let names = (1...count).map { Self.name($0, of: count) }
    try checkFolder(Set(names))
    let partial = PartialFile(beside: FilePlace(folder).path)
    var parts = [partial]
    defer { for part in parts.reversed() { part.isGone() } }
    do {
      try FileManager.default.createDirectory(
        atPath: partial.path, withIntermediateDirectories: true)
    } catch { throw CommandError(.cannotCreate, "folder '\(folder)' cannot be created") }
    do throws(CommandError) {
      for (index, name) in names.enumerated() {
        let part = PartialFile(at: "\(partial.path)/\(name)")
        parts.append(part)
        let bytes = TraceFile.bytes(of: try session(index + 1))
        do throws(CommandError) { try Output.write(bytes, to: part.path) } catch {
          // The user knows only the name that the file gets at the end.
          throw CommandError(
            error.status, error.sentence.replacing(part.path, with: "\(folder)/\(name)"))
        }
      }
      try publish(partial.path)
    } catch {
      try? FileManager.default.removeItem(atPath: partial.path)
      throw error
    }
    Output.say("note: \(Phrase.count(count, "session")) in '\(folder)/'")
  }

  /// Returns a name such as `session-017.scroll`.
  ///
  /// The number has more digits if there are more than 999 sessions.
  private static func name(_ number: Int, of count: Int) -> String {
    let digits = String(number)
    let zeros = String(repeating: "0", count: max(3, "\(count)".count) - digits.count)
    return "session-\(zeros)\(digits).\(TraceFile.pathExtension)"
  }

  /// Throws an error for a folder with content that is not replaced.
  private func checkFolder(_ names: Set<String>) throws(CommandError) {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder) else { return }
    guard isFolder.boolValue,
      let found = try? FileManager.default.contentsOfDirectory(
        atPath: folder)
    else {
      throw CommandError(
        .cannotCreate, "'\(folder)' is not a folder; expected a new or an empty one")
    }
    guard let other = found.sorted().first(where: { !names.contains($0) }) else { return }
    throw CommandError(
      .cannotCreate,
      "'\(folder)' contains '\(other)', which is not one of these sessions; expected a new "
        + "or an empty folder")
  }

  /// Gives the temporary folder its final name.
  ///
  /// An existing folder is removed only now. The new folder gets its permissions, and links to the
  /// folder stay.
  private func publish(_ partial: String) throws(CommandError) {
    let place = FilePlace(folder).path
    var older = stat()
    if stat(place, &older) == 0 { _ = chmod(partial, older.st_mode & 0o7777) }
    guard rename(partial, place) != 0 else { return }
    let old = "\(partial).old"
    guard rename(place, old) == 0 else { throw Output.unwritable(folder, errno) }
    guard rename(partial, place) == 0 else {
      let code = errno
      _ = rename(old, place)
      throw Output.unwritable(folder, code)
    }
    try? FileManager.default.removeItem(atPath: old)
  }
}
