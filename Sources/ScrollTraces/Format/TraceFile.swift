import ScrollCore
import ScrollDevice
import ScrollLayout

/// Files of the format `.scroll`.
public enum TraceFile {
  /// The file name extension of traces.
  public static let pathExtension = "scroll"

  /// Reads a trace.
  /// - Throws: `TraceError` for the first error; `isMissingInput` distinguishes a file that cannot
  ///   be read from one with invalid content.
  public static func load(_ path: String) throws(TraceError) -> ScrollTrace {
    try parse(try InputFile.read(path), file: path)
  }

  /// Reads a trace from the bytes of a file, with `file` as its name in messages.
  public static func parse(_ bytes: [UInt8], file: String) throws(TraceError) -> ScrollTrace {
    var reader = TraceReader(bytes, file: file)
    return try reader.read().digested(as: SHA256(of: bytes).hex)
  }

  /// Returns all errors in a file, by ascending line, at most a thousand; none for a valid trace.
  ///
  /// The first error may differ from that of `load(_:)`, which stops at the first line that it
  /// needs and cannot read. An invalid row is left out of the later checks. Properties of the whole
  /// trace, such as the range of offsets, are checked only if every line is valid.
  /// - Throws: `TraceError` for a file that cannot be read.
  public static func problems(of path: String) throws(TraceError) -> [TraceError] {
    problems(in: try InputFile.read(path), file: path)
  }

  /// Returns the errors in the bytes of a file, with `file` as its name in messages.
  public static func problems(in bytes: [UInt8], file: String) -> [TraceError] {
    TraceReader.problems(in: bytes, file: file)
  }

  /// Reads a trace as `load(_:)` does and summarizes it.
  public static func validate(_ path: String) throws(TraceError) -> TraceSummary {
    try load(path).summary
  }

  /// Returns the text of a trace in UTF-8, which reads back as an equal trace.
  public static func bytes(of trace: ScrollTrace) -> [UInt8] {
    TraceWriter(trace.header, trace.catalog).bytes(trace.movement, trace.events)
  }

  /// Returns the text of a file before its movement: header, images and items.
  package static func head(_ header: TraceHeader, _ catalog: TraceCatalog) -> String {
    String(decoding: TraceWriter(header, catalog).head(), as: UTF8.self)
  }
}

/// A writer of the text of a `.scroll` file; Traces/README.md describes it.
///
/// Each trace has exactly one text: keys in a fixed order, numbers without superfluous zeros, no
/// comments. Reading a text and writing the trace may change the text the first time, but not when
/// it is repeated.
struct TraceWriter {
  private let header: TraceHeader
  private let catalog: TraceCatalog
  private var text: [UInt8] = []

  init(_ header: TraceHeader, _ catalog: TraceCatalog) {
    self.header = header
    self.catalog = catalog
  }

  /// Returns a whole file.
  consuming func bytes(_ movement: TraceMovement, _ events: [TimedSystemEvent]) -> [UInt8] {
    writeHead()
    switch movement {
    case .samples(let motion): write(motion)
    case .gestures(let script): write(script)
    }
    if !events.isEmpty { write(events) }
    text.append(text: "end\n")
    return text
  }

  /// Returns the text before the movement.
  consuming func head() -> [UInt8] {
    writeHead()
    return text
  }

  private mutating func writeHead() {
    writeHeader()
    if catalog.source == .listed { writeCatalog() }
  }

  private mutating func writeHeader() {
    text.append(text: "\(TraceReader.format) \(TraceReader.version)\n")
    write("title", header.title)
    write("provenance", header.provenance)
    write("kind", header.kind.rawValue)
    write("units", "pt ms")
    text.append(text: "viewport: ")
    Millionths(header.viewport.width).append(to: &text)
    text.append(text: "x")
    Millionths(header.viewport.height).append(to: &text)
    text.append(text: "\n")
    write("direction", header.direction.word)
    write("decelerationRate", header.decelerationRate.rawValue)
    if header.physics != .ios { write("physics", header.physics.rawValue) }
    write("layout", "\(header.layout)")
    switch catalog.source {
    case .listed: write("catalogue", "listed")
    case .generated(let recipe): write("catalogue", "generated \(recipe)")
    }
  }

  private mutating func write(_ key: String, _ value: String) {
    text.append(text: value.isEmpty ? "\(key):\n" : "\(key): \(value)\n")
  }

  private mutating func begin(_ section: String, _ columns: String) {
    text.append(text: "\n[\(section)]\n\(columns)\n")
  }

  private mutating func writeCatalog() {
    let device = catalog.images.timedOn
    let further = device.map { "," + PictureDecodeTime.column($0) } ?? ""
    begin("images", TraceReader.imageColumns + further)
    for image in catalog.images.entries {
      text.append(
        text: "\(image.width),\(image.height),\(image.format.rawValue),"
          + "\(image.content.rawValue),\(image.encoded.bytes),\(image.origin.rawValue)")
      if device != nil { text.append(text: "," + PictureDecodeTime.text(image.decodeTime)) }
      text.append(UInt8(ascii: "\n"))
    }
    guard !catalog.isOneToOne else { return }
    begin("items", TraceReader.itemColumns)
    for image in catalog.items {
      text.append(text: "\(image.index)\n")
    }
  }

  private mutating func write(_ motion: ScrollMotion) {
    begin("samples", TraceReader.sampleColumns)
    for sample in motion.times.indices {
      write(motion.times[sample])
      Millionths(motion.offsets[sample]).append(to: &text)
      text.append(text: ",\(motion.phases[sample].word)\n")
    }
  }

  private mutating func write(_ script: GestureScript) {
    begin("gestures", TraceReader.gestureColumns)
    if script.start != 0 { text.append(text: "0,start \(Millionths(script.start).text)\n") }
    for gesture in script.gestures {
      write(gesture.at)
      text.append(text: "\(gesture.gesture.traceText)\n")
    }
  }

  /// Writes a time in milliseconds and a comma.
  private mutating func write(_ time: SimTime) {
    Millionths(units: time.nanoseconds).append(to: &text)
    text.append(text: ",")
  }

  private mutating func write(_ events: [TimedSystemEvent]) {
    begin("events", TraceReader.eventColumns)
    for event in events {
      write(event.time)
      text.append(text: "\(event.event)\n")
    }
  }
}
