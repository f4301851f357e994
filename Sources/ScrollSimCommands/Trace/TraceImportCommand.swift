import ArgumentParser
import ScrollTraces

/// A recorded scroll, given a layout and images, as a trace.
struct TraceImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Turns a recorded scroll into a trace, with your own pictures.",
    discussion: #"""
      The file has a header with at least t_ms and scroll_y; a column touch marks when a finger \#
      was down, and columns width and height have the viewport. It is resampled to its own 60, \#
      90 or 120 Hz: a gap in which the offset moved on is the recorder's own stall, one without \#
      movement is a pause.

      The pictures are those of a folder or a list (--images), those that a HAR file asked for \#
      (--har), or made up (--catalogue); with none of them photos of 1024x768, as many as the \#
      scroll reaches. Of a HAR file --images may be a list with the addresses and pixels of its \#
      pictures. What was made of it is said on standard output, or on standard error if the trace \#
      goes there.

      The log of an app's own cache (see `scrollsim replay`) is a scroll where it has viewports: \#
      its pictures are its keys, with the pixels that their costs make, where the log says that \#
      they lie. How often the cache hit is printed, and how often a run of the trace does.

      Other recordings are told by their content: CSV and JSON with other names and units, trace \#
      events of Chrome and Perfetto, and pointer events, which scroll as --physics and \#
      --layout say.

      Example:
        scrollsim trace import Traces/recorded/one-hard-fling.csv \
          --layout grid:columns=3 --catalogue 'items=3000 mix=jpeg' \
          --output one-hard-fling.scroll
        scrollsim trace import Traces/recorded/chromium-flings.json \
          --layout grid:columns=3 --catalogue 'items=3000' --output flings.scroll
        scrollsim trace import Traces/recorded/one-hard-fling.csv \
          --images Traces/pictures/photos.csv --items 600 --output own.scroll
        scrollsim trace import Traces/recorded/one-hard-fling.csv \
          --har Traces/pictures/feed.har --items 600 --layout list \
          --network-output measured.yml --output feed.scroll
      """#)

  @Argument(
    help: "A CSV file with columns t_ms and scroll_y, another recording, or the log of a cache.",
    completion: .file(extensions: ["csv", "json", "jsonl"]))
  var recording: String
  @Option(help: "Where the recording comes from, in one line.")
  var provenance = "imported by scrollsim trace import"
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var options: TraceOptions

  func run() throws {
    let check = OutputCheck(reading: [recording] + pictures.files)
    try check.require("--output", options.output)
    try check.require("--network-output", pictures.networkOutput)
    if let network = pictures.networkOutput, network == options.output {
      throw CommandError.usage(
        "--network-output '\(network)' is the file of --output, too; expected another file")
    }
    let own = try pictures.read()
    if CacheLogInput.isLog(recording) { return try importLog(own) }
    let header = TraceHeader(
      title: options.title ?? "A recorded scroll", provenance: provenance + (own?.provenance ?? ""),
      kind: .recorded, viewport: try options.parsedViewport(), direction: options.scrollDirection,
      decelerationRate: options.decelerationRate, layout: try options.parsedLayout())
    let made = try load(header, try catalog(own), own)
    if let file = pictures.networkOutput, let network = own?.network {
      try Output.write(Array(NetworkFile.text(of: network).utf8), to: file)
    }
    try options.write(made.trace)
    try ImportSummary(made, pictures: own, isMadeUp: own == nil && options.catalogue == nil)
      .print(trace: options.output, network: pictures.networkOutput)
  }

  private func importLog(_ own: OwnPictures?) throws(CommandError) {
    let made = try LogImport(
      recording, options, provenance: provenance + (own?.provenance ?? ""), own: try catalog(own))
    if let file = pictures.networkOutput, let network = own?.network {
      try Output.write(Array(NetworkFile.text(of: network).utf8), to: file)
    }
    try options.write(made.made.trace)
    var summary = ImportSummary(made.made, pictures: own, isMadeUp: false)
    summary.add(made.notes)
    try summary.print(trace: options.output, network: pictures.networkOutput)
  }

  /// The images: one's own, made up as a recipe says, or nil.
  private func catalog(_ own: OwnPictures?) throws(CommandError) -> TraceCatalog? {
    guard let own else {
      return options.catalogue == nil ? nil : TraceCatalog(try options.parsedCatalog())
    }
    if let recipe = options.catalogue {
      throw .usage(
        "--catalogue '\(recipe)' makes up pictures beside your own; expected it or --images or --har"
      )
    }
    return try own.catalog(items: pictures.items)
  }

  private func load(
    _ header: TraceHeader, _ catalog: TraceCatalog?, _ own: OwnPictures?
  ) throws(CommandError) -> ScrollImport {
    let rows = try reading.load(recording, header, catalog)
    do {
      return try CSVImporter(header: header, catalog: catalog).read(rows.bytes, file: recording)
    } catch {
      var located = rows.located(error)
      if error.field == "scroll_y", own != nil, case .text = error.found {
        located.expected +=
          "; --items NUMBER adds pictures like yours, --layout list:spacing=8 is longer"
      }
      throw CommandError(located)
    }
  }
}
