import Foundation
import ScrollCore
import ScrollPages
import ScrollTraces

/// What a recording becomes: a trace on a layout, with images, in a file.
struct RecorderOutput: Sendable {
  /// All but the viewport, which the recording has.
  let header: TraceHeader
  let catalog: TraceCatalog
  let path: String

  /// The document that records.
  var page: String { RecorderPage.html(header.layout, title: header.title) }

  /// Writes the trace of a recording, whole or not at all.
  /// - Parameters:
  ///   - csv: what `CSVImporter` reads.
  ///   - agent: what the browser calls itself; goes into the provenance if that is empty.
  /// - Returns: the trace.
  /// - Throws: `TraceError` for a recording that is none, `CommandError` for a file that cannot be
  ///   written.
  func keep(_ csv: [UInt8], from agent: String) throws -> ScrollTrace {
    let browser = agent.isEmpty ? "a client that does not say what it is" : agent
    let provenance =
      header.provenance.isEmpty
      ? "recorded by scrollsim trace record \(ScrollSim.version) on \(Self.today) in "
        + String(browser.prefix(300))
      : header.provenance
    let header = TraceHeader(
      title: header.title, provenance: provenance, kind: .recorded, viewport: header.viewport,
      direction: header.direction, decelerationRate: header.decelerationRate,
      layout: header.layout)
    let trace = try CSVImporter(header: header, catalog: catalog)
      .parse(csv, file: "the recording")
    try Output.write(TraceFile.bytes(of: trace), to: path)
    return trace
  }

  /// What was kept, in a sentence.
  func sentence(about trace: ScrollTrace) -> String {
    let summary = trace.summary
    let words = [
      "\(NumberText.fixed(summary.duration.seconds, decimals: 1)) s",
      Words.count(summary.samples, "sample"), Words.count(summary.gestures, "touch", "touches"),
      Words.count(summary.flings, "fling"),
      "\(Words.digits(Int(summary.travel.rounded()))) pt on a screen of \(trace.header.viewport)",
    ]
    return "\(path) is written: \(Words.list(words))."
  }

  /// The day by the calendar of UTC: `2026-11-24`.
  private static var today: String {
    Date.now.formatted(.iso8601.year().month().day())
  }
}
