import ScrollCore
import ScrollDevice
package import ScrollSimulation

/// A run as a timeline for Perfetto and `chrome://tracing`.
///
/// A JSON object of the trace-event format (Google, "Trace Event Format", 2016): complete
/// events for what the main thread, the decode lanes, the flash channel and the connections do,
/// one track each; instants for hitches and events of the system; counters for the cache, the
/// footprint, loads in progress and the shares of the viewport that are blank, soft and wrong.
/// Times are microseconds of the trace, exact to the nanosecond. Work that the run or a relaunch
/// cuts off ends there.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     TimelineExport(log, of: prepared).write { print($0, terminator: "") }
package struct TimelineExport {
  private let tracks: [(id: Int, track: TimelineTrack)]
  private let process: String

  /// The most frames that one is made for: each takes some 250 bytes of the document.
  package static let mostFrames = 1_000_000

  /// The timeline of a run that is over.
  /// - Complexity: O(entries of the log).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    var drawing = TimelineDrawing(prepared)
    for entry in log.entries { drawing.draw(entry) }
    tracks = drawing.tracks
    process = "\(prepared.scenario.device.name), \(prepared.scenario.prefetcher)"
  }

  /// Writes the document piece by piece: one line for each event, track after track.
  /// - Parameter body: takes the pieces.
  /// - Throws: what `body` throws.
  package func write<Failure: Error>(_ body: (String) throws(Failure) -> Void) throws(Failure) {
    try body("{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n")
    try body(metadata("process_name", .text(process), 0))
    for (id, track) in tracks where track.events.first?.isCounter != true {
      try body(",\n" + metadata("thread_name", .text(track.name), id))
      try body(",\n" + metadata("thread_sort_index", .count(id), id))
    }
    for (id, track) in tracks {
      for event in track.events { try body(",\n" + event.json(track: id)) }
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

extension TimelineEvent {
  fileprivate var isCounter: Bool {
    if case .counter = shape { return true }
    return false
  }
}
