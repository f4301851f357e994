import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// Whether files are traces that every command would take.
struct TraceValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks traces, and lists everything that is not valid with its line.",
    discussion: """
      A row that is wrong is passed over, and up to a thousand problems of a file are listed on \
      standard error. What depends on the whole file, such as how far the content reaches, is \
      checked when every line is right. The status is 65 where a file is no valid trace.

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
        // The other files are checked all the same.
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

  /// What is wrong with a file; nothing with what is drawn or cut, which is valid if it is there.
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
