public import ArgumentParser
import ScrollCore
public import ScrollDevice
import ScrollLayout
import ScrollPages
public import ScrollTraces

/// The `trace import` command makes a trace from a recorded scroll, with a layout and images.
struct TraceImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Converts a recorded scroll into a trace, with your own pictures.",
    discussion: #"""
      The recording is a CSV file with a header, at least t_ms and scroll_y. Optional columns are \#
      touch, for fingers that are down, and width and height, for the viewport. The trace has 60, \#
      90 or 120 samples per second, whichever is nearest to the rate of the recording. If the \#
      offset changed in a gap between rows, the recorder was late; if not, the gap is a pause.

      The pictures come from a folder or a list (--images), from the requests of a HAR file \#
      (--har), or are generated (--catalogue). The default is photos of 1024x768, as many as \#
      the scroll reaches. With --har, --images may list the addresses and pixels of its \#
      pictures. The command prints a summary to standard output, or to standard error if the \#
      trace goes to standard output.

      The log of an app's cache (see `scrollsim replay`) can be imported if it has viewports. Its \#
      keys become pictures, at their logged positions, with pixels that match their costs. The \#
      command prints the hit rate of the log and of a run of the trace.

      The command detects other recordings by their content: CSV and JSON with other names and \#
      units, trace events of Chrome and Perfetto, and pointer events. For pointer events, \#
      --physics and --layout determine the movement.

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
  @Option(help: "The source of the recording, in one line.")
  var provenance = "imported by scrollsim trace import"
  @OptionGroup var reading: RecordingOptions
  @OptionGroup var pictures: PictureOptions
  @OptionGroup var options: TraceOptions

  func run() throws {
    try OutputCheck.require(
      [.file("--output", options.output), .file("--network-output", pictures.networkOutput)],
      reading: [recording] + pictures.files, pictures: pictures.images)
    for path in [options.output, pictures.networkOutput] {
      if let path { try Output.requireRoom(for: path) }
    }
    let imported = try imported()
    if let file = pictures.networkOutput, let network = imported.pictures?.network {
      try Output.write(Array(NetworkFile.text(of: network).utf8), to: file)
    }
    try options.write(imported.made.trace)
    try imported.summary.print(trace: options.output, network: pictures.networkOutput)
  }

  /// Reads the recording with its pictures.
  /// - Parameter remedy: The remedy for a recording that is longer than its pictures.
  /// - Returns: The trace with its pictures.
  /// - Throws: `CommandError` for a file that cannot be read, and for options that do not fit the
  ///   file.
  func imported(
    remedy: String = "--items NUMBER adds similar pictures"
  ) throws(CommandError) -> ImportedScroll {
    let own = try pictures.read()
    if CacheLogInput.isLog(recording) {
      let log = try LogImport(
        recording, options, provenance: provenance + (own?.provenance ?? ""), own: try catalog(own))
      return ImportedScroll(
        made: log.made, pictures: own, isMadeUp: false, kind: "the log of a cache",
        notes: log.notes)
    }
    let header = TraceHeader(
      title: options.title ?? "A recorded scroll", provenance: provenance + (own?.provenance ?? ""),
      kind: .recorded, viewport: try options.parsedViewport(), direction: options.scrollDirection,
      decelerationRate: options.decelerationRate, layout: try options.parsedLayout())
    return ImportedScroll(
      made: try load(header, try catalog(own), own, remedy), pictures: own,
      isMadeUp: own == nil && options.catalogue == nil, kind: "a recorded scroll")
  }

  /// Returns the images: the user's own, generated from a recipe, or `nil`.
  private func catalog(_ own: AppPictures?) throws(CommandError) -> TraceCatalog? {
    guard let own else {
      return options.catalogue == nil ? nil : TraceCatalog(try options.parsedCatalog())
    }
    if let recipe = options.catalogue {
      throw .usage(
        "--catalogue '\(recipe)' generates pictures, but --images or --har names yours; "
          + "expected one of them"
      )
    }
    return try own.catalog(items: pictures.items)
  }

  private func load(
    _ header: TraceHeader, _ catalog: TraceCatalog?, _ own: AppPictures?, _ remedy: String
  ) throws(CommandError) -> ScrollImport {
    do { return try load(header, catalog, own, remedy, leavingOutRows: false) } catch {
      // Rows without a time or an offset are left out, if that is enough.
      guard !pictures.strict,
        let made = try? load(header, catalog, own, remedy, leavingOutRows: true)
      else { throw error }
      return made
    }
  }

  private func load(
    _ header: TraceHeader, _ catalog: TraceCatalog?, _ own: AppPictures?, _ remedy: String,
    leavingOutRows: Bool
  ) throws(CommandError) -> ScrollImport {
    let rows = try reading.load(recording, header, catalog, leavingOutRows: leavingOutRows)
    do {
      let made = try CSVImporter(header: header, catalog: catalog)
        .read(rows.bytes, file: recording)
      if let note = rows.note { Output.say("note: \(note)") }
      try PictureOptions.report(
        rows.problems, strictly: false, rest: "the offsets before and after these rows are joined")
      return made
    } catch {
      var located = rows.located(error)
      if error.field == "scroll_y", own != nil, case .text = error.found {
        let isList = "\(header.layout)".hasPrefix("list")
        located.expected += "; \(remedy)" + (isList ? "" : ", --layout list:spacing=8 is longer")
      }
      throw CommandError(RecordingOptions.naming(recording, located))
    }
  }
}

