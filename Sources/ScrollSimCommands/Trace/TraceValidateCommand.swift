import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollReports
import ScrollRunStories
import ScrollTraces

/// Whether files are traces that every command would take.
struct TraceValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Checks traces, and reports the first that is not valid.",
    discussion: """
      Example:
        scrollsim trace validate Traces/photo-grid.scroll Traces/carousel.scroll
      """)

  @Argument(help: "Scroll traces (.scroll).", completion: .trace) var traces: [String]
  @OptionGroup var output: FormatOption

  struct Verdict: Encodable {
    let path: String
    let digest: String
    let samples: Int, items: Int, images: Int, events: Int
  }

  func run() throws {
    var verdicts = [Verdict]()
    for path in traces {
      let trace = try TraceInput.load(path)
      verdicts.append(
        Verdict(
          path: path, digest: trace.digest, samples: trace.motion.times.count,
          items: trace.placement.count, images: trace.catalog.images.count,
          events: trace.events.count))
    }
    var table = Table([
      .left("valid trace"), .right("samples"), .right("items"), .right("images"),
      .right("events"),
    ])
    for verdict in verdicts {
      table.append([
        verdict.path, "\(verdict.samples)", "\(verdict.items)", "\(verdict.images)",
        "\(verdict.events)",
      ])
    }
    try output.print(table, verdicts)
  }
}
