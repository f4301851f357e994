/// Something that ends a command: one sentence for standard error, and an exit status.
package struct CommandError: Error {
  /// The exit statuses that scripts may rely on, as in sysexits.h.
  package enum Status: Int32 {
    /// A gate failed: a stated limit is broken.
    case gateSaidNo = 1
    /// The command was used wrongly: an unknown name, a value out of range.
    case usage = 64
    /// The input is invalid.
    case badData = 65
    /// There is no such input.
    case noInput = 66
    /// A service is not to be had: a port that is taken.
    case unavailable = 69
    /// An output cannot be created.
    case cannotCreate = 73
    /// Reading or writing failed on the way.
    case inputOutput = 74
    /// Another process holds the store; later it may work.
    case locked = 75
    /// Ended by SIGINT, as by Ctrl-C.
    case interrupted = 130
    /// Ended by SIGTERM, as by a scheduler.
    case terminated = 143
  }

  let status: Status
  let sentence: String

  package init(_ status: Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// A mistake in how the command was used.
  package static func usage(_ sentence: String) -> CommandError { CommandError(.usage, sentence) }
}