/// The trace that was made from a recording and its pictures, with notes on how both were read.
struct ImportedScroll {
  let made: ScrollImport
  let pictures: AppPictures?
  /// A Boolean value that indicates whether the pictures are generated, not the app's own.
  let isMadeUp: Bool
  /// The kind of the file, such as `a recorded scroll`.
  let kind: String
  /// Further lines of the summary.
  var notes: [(name: String, value: String)] = []

  var summary: ImportSummary {
    var summary = ImportSummary(made, pictures: pictures, isMadeUp: isMadeUp)
    summary.add(notes)
    return summary
  }

  /// A line about the file, its rows and its pictures.
  var sentence: String {
    let pictures =
      isMadeUp ? "generated photos" : Phrase.count(made.trace.catalog.images.count, "picture")
    return "Read as \(kind): \(ImportSummary.text(of: made.recording)); \(pictures) on "
      + "\(made.trace.header.layout)."
  }
}

/// A summary of an imported recording, for the user.
struct ImportSummary {
  private var lines: [(name: String, value: String)] = []

  init(_ made: ScrollImport, pictures: AppPictures?, isMadeUp: Bool) {
    let summary = made.trace.summary
    lines = [
      ("recording", Self.text(of: made.recording)), ("gaps", Self.gaps(of: made.recording)),
      (
        "trace",
        "\(Phrase.count(summary.samples, "sample")) at the frames of \(made.recording.frameRate) Hz, "
          + "\(Phrase.count(summary.gestures, "touch", "touches")), "
          + "\(Phrase.count(summary.flings, "fling")), \(Self.fixed(summary.travel)) pt traveled"
      ),
      (
        "content",
        "\(Phrase.count(summary.items, "item")) on \(made.trace.header.layout), "
          + "\(Self.fixed(summary.contentLength)) pt long; "
          + "\(Self.fixed(Self.reached(by: made.trace, summary))) pt of it reached"
      ),
      (
        "pictures",
        summary.formats.map { Phrase.count($0.images, $0.format.rawValue, $0.format.rawValue) }
          .joined(separator: ", ")
          + "; \(NumberText.mebibytes(summary.encoded)) encoded, "
          + "\(NumberText.mebibytes(summary.decoded)) decoded, "
          + "\(Phrase.digits(summary.imagesShown)) of them shown"
      ),
    ]
    if isMadeUp {
      lines.append(
        ("estimate", "all pictures are generated; --images, --har or --catalogue uses others"))
    }
    for note in pictures?.pictures.notes ?? [] { lines.append(("note", note)) }
    for estimate in pictures?.pictures.estimates ?? [] { lines.append(("estimate", estimate)) }
    if let network = pictures?.network { lines.append(("network", Self.text(of: network))) }
  }

  /// Returns the length of the content that was on screen, from its beginning.
  private static func reached(by trace: ScrollTrace, _ summary: TraceSummary) -> Double {
    min(summary.contentLength, summary.offsets.upperBound + trace.viewportLength)
  }

  /// Adds further lines.
  mutating func add(_ further: [(name: String, value: String)]) { lines += further }

  /// Prints the summary, to standard error if the trace goes to standard output.
  func print(trace: String?, network: String?) throws(CommandError) {
    guard let trace else {
      for line in lines { Output.say("note: \(line.name): \(line.value)") }
      return
    }
    var table = Table([.left("property"), .prose("value")])
    for line in lines { table.append([line.name, line.value]) }
    table.append(["written", [trace, network].compactMap { $0 }.joined(separator: ", ")])
    try Output.print(table.text(fitting: Terminal.width, style: .standardOutput))
  }

  static func text(of recording: RecordedScroll) -> String {
    let duration = ((recording.times.last ?? 0) - (recording.times.first ?? 0)) / 1000
    let period = recording.framePeriod.map {
      ", one every \(NumberText.fixed($0, decimals: 1)) ms"
    }
    return "\(Phrase.count(recording.times.count, "row")) in \(fixed(duration)) s\(period ?? "")"
  }

