import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process and the two descriptors that lead to it.
struct StartedProcess: Sendable {
  let id: pid_t
  /// Of a socket, so that a program that has ended is an error here and no signal.
  let input: Int32
  let output: Int32

  /// Starts a command line; one at a time, or the descriptors of one would be open in another.
  /// - Throws: `ChildProcess.Fault.notStarted`.
  init(_ command: String) throws(ChildProcess.Fault) {
    var inputs: [Int32] = [-1, -1], outputs: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.stream, 0, &inputs) == 0 else {
      throw .notStarted(reason: Self.reason(errno))
    }
    guard pipe(&outputs) == 0 else {
      let reason = Self.reason(errno)
      for descriptor in inputs { _ = close(descriptor) }
      throw .notStarted(reason: reason)
    }
    for descriptor in inputs + outputs { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(inputs[0], F_SETFL, O_NONBLOCK)
    #if canImport(Darwin)
      var yes: Int32 = 1
      _ = setsockopt(
        inputs[0], SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var id = pid_t()
    let code = Self.spawn(command, &id, input: inputs[1], output: outputs[1])
    _ = close(inputs[1])
    _ = close(outputs[1])
    guard code == 0 else {
      _ = close(inputs[0])
      _ = close(outputs[0])
      throw .notStarted(reason: Self.reason(code))
    }
    (self.id, input, output) = (id, inputs[0], outputs[0])
  }

  /// How it ended, as a clause; nil while it runs.
  func ending() -> String? {
    var status: Int32 = 0
    let found = waitpid(id, &status, WNOHANG)
    guard found != 0, found == id || errno != EINTR else { return nil }
    guard found == id else { return "has ended" }
    // As the macros of `sys/wait.h` have it.
    let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
    return signal == 0 ? "ended with status \(code)" : "was ended by signal \(signal)"
  }

  /// Kills it and all that it started.
  func killGroup() { _ = kill(-id, SIGKILL) }

  /// - Returns: the system's error number, 0 where it was started.
  private static func spawn(
    _ command: String, _ id: inout pid_t, input: Int32, output: Int32
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    // A long command has its signals blocked, which another program must not inherit.
    var (none, broken) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let texts = ["sh", "-c", command]
    let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return posix_spawn(&id, "/bin/sh", &actions, &attributes, words, environ)
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}
