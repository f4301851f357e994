import ArgumentParser
import ScrollTraces

/// A recorded scroll, given a layout and images, as a trace.
struct TraceImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turns a recorded scroll into a trace.",
    discussion: #"""
      The file has a header with at least t_ms and scroll_y; a column touch marks when a finger \#
      was down. It is resampled to 60 Hz: a gap in which the offset moved on is the \#
      recorder's own stall, one without movement is a pause.

      Other recordings are told by their content: CSV and JSON with other names and units, trace \#
      events of Chrome and Perfetto, and pointer events, which scroll as --physics and \#
      --layout say.

      Example:
        scrollsim trace import Traces/recorded/one-hard-fling.csv \
          --layout grid:columns=3 --catalogue 'items=3000 mix=jpeg' \
          --output one-hard-fling.scroll
        scrollsim trace import Traces/recorded/chromium-flings.json \
          --layout grid:columns=3 --catalogue 'items=3000' --output flings.scroll
      """#)

  @Argument(
    help: "A CSV file with columns t_ms and scroll_y, or another recording.",
    completion: .file(extensions: ["csv", "json"]))
  var recording: String
  @Option(help: "Where the recording comes from, in one line.")
  var provenance = "imported by scrollsim trace import"
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var options: TraceOptions

  func run() throws {
    try OutputCheck(reading: [recording]).require("--output", options.output)
    let header = TraceHeader(
      title: options.title ?? "A recorded scroll", provenance: provenance, kind: .recorded,
      viewport: try options.parsedViewport(), direction: options.scrollDirection,
      decelerationRate: options.decelerationRate, layout: try options.parsedLayout())
    let catalog = TraceCatalog(try options.parsedCatalog())
    let rows = try reading.load(recording, header, catalog)
    let trace: ScrollTrace
    do {
      trace = try CSVImporter(header: header, catalog: catalog).parse(rows.bytes, file: recording)
    } catch {
      throw CommandError(rows.located(error))
    }
    try options.write(trace)
  }
}
