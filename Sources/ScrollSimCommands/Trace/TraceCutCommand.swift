import ArgumentParser
import ScrollCore
import ScrollSweeps
import ScrollTraces

/// A long recording as many sessions, or one part of it.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Cuts a trace into sessions at its pauses, or one part out of it.",
    discussion: """
      A session ends one second after the scrolling did and begins one second before it starts \
      again; the rest of the pause belongs to none. A sweep cuts a trace itself with --trace \
      cut:FILE:pause=30.

      With --from or --to it is one part instead, whatever moves there. Gestures become samples. \
      Every part begins as an app does: in front, with an empty cache, online.

      Example:
        scrollsim trace cut Traces/recorded/photo-grid-session.scroll \\
          --pause 5s --output parts/
        scrollsim trace cut Traces/photo-grid.scroll --from 10s --to 25s \\
          --output part.scroll
      """)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(help: "How long nothing moves between two sessions, at least 2s (default: 30s).")
  var pause: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where one part begins (default: the beginning).", valueName: "moment"))
  var from: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Where it ends (default: the end).", valueName: "moment"))
  var to: String?
  @Option(
    help:
      "The folder for the sessions, new or empty; of one part the file (default: standard output).",
    completion: .directory)
  var output: String?

  func run() throws {
    if from != nil || to != nil { return try writePart() }
    do {
      let pause = pause ?? CutSessions.usualPause + "s"
      let cut = try CutSessions.cut(atPausesOf: pause, called: "--pause")
      let folder = try SessionFolderOutput(output, option: "--pause \(pause)")
      let sessions = try CutSessions.sessions(of: trace, cut)
      try folder.write(sessions.count) { sessions[$0 - 1] }
    } catch let error as SweepError { throw CommandError(error) }
  }

  private func writePart() throws(CommandError) {
    if let pause {
      throw .usage("--pause \(pause): one part has no pauses; expected it without --from and --to")
    }
    try OutputCheck(reading: [trace]).require("--output", output)
    let start = try from.map { text throws(CommandError) in try Moment.parse(text, option: "--from")
    }
    let end = try to.map { text throws(CommandError) in try Moment.parse(text, option: "--to") }
    let whole = try TraceInput.load(trace)
    let part: TracePart
    let (first, last) = (start ?? .zero, end ?? whole.duration)
    do { part = try TracePart(of: whole, from: first, to: last) } catch {
      let status: CommandError.Status =
        if case .outside = error { .usage } else { .badData }
      throw CommandError(status, "'\(trace)': \(error)")
    }
    let trace = part.trace(
      title: "\(whole.header.title), \(first) to \(last)",
      provenance: "from \(first) to \(last) of '\(self.trace)'")
    let bytes = TraceFile.bytes(of: trace)
    guard let output else {
      return try Output.printData(String(decoding: bytes, as: UTF8.self))
    }
    try Output.write(bytes, to: output)
  }
}
