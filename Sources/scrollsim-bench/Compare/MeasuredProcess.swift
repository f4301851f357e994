import ArgumentParser
import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a process printed, and the most memory that it had.
///
/// A process begins with the memory of its parent in its books, so the parent must stay small:
/// it makes no stream itself.
struct MeasuredProcess {
  /// The words of its last line.
  let words: [Substring]
  /// The most that was resident, mapped files included, in bytes.
  let peakBytes: Int

  /// Runs a process to its end.
  /// - Throws: `ValidationError` if it cannot be started or fails.
  init(_ executable: String, _ arguments: [String]) throws {
    let pipe = Pipe()
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipe.fileHandleForWriting.fileDescriptor, 1)
    posix_spawn_file_actions_addclose(&actions, pipe.fileHandleForReading.fileDescriptor)

    var words: [UnsafeMutablePointer<CChar>?] = ([executable] + arguments).map { strdup($0) }
    words.append(nil)
    defer { for word in words { free(word) } }
    var process = pid_t()
    let status = posix_spawnp(&process, executable, &actions, nil, words, environ)
    let command = ([executable] + arguments).joined(separator: " ")
    guard status == 0 else {
      throw ValidationError("'\(command)' cannot be started: \(String(cString: strerror(status)))")
    }
    try pipe.fileHandleForWriting.close()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    var (result, usage) = (Int32(0), rusage())
    while wait4(process, &result, 0, &usage) < 0, errno == EINTR {}
    guard result == 0 else { throw ValidationError("'\(command)' failed with status \(result)") }
    let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
    self.words = lines.last?.split(separator: " ") ?? []
    #if canImport(Darwin)
      peakBytes = usage.ru_maxrss
    #else
      peakBytes = usage.ru_maxrss * 1024
    #endif
  }
}
