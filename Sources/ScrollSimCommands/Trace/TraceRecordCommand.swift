import ArgumentParser
import ScrollTraces

/// A scroll by hand, in a browser of this machine or on a phone.
struct TraceRecordCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Records a scroll by hand, in a browser or on a phone.",
    discussion: #"""
      It serves one page with images to scroll through, placed as the trace will have them. The \#
      page records where it is in every animation frame, when a finger is down, and when it is in \#
      the background, and sends that when you press Save; then the file of --output, which is \#
      needed here, is written and the command ends.

      The address ends in eight letters and digits that are good for one recording. For a phone in \#
      the same network give --host 0.0.0.0, and type the address that is printed then. What is \#
      recorded is not encrypted on its way.

      Example:
        scrollsim trace record --layout list:spacing=8 --output my.scroll
      """#)

  /// Square thumbnails are usual in a grid; in a list the ratios show.
  static let images = "items=3000 seed=1 size=1200@4/3:2,900@3/4:1 mix=jpeg:0.7,heic:0.3"

  @Option(help: "The address to serve at; others than this machine's loopback let others in.")
  var host = "127.0.0.1"
  @Option(help: ArgumentHelp("The port; 0 for a free one.", valueName: "n"))
  var port = 8080
  @Option(help: "Where the recording comes from, in one line (default: the browser and the day).")
  var provenance: String?
  @OptionGroup var options: TraceOptions

  func run() throws {
    guard let output = options.output else {
      throw CommandError.usage("no file to write is given; expected --output, like my.scroll")
    }
    if let viewport = options.viewport {
      throw CommandError.usage(
        "--viewport '\(viewport)' cannot be chosen; a recording has that of its browser")
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
    // After minutes of scrolling is no time to learn that the folder is not there.
    try Output.requireRoom(for: output)
    let server = try RecorderServer(recording, at: address)
    server.announce()
    guard let trace = server.recording() else { return }
    Output.say("note: \(recording.sentence(about: trace))")
  }
}
