import Foundation
import ScrollCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of failing cases.
///
/// A check adds the cases that it finds, and the next check tries them first.
///
/// Each case is a text file, `POLICY.LAW.DIGITS.case`, with comments that begin with #, the law,
/// and the script as text (its picture). A file beside it has the trace for `scrollsim`. During a
/// check, the current case is in `POLICY.running`. If the policy traps, the next check finds the
/// case there and tries it first. The file is locked, because other tests may check the same policy
/// at the same time. Their cases are in `POLICY-2.running` and so on.
final class Corpus {
  /// A case that was kept.
  struct File {
    let path: String
    var name: String { (path as NSString).lastPathComponent }
    /// A Boolean value that indicates whether an earlier check crashed or was ended while it ran
    /// the case.
    var isAbrupt: Bool { path.hasSuffix(".running") }

    /// Returns the script, and the law to check; `nil` means every law.
    ///
    /// - Throws: `ScriptError` if the file contains no picture, or the error of reading the file.
    func read() throws -> (law: String?, script: Script) {
      let text = try String(contentsOfFile: path, encoding: .utf8)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      let law = lines.first { $0.hasPrefix("law ") }?.dropFirst(4)
      let picture = lines.map { $0.hasPrefix("law ") ? "#" : $0 }.joined(separator: "\n")
      return (law.map(String.init), try Script(picture))
    }
  }

  let folder: String
  let policy: String
  /// The descriptor of the locked file with the current case; negative if there is none.
  private var running: Int32 = -1
  private var runningPath = ""

  init(folder: String, policy: String) {
    self.folder = folder
    self.policy = policy
  }

  deinit { finish() }

  /// The names of the files in which simultaneous checks of a policy record their cases.
  private var runningNames: [String] {
    ["\(policy).running"] + (2...16).map { "\(policy)-\($0).running" }
  }

  /// The kept cases, with the case of a check that ended abruptly first.
  var cases: [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let kept = names.filter { $0.hasPrefix("\(policy).") && $0.hasSuffix(".case") }.sorted()
    let abrupt = runningNames.filter { names.contains($0) && isAbandoned("\(folder)/\($0)") }
    return (abrupt + kept).map { File(path: "\(folder)/\($0)") }
  }

  /// Prints the case that made the last check crash, because it may also make this check crash.
  func warn(_ script: Script) {
    FileHandle.standardError.write(
      Data(
        """
        the last check of '\(policy)' crashed in this case, which is tried first:
        \(script)

        """.utf8))
  }

  /// Records the case that is about to run.
  /// - Returns: The file, or `nil` if none can be written.
  func begin(_ script: Script) -> String? {
    if running < 0 {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      openRunning()
    }
    guard running >= 0 else { return nil }
    var text = "\(script)\n"
    text.withUTF8 { bytes in
      _ = pwrite(running, bytes.baseAddress, bytes.count, 0)
      _ = ftruncate(running, off_t(bytes.count))
    }
    return runningPath
  }

  /// Cleans up after a check that ended normally.
  func finish() {
    guard running >= 0 else { return }
    _ = unlink(runningPath)
    _ = close(running)
    running = -1
    // The folder is removed only if no case was kept; a folder with files stays.
    _ = rmdir(folder)
  }

  /// Opens the first file that no other process has locked.
  private func openRunning() {
    for name in runningNames {
      let path = "\(folder)/\(name)"
      let file = open(path, O_WRONLY | O_CREAT, 0o644)
      guard file >= 0 else { return }
      if flock(file, LOCK_EX | LOCK_NB) == 0 {
        (running, runningPath) = (file, path)
        return
      }
      _ = close(file)
    }
  }

  /// Returns whether a file contains a case, and no running check has locked it.
  private func isAbandoned(_ path: String) -> Bool {
    let file = open(path, O_RDONLY)
    guard file >= 0 else { return false }
    defer { _ = close(file) }
    return flock(file, LOCK_EX | LOCK_NB) == 0 && lseek(file, 0, SEEK_END) > 0
  }

  /// Writes a failure to files, and returns the files.
  func keep(_ failure: LawFailure) -> [String] {
    let picture = "\(failure.script)"
    let name = "\(policy).\(failure.law.name).\(Self.digits(of: picture))"
    let text = """
      # '\(policy)' breaks '\(failure.law.name)': \(failure.law.statement)
      # Found: \(failure.finding)
      law \(failure.law.name)
      \(picture)

      """
    var files = [("\(name).case", text)]
    if let trace = failure.script.trace { files.append(("\(name).\(trace.ending)", trace.text)) }
    try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return files.compactMap { name, text in
      let path = "\(folder)/\(name)"
      let isWritten = (try? text.write(toFile: path, atomically: true, encoding: .utf8)) != nil
      return isWritten ? path : nil
    }
  }

  /// Returns eight hexadecimal digits that distinguish pictures (FNV-1a).
  private static func digits(of text: String) -> String {
    var hash: UInt32 = 0x811c_9dc5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return hash.hexadecimal
  }
}