  private static func gaps(of recording: RecordedScroll) -> String {
    let gaps = recording.gaps
    let stalls = gaps.filter(\.isStall)
    let bridged = stalls.reduce(0) { $0 + $1.duration }
    return "\(Phrase.count(stalls.count, "gap")) with movement "
      + "(\(fixed(bridged / 1000)) s, bridged), \(Phrase.count(gaps.count - stalls.count, "pause"))"
  }

  private static func text(of network: NetworkProfile) -> String {
    let figures = network.figures.map { figure in
      "\(figure.name) \(figure.text)\(figure.isEstimate ? " (estimate)" : " (measured)")"
    }
    return figures.joined(separator: ", ")
  }

  private static func fixed(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
}

/// The options for the format of a recording, for `trace import`.
struct RecordingOptions: ParsableArguments {
  @Option(help: "The format of the recording (default: detected).")
  var format: RecordingFormat?
  @Option(
    help: ArgumentHelp(
      "The column with the times, and s, ms, us or ns: timestamp:s.", valueName: "name[:unit]"))
  var timeColumn: String?
  @Option(
    help: ArgumentHelp(
      "The column with the offsets, and pt or px: contentOffset.y:px.", valueName: "name[:unit]"))
  var offsetColumn: String?
  @Option(help: ArgumentHelp("The column that marks whether a finger is down.", valueName: "name"))
  var touchColumn: String?
  @Option(parsing: .unconditional, help: "Pixels per point, where offsets are in pixels.")
  var scale: Double?
  @Option(help: "The platform whose scroll view handles pointer events.")
  var physics = ScrollPhysics.ios
  @Flag(help: "Treat gaps between rows as rest.")
  var movesOnly = false

  /// Reads a recording, and makes a trace with the given header and images.
  ///
  /// By default there are as many images as the scroll reaches.
  func load(
    _ path: String, _ header: TraceHeader, _ catalog: TraceCatalog?, leavingOutRows: Bool = false
  ) throws(CommandError) -> RecordingRows {
    if let scale, !(0.1...20).contains(scale) {
      throw .usage("--scale \(scale) is out of range; expected pixels per point, from 0.1 to 20")
    }
    var player = GesturePlayer(
      contentExtent: 1e9, viewportExtent: header.viewportLength, rate: header.decelerationRate,
      page: header.layout.page(in: header.viewport))
    if let catalog {
      do { player = try TraceContent(header: header, catalog: catalog).player } catch {
        throw .usage("--layout: \(error)")
      }
    }
    player.physics = physics
    var reader = RecordingReader(player: player)
    reader.format = format
    reader.time = timeColumn.map { ColumnChoice(parsing: $0) }
    reader.offset = offsetColumn.map { ColumnChoice(parsing: $0) }
    reader.touch = touchColumn
    reader.scale = scale ?? 1
    reader.isScaleGiven = scale != nil
    reader.hasMovesOnly = movesOnly
    reader.axis = header.layout.axis
    reader.leavesOutRows = leavingOutRows
    do { return try reader.load(path) } catch { throw CommandError(Self.naming(path, error)) }
  }

  /// Returns the error with a hint: the command that can read a file of this kind.
  static func naming(_ path: String, _ error: TraceError) -> TraceError {
    var error = error
    if let kind = FileKind(path: path), kind != .recording {
      error.expected += "; \(kind.door)"
    }
    return error
  }
}

extension RecordingFormat: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}

