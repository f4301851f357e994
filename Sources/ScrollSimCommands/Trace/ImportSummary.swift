import ScrollCore
import ScrollDevice
import ScrollLayout
import ScrollPages
import ScrollTraces

/// What was made of a recording, for whoever imports it.
struct ImportSummary {
  private var lines: [(name: String, value: String)] = []

  init(_ made: ScrollImport, pictures: OwnPictures?, isMadeUp: Bool) {
    let summary = made.trace.summary
    lines = [
      ("recording", Self.text(of: made.recording)), ("gaps", Self.gaps(of: made.recording)),
      (
        "trace",
        "\(Words.count(summary.samples, "sample")) on the frames of \(made.recording.frameRate) Hz, "
          + "\(Words.count(summary.gestures, "touch", "touches")), "
          + "\(Words.count(summary.flings, "fling")), \(Self.fixed(summary.travel)) pt traveled"
      ),
      (
        "content",
        "\(Words.count(summary.items, "item")) on \(made.trace.header.layout), "
          + "\(Self.fixed(summary.contentLength)) pt long; "
          + "\(Self.fixed(summary.offsets.upperBound + made.trace.viewportLength)) pt of it reached"
      ),
      (
        "pictures",
        summary.formats.map { Words.count($0.images, $0.format.rawValue, $0.format.rawValue) }
          .joined(separator: ", ")
          + "; \(NumberText.mebibytes(summary.encoded)) encoded, "
          + "\(NumberText.mebibytes(summary.decoded)) decoded, "
          + "\(Words.digits(summary.imagesShown)) of them shown"
      ),
    ]
    if isMadeUp {
      lines.append(
        ("estimate", "all pictures are made up; --images, --har or --catalogue brings others"))
    }
    for note in pictures?.pictures.notes ?? [] { lines.append(("note", note)) }
    for estimate in pictures?.pictures.estimates ?? [] { lines.append(("estimate", estimate)) }
    if let network = pictures?.network { lines.append(("network", Self.text(of: network))) }
  }

  /// Adds what else is to be said.
  mutating func add(_ further: [(name: String, value: String)]) { lines += further }

  /// Prints it: to standard error where the trace goes to standard output.
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

  private static func text(of recording: RecordedScroll) -> String {
    let duration = ((recording.times.last ?? 0) - (recording.times.first ?? 0)) / 1000
    let period = recording.framePeriod.map {
      ", one every \(NumberText.fixed($0, decimals: 1)) ms"
    }
    return "\(Words.count(recording.times.count, "row")) in \(fixed(duration)) s\(period ?? "")"
  }

  private static func gaps(of recording: RecordedScroll) -> String {
    let gaps = recording.gaps
    let stalls = gaps.filter(\.isStall)
    let bridged = stalls.reduce(0) { $0 + $1.duration }
    return "\(Words.count(stalls.count, "stall")) of the recorder bridged "
      + "(\(fixed(bridged / 1000)) s), \(Words.count(gaps.count - stalls.count, "pause"))"
  }

  private static func text(of network: NetworkProfile) -> String {
    let figures = network.figures.map { figure in
      "\(figure.name) \(figure.text)\(figure.isEstimate ? " (estimate)" : " (measured)")"
    }
    return figures.joined(separator: ", ")
  }

  private static func fixed(_ value: Double) -> String { NumberText.fixed(value, decimals: 1) }
}
