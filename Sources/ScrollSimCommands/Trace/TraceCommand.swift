import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// The `trace` command: makes, imports and examines scroll traces.
struct TraceCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trace",
    abstract: "Records, generates, imports and inspects traces.",
    discussion: """
      Example:
        scrollsim trace info Traces/photo-grid.scroll
      """,
    subcommands: [
      TraceRecordCommand.self, TraceGenerateCommand.self, TraceImportCommand.self,
      TraceImagesCommand.self, TraceCutCommand.self, TraceExportCommand.self,
      TraceInfoCommand.self, TraceValidateCommand.self,
    ])
}

/// The `trace images` command lists the pictures of a folder with their formats and sizes, which it
/// reads from the file headers.
struct TraceImagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images",
    abstract: "Lists the pictures of a folder: size, format, orientation.",
    discussion: """
      Reads the headers of JPEG, PNG, GIF, WebP, HEIC, AVIF and JPEG 2000 files, without \
      decoding. Width and height are the displayed pixels; orientation is the EXIF value. The \
      CSV output is a list for `trace import --images`.

      Example:
        scrollsim trace images Traces/pictures/formats
        scrollsim trace images Traces/pictures/formats --format csv > list.csv
      """)

  @Argument(help: "A folder of pictures.", completion: .directory) var folder: String
  @Flag(help: "Refuse folders with unreadable files instead of skipping these files.")
  var strict = false
  @OptionGroup var output: FormatOption

  /// A picture as JSON.
  struct Row: Encodable {
    let path: String, format: String
    let width: Int, height: Int, bytes: Int, orientation: Int
    let alpha: Bool, animated: Bool
  }

  func run() throws {
    let pictures: PictureFolder
    do { pictures = try PictureFolder(folder) } catch { throw CommandError(error) }
    if strict, let first = pictures.unreadable.first { throw CommandError(first.reason) }
    for sentence in pictures.omissions { Output.say("note: \(sentence)") }
    let rows = pictures.files.map { file in
      Row(
        path: file.path, format: file.header.format.rawValue, width: file.header.shown.width,
        height: file.header.shown.height, bytes: file.bytes, orientation: file.header.orientation,
        alpha: file.header.hasAlpha, animated: file.header.isAnimated)
    }
    var table = Table([
      .left("path"), .left("format"), .right("width"), .right("height"), .right("bytes"),
      .right("orientation"), .left("alpha"), .left("animated"),
    ])
    for row in rows {
      table.append([
        row.path, row.format, "\(row.width)", "\(row.height)", "\(row.bytes)", "\(row.orientation)",
        row.alpha ? "yes" : "no", row.animated ? "yes" : "no",
      ])
    }
    try output.print(table, rows)
  }
}

