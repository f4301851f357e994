import ArgumentParser
import ScrollTraces

/// A recorded scroll, given a layout and images, as a trace.
struct TraceImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turns a recorded scroll (CSV) into a trace.",
    discussion: #"""
      The file has a header with at least t_ms and scroll_y; a column touch marks when a finger \#
      was down, and columns width and height have the viewport. It is resampled to the screen's \#
      60, 90 or 120 Hz: a gap in which the offset moved on is the \#
      recorder's own stall, one without movement is a pause.

      Example:
        scrollsim trace import Traces/recorded/one-hard-fling.csv \
          --layout grid:columns=3 --catalogue 'items=3000 mix=jpeg' \
          --output one-hard-fling.scroll
      """#)

  @Argument(
    help: "A CSV file with columns t_ms and scroll_y.", completion: .file(extensions: ["csv"]))
  var recording: String
  @Option(help: "Where the recording comes from, in one line.")
  var provenance = "imported by scrollsim trace import"
  @OptionGroup var options: TraceOptions

  func run() throws {
    try OutputCheck(reading: [recording]).require("--output", options.output)
    let header = TraceHeader(
      title: options.title ?? "A recorded scroll", provenance: provenance, kind: .recorded,
      viewport: try options.parsedViewport(), direction: options.scrollDirection,
      decelerationRate: options.decelerationRate, layout: try options.parsedLayout())
    let catalog = TraceCatalog(try options.parsedCatalog())
    let trace: ScrollTrace
    do {
      trace = try CSVImporter(header: header, catalog: catalog).load(recording)
    } catch {
      throw CommandError(error)
    }
    try options.write(trace)
  }
}
