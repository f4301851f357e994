/// An error that ends a command: one sentence for standard error, and an exit status.
package struct CommandError: Error {
  /// The exit statuses that scripts may rely on.
  ///
  /// Most are those of sysexits.h.
  package enum Status: Int32 {
    /// A gate failed: a stated limit is broken.
    case gateSaidNo = 1
    /// The command line is invalid, for example an unknown name or a value out of range.
    case usage = 64
    /// The input is invalid.
    case badData = 65
    /// An input does not exist.
    case noInput = 66
    /// A service is not available, for example a port that another program uses.
    case unavailable = 69
    /// An output cannot be created.
    case cannotCreate = 73
    /// An error occurred during reading or writing.
    case inputOutput = 74
    /// Another process holds the store; a later attempt may succeed.
    case locked = 75
    /// SIGINT ended the command, for example Ctrl-C.
    case interrupted = 130
    /// SIGTERM ended the command, for example from a scheduler.
    case terminated = 143
  }

  let status: Status
  let sentence: String

  package init(_ status: Status, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }

  /// Returns the error for a mistake in the command line.
  package static func usage(_ sentence: String) -> CommandError { CommandError(.usage, sentence) }
}