/// The options for the pictures of an app: a list, a folder, or the requests for them.
struct PictureOptions: ParsableArguments {
  @Option(
    help: """
      Your own pictures: a folder, or a list (.csv) with columns width and height, optionally \
      bytes, format, scale, id.
      """,
    completion: .file())
  var images: String?
  @Option(
    help:
      "Your own pictures: a HAR file of their requests, from a browser, a proxy or Instruments.",
    completion: .file(extensions: ["har"]))
  var har: String?
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The number of items (default: one per picture). Items beyond the last picture get similar "
        + "pictures.",
      valueName: "number"))
  var items: Int?
  @Option(
    help: "The place from which the app loads pictures (default: network with --har, else disk).")
  var origin: ImageOrigin?
  @Option(
    help: ArgumentHelp(
      "The file (.yml) to write the network profile to, as measured by the HAR file.",
      valueName: "file"),
    completion: .file(extensions: ["yml"]))
  var networkOutput: String?

  @Option(
    parsing: .upToNextOption,
    help: ArgumentHelp(
      "Kinds of images of the HAR file to include: beacons, svg (default: neither).",
      valueName: "kind"))
  var include: [HARExtra] = []
  @Flag(help: "Refuse files with unreadable parts instead of skipping these parts.")
  var strict = false

  /// The paths of the files that are read, except for the files in a folder.
  var files: [String] {
    [images, har].compactMap { $0 }.filter { !PictureFolder.exists(at: $0) }
  }

  /// Reads the pictures, and the properties of the network from their requests; `nil` if no
  /// pictures are given.
  func read() throws(CommandError) -> AppPictures? {
    if let images, FileKind(path: images) == .har {
      throw .usage(
        "--images '\(images)' is a HAR file; expected "
          + (har == nil ? "--har \(images)" : "a list of the sizes of pictures (.csv)"))
    }
    guard let har else {
      if let networkOutput {
        throw .usage(
          "--network-output '\(networkOutput)' needs --har FILE")
      }
      guard let images else {
        try requireNothingElse()
        return nil
      }
      return AppPictures(pictures: try pictures(images), network: nil)
    }
    do {
      let sizes = try images.map { list throws(TraceError) in try PictureList.loadSizes(list) }
      try Self.report(sizes?.problems ?? [], strictly: strict, rest: "the other sizes are used")
      let file = try HARFile.load(har)
      return AppPictures(
        pictures: try checked(
          try PictureSet(
            file, sizes: sizes ?? PictureSizes(), origin: origin ?? .network,
            including: Set(include))),
        network: HARNetwork.profile(of: file.requests))
    } catch let error as TraceError {
      throw CommandError(error)
    } catch {
      throw CommandError(
        .badData,
        "\(har): the file \(error); expected images in JPEG, PNG, GIF, WebP, HEIC, AVIF, "
          + "JPEG 2000 or TIFF, with their bytes")
    }
  }

  private func pictures(_ path: String) throws(CommandError) -> PictureSet {
    do throws(TraceError) {
      return try checked(
        PictureFolder.exists(at: path)
          ? PictureSet(try PictureFolder(path), origin: origin ?? .disk)
          : try PictureList.load(path, origin: origin ?? .disk))
    } catch { throw CommandError(error) }
  }

  /// Prints the problems of the file with the pictures, and returns the pictures.
  /// - Throws: `TraceError` for the first problem if all pictures must be readable.
  private func checked(_ pictures: PictureSet) throws(TraceError) -> PictureSet {
    try Self.report(pictures.problems, strictly: strict, rest: "the readable part is used")
    if strict, pictures.unreadFiles > 0 {
      throw TraceError(
        file: images ?? "", subject: .folder,
        found: .fact(
          "has \(Phrase.count(pictures.unreadFiles, "entry", "entries")) that cannot be read"),
        expected: "only readable ones with --strict (without it they are skipped and listed)")
    }
    return pictures
  }

  /// Prints up to twenty problems of an input, and the number of further ones, to standard error.
  static func report(
    _ problems: [TraceError], strictly: Bool, rest: String
  ) throws(TraceError) {
    guard let first = problems.first else { return }
    if strictly {
      var error = first
      if problems.count > 1 {
        error.expected += " (and \(Phrase.count(problems.count - 1, "further problem")))"
      }
      throw error
    }
    for problem in problems.prefix(20) { Output.say("note: left out: \(problem)") }
    if problems.count > 20 {
      Output.say("note: skipped: \(problems.count - 20) more")
    }
    Output.say("note: \(rest); --strict refuses such a file")
  }

  private func requireNothingElse() throws(CommandError) {
    if let items {
      throw .usage("--items \(items) needs --images or --har")
    }
    if let origin {
      throw .usage(
        "--origin '\(origin.rawValue)' needs --images or --har")
    }
    if let kind = include.first {
      throw .usage("--include \(kind.rawValue) needs --har FILE")
    }
  }
}

/// The pictures of an app, and the network that their requests show.
struct AppPictures {
  let pictures: PictureSet
  let network: NetworkProfile?

  /// The text about the pictures in a trace's provenance.
  var provenance: String {
    let estimates = pictures.estimates.map { "; estimated: \($0)" }.joined()
    return "; pictures: \(pictures.source)\(estimates)"
  }

  /// Returns the catalog of the pictures, with the given number of items.
  func catalog(items: Int?) throws(CommandError) -> TraceCatalog {
    if let items, !(1...TraceLimits.items).contains(items) {
      throw .usage(
        "--items \(items) is out of range; expected 1 to \(TraceLimits.items)")
    }
    return pictures.catalog(items: items)
  }
}

extension HARExtra: ExpressibleByArgument {
  public init?(argument: String) { self.init(rawValue: argument) }
}

extension ImageOrigin: ExpressibleByArgument {
  public init?(argument: String) { self.init(word: argument) }
}