/// The `trace record` command records a scroll by hand, in a browser on this machine or on a phone.
struct TraceRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a scroll by hand, in a browser or on a phone.",
    discussion: #"""
      Serves a page with images to scroll through, in the layout of the trace. In every animation \#
      frame the page records its offset, whether a finger is down, and whether it is in the \#
      background. When you press Save, the command writes the file of --output, and ends. \#
      --output is required.

      The address ends in eight letters and digits that are valid for one recording. For a \#
      phone in the same network, use --host 0.0.0.0 and type the printed address. The \#
      connection is not encrypted.

      Example:
        scrollsim trace record --layout list:spacing=8 --output my.scroll
      """#)

  /// The default images.
  ///
  /// They suit a grid, which shows square thumbnails, and a list, where their different ratios are
  /// visible.
  static let images = "items=3000 seed=1 size=1200@4/3:2,900@3/4:1 mix=jpeg:0.7,heic:0.3"

  @Option(
    help:
      "The address to serve at. Addresses other than 127.0.0.1 or ::1 let other machines connect.")
  var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port; 0 chooses a free one.", valueName: "n"))
  var port = 8080
  @Option(help: "The source of the recording, in one line (default: the browser and the date).")
  var provenance: String?
  @OptionGroup var options: TraceOptions

  func run() throws {
    guard let output = options.output else {
      throw CommandError.usage("--output is missing; expected a file like my.scroll")
    }
    if let viewport = options.viewport {
      throw CommandError.usage(
        "--viewport '\(viewport)' does not apply; a recording has the viewport of its browser")
    }
    let address = try ListenAddress(host: host, port: port)
    var options = options
    options.catalogue = options.catalogue ?? Self.images
    let header = TraceHeader(
      title: options.title ?? "A scroll by hand", provenance: provenance ?? "", kind: .recorded,
      viewport: try options.parsedViewport(), direction: options.scrollDirection,
      decelerationRate: options.decelerationRate, layout: try options.parsedLayout())
    let recording = RecorderOutput(
      header: header, catalog: TraceCatalog(try options.parsedCatalog()), path: output)
    try OutputCheck.require([.file("--output", output)], reading: [])
    // This is checked now, because a missing folder should not be reported after minutes of
    // scrolling.
    try Output.requireRoom(for: output)
    let server = try RecorderServer(recording, at: address)
    server.announce()
    guard let trace = server.recording() else { return }
    Output.say("note: \(recording.sentence(about: trace))")
  }
}

/// The `trace cut` command cuts a long recording into sessions, or cuts out one part.
struct TraceCutCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "cut",
    abstract: "Cuts a trace into sessions at its pauses, or extracts one part.",
    discussion: """
      A session ends one second after scrolling stops, and the next begins one second before \
      scrolling starts again. The rest of the pause is dropped. A sweep can cut a trace itself, \
      with --trace cut:FILE:pause=30.

      --from or --to extract one part instead, even if nothing moves there. If the trace has \
      gestures, the part has the resulting offsets instead. Every part begins in the foreground, \
      online, with an empty cache.

      Example:
        scrollsim trace cut Traces/recorded/photo-grid-session.scroll \\
          --pause 5s --output parts/
        scrollsim trace cut Traces/photo-grid.scroll --from 10s --to 25s \\
          --output part.scroll
      """)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(help: "The shortest pause between two sessions, at least 2s (default: 30s).")
  var pause: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The start of the part (default: the start of the trace).", valueName: "moment"))
  var from: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The end of the part (default: the end of the trace).", valueName: "moment"))
  var to: String?
  @Option(
    help: ArgumentHelp(
      "The folder for the sessions, new or empty; or the file for one part (default: standard "
        + "output)."),
    completion: .directory)
  var output: String?

  func run() throws {
    if from != nil || to != nil { return try writePart() }
    do {
      let pause = pause ?? CutSessions.usualPause + "s"
      let cut = try CutSessions.cut(atPausesOf: pause, called: "--pause")
      let folder = try SessionFolderOutput(output, option: "--pause \(pause)")
      try OutputCheck.require(
        [.folder("--output", output)], reading: [TraceName.path(of: trace)])
      let sessions = try CutSessions.sessions(of: trace, cut)
      try folder.write(sessions.count) { sessions[$0 - 1] }
    } catch let error as SweepError { throw CommandError(error) }
  }

  private func writePart() throws(CommandError) {
    if let pause {
      throw .usage(
        "--pause \(pause) does not apply to one part; expected it without --from and --to")
    }
    try OutputCheck.require(
      [.file("--output", output)], reading: [TraceName.path(of: trace)])
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

/// The `trace validate` command checks that all commands would accept a file as a trace.
struct TraceValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks traces, and lists all errors with their lines.",
    discussion: """
      The check skips invalid rows and lists up to a thousand problems of each file on standard \
      error. Rules about the whole file, such as the length of the content, are checked when \
      every line is valid. The exit status is 65 if a file is not a valid trace.

      Example:
        scrollsim trace validate Traces/photo-grid.scroll Traces/carousel.scroll
      """)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @OptionGroup var output: FormatOption

  func run() throws {
    var verdicts = [Verdict]()
    var failures = [CommandError]()
    for path in traces {
      do {
        let problems = try Self.problems(of: path)
        failures += problems.map { CommandError($0) }
        verdicts.append(try Verdict(path, problems))
      } catch {
        // The other files are checked nevertheless.
        failures.append(error)
      }
    }
    var table = Table([
      .left("valid trace"), .right("samples"), .right("items"), .right("images"),
      .right("events"),
    ])
    for verdict in verdicts {
      table.append(
        [verdict.path]
          + [verdict.samples, verdict.items, verdict.images, verdict.events].map { "\($0 ?? 0)" })
    }
    if output.format == .json || failures.isEmpty {
      try output.print(table, verdicts)
    }
    guard let last = failures.popLast() else { return }
    for failure in failures { Output.say("scrollsim: \(failure.sentence)") }
    throw last
  }

  /// Returns the problems of a file.
  ///
  /// Drawn or cut sessions are always valid, so that they have none.
  private static func problems(of name: String) throws(CommandError) -> [TraceError] {
    guard case .file = TraceName(name) else { return [] }
    do { return try TraceFile.problems(of: name) } catch {
      guard error.cause != .inputOutput else { throw CommandError(error) }
      return [error]
    }
  }

  struct Verdict: Encodable {
    let path: String
    @OrNull var digest: String?
    @OrNull var samples: Int?
    @OrNull var items: Int?
    @OrNull var images: Int?
    @OrNull var events: Int?
    let problems: [Problem]

    init(_ path: String, _ problems: [TraceError]) throws(CommandError) {
      self.path = path
      self.problems = problems.map { Problem(line: $0.line, text: "\($0)") }
      guard problems.isEmpty else { return }
      let trace = try TraceInput.load(path)
      digest = trace.digest
      samples = trace.motion.times.count
      items = trace.placement.count
      images = trace.catalog.images.count
      events = trace.events.count
    }
  }

  struct Problem: Encodable {
    @OrNull var line: Int?
    let text: String
  }
}

/// A server that serves a recorder's page until a recording is kept.
struct RecorderServer {
  private let site: RecorderSite
  private let address: ListenAddress
  private let server: WebServer

  /// Starts to listen.
  /// - Throws: `CommandError` with status 69 if the address is in use or does not belong to this
  ///   machine.
  init(_ recording: RecorderOutput, at address: ListenAddress) throws(CommandError) {
    Interruption.end(after: nil)
    var chance = SystemRandomNumberGenerator()
    self.address = address
    site = RecorderSite(recording, token: RecorderToken(using: &chance), at: address)
    server = try WebServer(at: address, site, orElse: "--port 0 to choose one")
  }

  /// Prints the address for a browser, with a warning if other machines can reach it.
  func announce() {
    if !address.ip.isLoopback {
      Output.say(
        "warning: every client that can reach \(address.ip.text) and knows the address can "
          + "record; use 127.0.0.1 to allow only this machine")
    }
    Output.say(
      "note: open \(address.url(port: server.port))\(site.token.text), scroll, then press Save")
    guard address.ip.isAny else { return }
    for ip in IPAddress.ofThisMachine {
      Output.say("note: or, on a phone, http://\(ip.text):\(server.port)/\(site.token.text)")
    }
  }

  /// Waits for the recording, and then until its page has received the confirmation.
  func recording() -> ScrollTrace? {
    let trace = site.awaitRecording()
    server.stop(after: .seconds(2))
    return trace
  }
}
