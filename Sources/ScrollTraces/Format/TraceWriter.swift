import ScrollCore
import ScrollDevice
import ScrollLayout

/// Writes the text of a `.scroll` file; Traces/README.md describes it.
///
/// There is one text for a trace: keys in a fixed order, numbers without superfluous zeros,
/// no comments. Reading a trace and writing it again gives the same bytes from the second
/// time on.
struct TraceWriter {
  let trace: ScrollTrace
  private var text: [UInt8] = []

  init(_ trace: ScrollTrace) { self.trace = trace }

  consuming func bytes() -> [UInt8] {
    writeHeader()
    if trace.catalog.source == .listed { writeCatalog() }
    switch trace.movement {
    case .samples(let motion): write(motion)
    case .gestures(let script): write(script)
    }
    if !trace.events.isEmpty { writeEvents() }
    text.append(text: "end\n")
    return text
  }

  private mutating func writeHeader() {
    let header = trace.header
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
    switch trace.catalog.source {
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
    let device = trace.catalog.images.timedOn
    let further = device.map { "," + OwnDecodeTime.column($0) } ?? ""
    begin("images", TraceReader.imageColumns + further)
    for image in trace.catalog.images.entries {
      text.append(
        text: "\(image.width),\(image.height),\(image.format.rawValue),"
          + "\(image.content.rawValue),\(image.encoded.bytes),\(image.origin.rawValue)")
      if device != nil { text.append(text: "," + OwnDecodeTime.text(image.decodeTime)) }
      text.append(UInt8(ascii: "\n"))
    }
    guard !trace.catalog.isOneToOne else { return }
    begin("items", TraceReader.itemColumns)
    for image in trace.catalog.items {
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

  /// A time in milliseconds and a comma.
  private mutating func write(_ time: SimTime) {
    Millionths(units: time.nanoseconds).append(to: &text)
    text.append(text: ",")
  }

  private mutating func writeEvents() {
    begin("events", TraceReader.eventColumns)
    for event in trace.events {
      write(event.time)
      text.append(text: "\(event.event)\n")
    }
  }
}
