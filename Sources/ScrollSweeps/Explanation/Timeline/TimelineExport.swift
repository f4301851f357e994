import ScrollCore
import ScrollDevice
package import ScrollSimulation

/// A run as a timeline for Perfetto and `chrome://tracing`.
///
/// A JSON object of the trace-event format (Google, "Trace Event Format", 2016), with a track for
/// each of these:
/// - the items that waited for their images, over as many tracks as wait at a time: a span from
///   the frame with the cell to the frame with the image, with what it waited for and the screen
///   that it left blank or showed wrongly;
/// - what the main thread, the decode lanes, the flash channel and the connections do;
/// - hitches, events of the system, and the images that the cache admits, refuses and evicts, as
///   instants;
/// - the bytes of the cache, the footprint, loads in progress and the shares of the viewport that
///   are blank, soft and wrong, as counters.
///
/// Flows lead from the reads, downloads and decodes of a late image to the frame that shows it, by
/// way of the span of the item that waits. Times are microseconds of the trace, exact to the
/// nanosecond. Work that the run or a relaunch cuts off ends there.
///
/// What adds up: the spans of items by outcome are the report's late, never shown and unfinished
/// images; those of the late and never shown, less the time in the background, last as long as
/// their waits in the report; the screen that all leave blank or wrong is the report's blank and
/// wrong area; the decisions are its removals, those of placeholders aside, and its refusals; the
/// hitches are its hitches.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     TimelineExport(log, of: prepared).write { print($0, terminator: "") }
package struct TimelineExport {
  private let tracks: [TimelineTrack]
  private let process: String

  /// The most frames that one is made for: each that does anything takes some 250 bytes of the
  /// document, and each image that comes late some 800.
  package static let mostFrames = 1_000_000

  /// The timeline of a run that is over.
  /// - Complexity: O(entries of the log + frames).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    let story = Story(log, of: prepared)
    let waiting = WaitingItems(story)
    var drawing = TimelineDrawing(prepared, showing: waiting.showingFrames)
    for entry in log.entries { drawing.draw(entry) }
    waiting.draw(on: &drawing)
    tracks = drawing.tracks
    process = "\(prepared.scenario.device.name), \(prepared.scenario.prefetcher)"
  }

  /// Writes the document piece by piece: one line for each event, track after track.
  /// - Parameter body: takes the pieces.
  /// - Throws: what `body` throws.
  package func write<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    try body("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")
    try body(metadata("process_name", .text(process), 0))
    for (index, track) in tracks.enumerated() where !track.isCounter {
      try body(",\n" + metadata("thread_name", .text(track.name), index + 1))
      try body(",\n" + metadata("thread_sort_index", .count(index + 1), index + 1))
    }
    for (index, track) in tracks.enumerated() {
      for event in track.events { try body(",\n" + event.json(track: index + 1)) }
    }
    try body("\n]}\n")
  }

  private func metadata(
    _ name: String, _ value: TimelineEvent.Argument, _ track: Int
  ) -> String {
    let key = name == "thread_sort_index" ? "sort_index" : "name"
    return TimelineEvent(
      name: name, shape: .metadata, time: .zero, arguments: [(key, value)]
    ).json(track: track)
  }
}
