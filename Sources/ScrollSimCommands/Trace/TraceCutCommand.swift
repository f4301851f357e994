import ArgumentParser
import ScrollSweeps

/// A long recording as many sessions.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Cuts a recorded trace into sessions at its pauses.",
    discussion: """
      A session ends one second after the scrolling did and begins one second before it starts \
      again; the rest of the pause belongs to none. A sweep cuts a trace itself with --trace \
      cut:FILE:pause=30.

      Example:
        scrollsim trace cut Traces/recorded/photo-grid-session.scroll \\
          --pause 5s --output parts/
      """)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(help: "How long nothing moves between two sessions, at least 2s.")
  var pause = CutSessions.usualPause + "s"
  @Option(help: "The folder for the sessions, new or empty.", completion: .directory)
  var output: String

  func run() throws {
    do {
      let cut = try CutSessions.cut(atPausesOf: pause, called: "--pause")
      let folder = try SessionFolderOutput(output, option: "--pause \(pause)")
      let sessions = try CutSessions.sessions(of: trace, cut)
      try folder.write(sessions.count) { sessions[$0 - 1] }
    } catch let error as SweepError { throw CommandError(error) }
  }
}
