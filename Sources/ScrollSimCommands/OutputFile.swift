import Foundation
import Synchronization

/// A file that is written in pieces, and that appears under its name only when it is complete.
///
/// The pieces go to a temporary file in the same folder, which gets the final name and permissions
/// at the end. If the path is a symbolic link, the target of the link is replaced. A file that is
/// not regular, such as a device or a pipe, is written directly.
struct OutputFile: ~Copyable {
  private static let capacity = 1 << 16

  private let path: String
  private let descriptor: Int32
  /// The temporary file, and the path that it gets at the end; `nil` if the file is written
  /// directly.
  private let replacement: (partial: PartialFile, target: String)?
  private var pieces: [UInt8] = []

  private init(path: String, descriptor: Int32, replacement: (PartialFile, String)?) {
    self.path = path
    self.descriptor = descriptor
    self.replacement = replacement
    pieces.reserveCapacity(Self.capacity)
  }

  fileprivate static func create(_ path: String) throws(CommandError) -> OutputFile {
    let place = try Output.writable(path)
    if let identity = place.identity, place.descriptor != nil || !identity.isRegular {
      let descriptor = place.descriptor.map { dup($0) } ?? open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw Output.unwritable(path, errno) }
      return OutputFile(path: path, descriptor: descriptor, replacement: nil)
    }
    let partial = PartialFile(beside: place.path)
    var older = stat()
    let exists = place.identity != nil && stat(place.path, &older) == 0
    let descriptor = open(
      partial.path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, exists ? 0o600 : 0o666)
    guard descriptor >= 0 else {
      let code = errno
      partial.isGone()
      throw Output.unwritable(path, code)
    }
    if exists {
      // The owner stays the same if the system allows it.
      _ = fchown(descriptor, older.st_uid, older.st_gid)
      _ = fchmod(descriptor, older.st_mode & 0o7777)
    }
    return OutputFile(path: path, descriptor: descriptor, replacement: (partial, place.path))
  }

  /// Adds a piece.
  /// - Throws: `CommandError` with status 74 if the disk is full.
  mutating func write(_ piece: String) throws(CommandError) {
    pieces.append(contentsOf: piece.utf8)
    if pieces.count >= Self.capacity { try flush() }
  }

  /// Adds bytes.
  /// - Throws: `CommandError` with status 74 if the disk is full.
  mutating func write(_ bytes: [UInt8]) throws(CommandError) {
    pieces.append(contentsOf: bytes)
    if pieces.count >= Self.capacity { try flush() }
  }

  private mutating func flush() throws(CommandError) {
    defer { pieces.removeAll(keepingCapacity: true) }
    guard let code = writeAll(pieces, to: descriptor) else { return }
    throw failure(code)
  }

  /// Writes the remaining bytes, and gives the file its name.
  fileprivate mutating func finish() throws(CommandError) {
    try flush()
    guard let replacement else { return }
    guard rename(replacement.partial.path, replacement.target) == 0 else {
      throw Output.unwritable(path, errno)
    }
    replacement.partial.isGone()
  }

  /// Removes the temporary file.
  fileprivate func abandon() {
    guard let replacement else { return }
    _ = unlink(replacement.partial.path)
    replacement.partial.isGone()
  }

  fileprivate func close() { _ = Foundation.close(descriptor) }

  private func failure(_ code: Int32) -> CommandError {
    CommandError(.inputOutput, "'\(path)' cannot be written: \(Output.reason(code))")
  }
}

extension Output {
  /// Writes a file completely or not at all.
  /// - Throws: `CommandError` with status 73 if it cannot be created, 74 if the disk is full.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try write(to: path) { file throws(CommandError) in try file.write(bytes) }
  }

  /// Writes a file piece by piece, completely or not at all.
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - body: A closure that writes the pieces.
  /// - Throws: `CommandError` with status 73 if it cannot be created, 74 if the disk is full, and
  ///   the error that `body` throws.
  static func write(
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

/// A file or folder that does not have its final name yet, and that is removed when this process
/// ends.
///
/// The file or folder is also removed if a signal ends the process, for example after a trap.
struct PartialFile {
  /// The signals that end a process by default, and that a process can handle.
  private static let deadly = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGALRM,
    SIGTERM, SIGXCPU,
  ]

  /// The path.
  let path: String
  private let slot: Int

  /// Chooses a hidden name beside a file, without creating anything.
  /// - Parameter target: The file's path.
  init(beside target: String) {
    let folder = target.lastIndex(of: "/").map { String(target[...$0]) } ?? ""
    let number = String(UInt32.random(in: 0...UInt32.max), radix: 36)
    self.init(at: "\(folder).scrollsim-\(getpid())-\(number).partial")
  }

  /// Registers a path.
  init(at path: String) {
    self.path = path
    Self.handleSignals()
    slot = PartialNames.shared.add(path)
  }

  /// Removes the path from the list of partial files.
  ///
  /// Call it after the file was renamed or removed.
  func isGone() { PartialNames.shared.remove(slot) }

  /// Removes all partial files.
  ///
  /// A signal handler may call this function.
  static func removeAll() { PartialNames.shared.removeFiles() }

  private static let isHandled = Atomic(false)

  /// Installs handlers that remove partial files for signals with the default action.
  private static func handleSignals() {
    guard !isHandled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    // The register is created before a handler needs it.
    _ = PartialNames.shared
    // A file that grows beyond the limit is then an error of `write`.
    if Interruption.has(SIG_DFL, for: SIGXFSZ) { signal(SIGXFSZ, SIG_IGN) }
    for signal in deadly where Interruption.has(SIG_DFL, for: signal) {
      var action = sigaction()
      sigemptyset(&action.sa_mask)
      action.sa_flags = Int32(truncatingIfNeeded: SA_RESETHAND)
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = endBySignal
      #else
        action.__sigaction_handler.sa_handler = endBySignal
      #endif
      sigaction(signal, &action, nil)
    }
  }
}

/// Removes all partial files, restores the default action of a signal, and ends the process by this
/// signal.
private func endBySignal(_ signal: Int32) {
  PartialFile.removeAll()
  raise(signal)
}

/// The paths of partial files, in memory that a signal handler may read at any moment.
private final class PartialNames: Sendable {
  static let shared = PartialNames()

  /// The maximum number of paths.
  ///
  /// A signal does not remove files beyond it.
  private static let most = 1 << 14

  /// The addresses of C strings, or zero.
  ///
  /// The strings are never freed, because a signal handler may be reading them.
  private nonisolated(unsafe) let slots: UnsafeMutablePointer<Int>
  private let count = Atomic(0)

  private init() {
    slots = .allocate(capacity: Self.most)
    slots.initialize(repeating: 0, count: Self.most)
  }

  func add(_ path: String) -> Int {
    let slot = count.add(1, ordering: .sequentiallyConsistent).oldValue
    if slot < Self.most { slots[slot] = Int(bitPattern: strdup(path)) }
    return slot
  }

  func remove(_ slot: Int) {
    if slot < Self.most { slots[slot] = 0 }
    _ = count.compareExchange(
      expected: slot + 1, desired: slot, ordering: .sequentiallyConsistent)
  }

  /// Removes the files, the newest first, so that a folder comes after its content.
  func removeFiles() {
    var slot = min(count.load(ordering: .sequentiallyConsistent), Self.most)
    while slot > 0 {
      slot -= 1
      guard let path = UnsafePointer<CChar>(bitPattern: slots[slot]) else { continue }
      if unlink(path) != 0 { rmdir(path) }
    }
  }
}
