import Foundation
import Synchronization

/// A file that is written piece by piece, and is there whole or not at all.
///
/// The pieces go to a file beside it that takes its name and its permissions at the end. The file
/// that a symbolic link points to is replaced, not the link; what is no regular file (a device, a
/// pipe) is written as it is.
package struct OutputFile: ~Copyable {
  private static let capacity = 1 << 16

  private let path: String
  private let descriptor: Int32
  /// The file that is written, and where it goes; nil where it is written in place.
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
      // Another's file stays another's where the system allows it.
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

  /// Writes the rest, and gives the file its name.
  fileprivate mutating func finish() throws(CommandError) {
    try flush()
    guard let replacement else { return }
    guard rename(replacement.partial.path, replacement.target) == 0 else {
      throw Output.unwritable(path, errno)
    }
    replacement.partial.isGone()
  }

  /// Leaves nothing behind.
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
  /// Writes a file whole or not at all.
  /// - Throws: `CommandError` with status 73 if it cannot be created, 74 if the disk is full.
  package static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
    try write(to: path) { file throws(CommandError) in try file.write(bytes) }
  }

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

/// A file or a folder that has no name of its own yet, and must not outlive this process.
///
/// A signal that ends the process, a trap too, removes it.
struct PartialFile {
  /// Signals that end a process unless it handles them, and that it can handle.
  private static let deadly = [
    SIGHUP, SIGINT, SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGALRM,
    SIGTERM, SIGXCPU,
  ]

  /// Where it is.
  let path: String
  private let slot: Int

  /// Chooses a hidden name beside a file; makes nothing.
  /// - Parameter target: the file's path.
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

  /// Forgets the name: it has been renamed, or removed.
  func isGone() { PartialNames.shared.remove(slot) }

  /// Removes all that there are, from a handler of a signal too.
  static func removeAll() { PartialNames.shared.removeFiles() }

  private static let isHandled = Atomic(false)

  /// Lets signals with the default action remove partial files.
  private static func handleSignals() {
    guard !isHandled.exchange(true, ordering: .sequentiallyConsistent) else { return }
    // Made before a handler needs it.
    _ = PartialNames.shared
    // A file that grows beyond what is allowed is an error of `write` then.
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

/// Removes partial files and ends the process by the same signal, whose action is the usual one
/// again.
private func endBySignal(_ signal: Int32) {
  PartialFile.removeAll()
  raise(signal)
}

/// The names of partial files, in memory that a handler of a signal may read at any moment.
private final class PartialNames: Sendable {
  static let shared = PartialNames()

  /// More are not removed by a signal.
  private static let most = 1 << 14

  /// Strings of C, or zero; never freed, since a handler may be reading them.
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

  /// The newest first, so that a folder comes after what is in it.
  func removeFiles() {
    var slot = min(count.load(ordering: .sequentiallyConsistent), Self.most)
    while slot > 0 {
      slot -= 1
      guard let path = UnsafePointer<CChar>(bitPattern: slots[slot]) else { continue }
      if unlink(path) != 0 { rmdir(path) }
    }
  }
}
