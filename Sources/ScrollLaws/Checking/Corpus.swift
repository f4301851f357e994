import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of failing cases: kept when found, tried first the next time.
///
/// Each is a text file, `POLICY.LAW.DIGITS.case`: comments that begin with #, the law, the
/// picture. Beside it stands the trace, for `scrollsim`. While an examination runs, the case
/// being tried stands in `POLICY.running`: if the policy traps, the next examination finds it
/// there and tries it first. The file is locked as long as its examination runs: of two that
/// examine one policy at once, the later one notes nothing.
final class Corpus {
  /// A case that was kept.
  struct File {
    let path: String
    var name: String { (path as NSString).lastPathComponent }
    /// Whether an examination ended while it was tried.
    var isAbrupt: Bool { path.hasSuffix(".running") }

    /// The law, or nil if every law is to be checked, and the script.
    ///
    /// - Throws: `ScriptError` if it is no picture, or whatever reading the file throws.
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
  private var running: Int32 = -1
  private var isNotedByOther = false

  init(folder: String, policy: String) {
    self.folder = folder
    self.policy = policy
  }

  deinit { finish() }

  private var runningPath: String { "\(folder)/\(policy).running" }

  /// What was kept, the case of an examination that ended abruptly first.
  var cases: [File] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let kept = names.filter { $0.hasPrefix("\(policy).") && $0.hasSuffix(".case") }.sorted()
    let abrupt = names.filter { $0 == "\(policy).running" && !isRunning }
    return (abrupt + kept).map { File(path: "\(folder)/\($0)") }
  }

  /// Whether another examination of the policy is under way.
  private var isRunning: Bool {
    let file = open(runningPath, O_RDONLY)
    guard file >= 0 else { return true }
    defer { close(file) }
    // Its end removes the file before the lock.
    return flock(file, LOCK_EX | LOCK_NB) != 0
      || !FileManager.default.fileExists(atPath: runningPath)
  }

  /// Tells people, now, what is tried again: it may end this examination as well.
  func warn(_ script: Script) {
    FileHandle.standardError.write(
      Data(
        """
        the last examination of '\(policy)' ended abruptly in this case, which is tried first:
        \(script)

        """.utf8))
  }

  /// Notes what is about to be tried.
  func begin(_ script: Script) {
    if running < 0, !isNotedByOther {
      try? FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      running = open(runningPath, O_WRONLY | O_CREAT, 0o644)
      if running >= 0, flock(running, LOCK_EX | LOCK_NB) != 0 {
        close(running)
        (running, isNotedByOther) = (-1, true)
      }
    }
    guard running >= 0 else { return }
    var text = "\(script)\n"
    text.withUTF8 { bytes in
      _ = pwrite(running, bytes.baseAddress, bytes.count, 0)
      _ = ftruncate(running, off_t(bytes.count))
    }
  }

  /// The examination ended as it should.
  func finish() {
    guard running >= 0 else { return }
    try? FileManager.default.removeItem(atPath: runningPath)
    close(running)
    running = -1
  }

  /// Writes a failure down; the files that were written.
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

  /// Eight hexadecimal digits that tell pictures apart (FNV-1a).
  private static func digits(of text: String) -> String {
    var hash: UInt32 = 0x811c_9dc5
    for byte in text.utf8 { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }
}
