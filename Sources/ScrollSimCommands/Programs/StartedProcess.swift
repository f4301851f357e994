import Foundation

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A process, and the descriptors of its input and output.
///
/// The process leads a new session and a new process group. So it has no terminal, and killing the
/// group also ends the processes that it has started.
struct StartedProcess: Sendable {
  let id: pid_t
  /// The descriptor of the process's input.
  ///
  /// It is a socket, so that writing to a program that has ended gives an error and raises no
  /// signal.
  let input: Int32
  let output: Int32

  /// Starts a shell that waits for `proceed()` and then runs a command line.
  ///
  /// If this process ends before that, the shell ends without having run anything.
  /// - Throws: `ChildProcess.Fault.notStarted`.
  init(waitingWith command: String) throws(ChildProcess.Fault) {
    try self.init(["sh", "-c", "IFS= read -r go && exec sh -c \"$0\"", command])
  }

  /// Starts the shell.
  ///
  /// Shells start one at a time. Otherwise a shell could inherit the descriptors of another.
  /// - Parameters:
  ///   - words: The arguments, beginning with the name.
  ///   - isSilent: `true` if the output and the errors of the shell are discarded.
  /// - Throws: `ChildProcess.Fault.notStarted`.
  init(_ words: [String], isSilent: Bool = false) throws(ChildProcess.Fault) {
    var inputs: [Int32] = [-1, -1], outputs: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Self.stream, 0, &inputs) == 0 else {
      throw .notStarted(reason: Self.reason(errno))
    }
    guard pipe(&outputs) == 0 else {
      let reason = Self.reason(errno)
      for descriptor in inputs { _ = unistdClose(descriptor) }
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
    let code = Self.spawn(
      words, &id, input: inputs[1], output: isSilent ? nil : outputs[1])
    _ = unistdClose(inputs[1])
    _ = unistdClose(outputs[1])
    guard code == 0 else {
      _ = unistdClose(inputs[0])
      _ = unistdClose(outputs[0])
      throw .notStarted(reason: Self.reason(code))
    }
    (self.id, input, output) = (id, inputs[0], outputs[0])
  }

  /// Lets a waiting shell run its command line.
  func proceed() { _ = send(input, "\n", 1, Self.noSignal) }

  /// Closes the descriptors of the process's streams.
  func close() {
    _ = unistdClose(input)
    _ = unistdClose(output)
  }

  /// Waits until the process ends.
  ///
  /// The process stays in the process table, so that the system does not reuse the number of its
  /// group.
  /// - Returns: `true` if it has ended.
  func hasEnded(within patience: Duration) -> Bool {
    let deadline = ContinuousClock.now + patience
    while true {
      var information = siginfo_t()
      let code = waitid(P_PID, id_t(id), &information, WEXITED | WNOHANG | WNOWAIT)
      if code == 0, information.si_signo == SIGCHLD { return true }
      if code != 0, errno != EINTR { return true }
      guard ContinuousClock.now < deadline else { return false }
      usleep(1000)
    }
  }

  /// Kills the process's group, and removes the process from the process table.
  /// - Returns: the way in which it ended, as a clause.
  func finish() -> String {
    killGroup()
    guard hasEnded(within: .seconds(1)) else { return "does not end" }
    var status: Int32 = 0
    while waitpid(id, &status, 0) != id {
      guard errno == EINTR else { return "has ended" }
    }
    // These are the definitions of the macros of `sys/wait.h`.
    let (signal, code) = (status & 0x7f, (status >> 8) & 0xff)
    return signal == 0 ? "ended with status \(code)" : "was ended by signal \(signal)"
  }

  /// Kills the process and those that it started.
  func killGroup() { _ = kill(-id, SIGKILL) }

  /// Spawns the process.
  /// - Returns: the system's error number, 0 if it was started.
  private static func spawn(
    _ texts: [String], _ id: inout pid_t, input: Int32, output: Int32?
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
    let writeOnly = O_WRONLY | O_NOCTTY
    if let output {
      posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
      // A terminal is opened again, because a program could read input from it that is meant for
      // this process.
      if isatty(STDERR_FILENO) != 0 {
        let terminal = ttyname(STDERR_FILENO).map { String(cString: $0) } ?? "/dev/null"
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, terminal, writeOnly, 0)
      }
    } else {
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", writeOnly, 0)
      posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", writeOnly, 0)
    }
    // The signals of a long command are blocked; another program must not inherit that.
    var (none, broken) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &broken)
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    let words: [UnsafeMutablePointer<CChar>?] = texts.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    return posix_spawn(&id, "/bin/sh", &actions, &attributes, words, environ)
  }

  private static func reason(_ code: Int32) -> String {
    String(cString: strerror(code)).lowercased()
  }

  #if canImport(Darwin)
    private static let stream = SOCK_STREAM
    private static let newSession = POSIX_SPAWN_SETSID
    static let noSignal: Int32 = 0
  #else
    private static let stream = Int32(SOCK_STREAM.rawValue)
    private static let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID
    static let noSignal = Int32(MSG_NOSIGNAL)
  #endif
}

/// Calls the system's `close`, which the method of that name hides.
private func unistdClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

/// A shell that kills the programs if this process ends before them, even by a signal.
///
/// This process sends it the numbers of the process groups. When its input ends, this process has
/// ended, and the shell kills the remaining groups and ends. It has its own session, so that
/// signals of a terminal do not reach it.
struct ProgramWatcher: Sendable {
  private static let script = """
    trap '' HUP INT QUIT TERM
    groups=
    while read -r act id; do
      left=
      for group in $groups; do [ "$group" = "$id" ] || left="$left $group"; done
      groups=$left
      [ "$act" = remove ] || groups="$groups $id"
    done
    for group in $groups; do kill -KILL -"$group"; done
    """

  private let shell: StartedProcess

  /// Starts the shell.
  /// - Throws: `ChildProcess.Fault.notStarted`.
  init() throws(ChildProcess.Fault) {
    shell = try StartedProcess(["sh", "-c", Self.script], isSilent: true)
  }

  /// Adds a group to those that the shell kills if this process ends before them.
  /// - Returns: `false` if the shell does not run any more.
  func add(_ group: pid_t) -> Bool { write("add \(group)\n") }

  /// Removes a group from those that the shell kills.
  func remove(_ group: pid_t) { _ = write("remove \(group)\n") }

  private func write(_ line: String) -> Bool {
    send(shell.input, line, line.utf8.count, StartedProcess.noSignal) == line.utf8.count
  }
}
