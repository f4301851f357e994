import ArgumentParser
import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollSweeps
import ScrollTraces

/// The `trace info` command summarizes a trace in figures.
struct TraceInfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Summarizes a trace: its scrolling, its images, and its demand on a cache.",
    discussion: """
      A look is a time of at least 0.25 s with a speed below 60 pt/s. The working set is the set \
      of images requested within 10 s; requests are those of `scrollsim replay`. Oversubscription \
      is the decoded size of all displayed images, divided by the memory that a device leaves to \
      an app for images.

      --against human compares the trace with published statistics of scrolling on phones: gaps, \
      gestures, flings and looks. A median is in, below or above the published range. Without \
      a range, 'in' means half to double the published value. With fewer than \
      \(HumanComparison.least) measurements the verdict is 'not measurable'.

      Example:
        scrollsim trace info Traces/photo-grid.scroll --plot photo-grid.svg
        scrollsim trace info Traces/photo-grid.scroll --against human
      """)

  @Argument(help: "A scroll trace (.scroll).", completion: .trace) var trace: String
  @Option(
    help: ArgumentHelp(
      "Also draw offset and speed over time, reuse distances and sizes, .svg.",
      valueName: "file"),
    completion: .file(extensions: ["svg"]))
  var plot: String?
  @Option(help: "Compare the trace with published statistics instead of summarizing it.")
  var against: TraceYardstick?
  @OptionGroup var output: FormatOption

  func run() throws {
    try OutputCheck.require([.file("--plot", plot, "svg")], reading: [TraceName.path(of: trace)])
    let trace = try TraceInput.load(trace)
    if against == .human {
      if let plot {
        throw CommandError.usage("--plot '\(plot)' draws the summary; expected no --against")
      }
      return try HumanComparisonOutput(self.trace, HumanComparison(trace)).print(to: output)
    }
    let document = TraceInfo(self.trace, trace)
    if let plot {
      let title = document.title.isEmpty ? self.trace : document.title
      let picture = TracePlot(title: title, trace: trace, distances: document.look.distances)
      try Output.write(Array(picture.drawing.file.utf8), to: plot)
    }
    var table = Table([.left("property"), .prose("value")])
    for line in document.lines { table.append([line.name, line.value]) }
    try output.print(table, document)
  }
}

/// The published figures with which a trace may be compared.
enum TraceYardstick: String, ExpressibleByArgument, CaseIterable {
  case human
}

/// A trace's summary, as JSON and as lines for people.
struct TraceInfo: Encodable {
  let path: String, title: String, kind: String, provenance: String, digest: String
  let layout: String, viewport: String, direction: String, decelerationRate: String
  let physics: String
  let durationSeconds: Double, scrollingSeconds: Double
  let samples: Int
  let gestures: Int, flings: Int
  let sampleRate: Int?
  let travelPoints: Double, lowestOffset: Double, highestOffset: Double
  let topSpeed: Double, contentPoints: Double
  let reversals: Int, items: Int, images: Int, appearances: Int, imagesShown: Int
  let rotations: Int, insertions: Int, insertedItems: Int, imageChanges: Int
  let encodedBytes: Int, decodedBytes: Int
  let formats: [Format]
  let look: TraceLook
  let events: [Event]

  struct Format: Encodable {
    let format: String
    let images: Int, encodedBytes: Int, decodedBytes: Int
  }

  struct Event: Encodable {
    let atMilliseconds: Double
    let event: String
  }

  init(_ path: String, _ trace: ScrollTrace) {
    let summary = trace.summary
    let header = trace.header
    self.path = path
    title = header.title
    kind = header.kind.rawValue
    provenance = header.provenance
    digest = summary.digest
    layout = header.layout.description
    viewport = header.viewport.description
    direction = header.direction == .forward ? "forward" : "backward"
    decelerationRate = header.decelerationRate.rawValue
    physics = header.physics.rawValue
    durationSeconds = summary.duration.seconds
    scrollingSeconds = summary.scrollingTime.seconds
    samples = summary.samples
    gestures = summary.gestures
    flings = summary.flings
    sampleRate = summary.sampleRate
    travelPoints = summary.travel
    lowestOffset = summary.offsets.lowerBound
    highestOffset = summary.offsets.upperBound
    topSpeed = summary.topSpeed
    contentPoints = summary.contentLength
    reversals = summary.reversals
    items = summary.items
    images = summary.images
    appearances = summary.appearances
    imagesShown = summary.imagesShown
    rotations = summary.rotations
    insertions = summary.insertions
    insertedItems = summary.insertedItems
    imageChanges = summary.imageChanges
    encodedBytes = summary.encoded.bytes
    decodedBytes = summary.decoded.bytes
    formats = summary.formats.map {
      Format(
        format: $0.format.rawValue, images: $0.images, encodedBytes: $0.encoded.bytes,
        decodedBytes: $0.decoded.bytes)
    }
    look = TraceLook(trace, travel: summary.travel, content: summary.contentLength)
    events = summary.events.map {
      Event(atMilliseconds: $0.time.milliseconds, event: "\($0.event)")
    }
  }

  var lines: [(name: String, value: String)] {
    func fixed(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
    let hands = "\(Phrase.count(gestures, "gesture")), \(Phrase.count(flings, "fling"))"
    let sampling = sampleRate.map { ", at the frames of \($0) Hz (as in imported traces)" } ?? ""
    return [
      ("title", title), ("kind", kind), ("provenance", provenance), ("digest", digest),
      ("layout", layout), ("viewport", "\(viewport) pt"), ("direction", direction),
      ("deceleration rate", decelerationRate), ("physics", physics),
      ("duration", "\(fixed(durationSeconds)) s, \(fixed(scrollingSeconds)) s of it scrolling"),
      ("samples", "\(Phrase.digits(samples)); \(hands)\(sampling)"),
      (
        "travel",
        "\(fixed(travelPoints)) pt between \(fixed(lowestOffset)) and \(fixed(highestOffset)), "
          + "\(Phrase.count(reversals, "reversal")), at most \(fixed(topSpeed)) pt/s"
      ),
      (
        "content",
        "\(fixed(contentPoints)) pt, \(Phrase.count(items, "item")), "
          + "\(Phrase.count(images, "image"))"
      ),
      (
        "shown",
        "\(Phrase.count(appearances, "appearance")) of "
          + "\(Phrase.count(imagesShown, "image")) at 60 Hz"
      ),
      (
        "size",
        "\(NumberText.mebibytes(ByteCount(encodedBytes))) encoded, "
          + "\(NumberText.mebibytes(ByteCount(decodedBytes))) decoded"
      ),
    ]
      + look.lines + changes
      + formats.map {
        (
          $0.format,
          "\(Phrase.count($0.images, "image")), \(NumberText.mebibytes(ByteCount($0.encodedBytes))) encoded, "
            + "\(NumberText.mebibytes(ByteCount($0.decodedBytes))) decoded"
        )
      }
      + events.map { ("event at \(fixed($0.atMilliseconds / 1000)) s", $0.event) }
  }

  /// The changes of the content, if there are any.
  private var changes: [(name: String, value: String)] {
    guard rotations + insertions + imageChanges > 0 else { return [] }
    return [
      (
        "changes",
        "rotated \(Phrase.count(rotations, "time")), \(Phrase.count(insertedItems, "item")) inserted "
          + "in \(Phrase.count(insertions, "step")), images changed "
          + Phrase.count(imageChanges, "time")
      )
    ]
  }
}
