import ScrollCore
import ScrollDevice
package import ScrollSimulation

/// A run as a timeline for Perfetto and `chrome://tracing`.
///
/// A JSON object of the trace-event format (Google, "Trace Event Format", 2016), with a track for
/// each of these:
/// - the items that waited for their images, on as many tracks as items wait at a time: a span from
///   the frame with the cell to the frame with the image, with the reason of the wait and the blank
///   or wrong share of the screen;
/// - the work of the main thread, the decode lanes, the flash channel and the connections;
/// - hitches, events of the system, and the images that the cache admits, refuses and evicts, as
///   instants;
/// - the bytes of the cache, the footprint, loads in progress and the shares of the viewport that
///   are blank, soft and wrong, as counters.
///
/// Flows lead from the reads, downloads and decodes of a late image through the span of the waiting
/// item to the frame that shows it. Times are microseconds of the trace, exact to the nanosecond.
/// The end of the run or a relaunch ends all work.
///
/// These sums agree with the report:
/// - The numbers of spans by outcome are those of the late, never shown and unfinished images.
/// - The spans of late and never shown images, without the time in the background, last in total as
///   long as the waits.
/// - The blank and wrong shares of the screen in all spans add up to the blank and wrong area.
/// - The instants of removed images are as many as the removals, except those of placeholders, and
///   the instants of refused images are as many as the refusals.
/// - The instants of hitches are as many as the hitches.
///
///     let log = RunLog()
///     _ = prepared.run(policy, budget: budget, log: log)
///     TimelineExport(log, of: prepared).write { print($0, terminator: "") }
package struct TimelineExport {
  private let tracks: [TimelineTrack]
  private let process: String

  /// The maximum number of frames of a timeline.
  ///
  /// Each frame with any work takes some 250 bytes of the document, and each late image some 800.
  package static let mostFrames = 1_000_000

  /// Creates the timeline of a finished run.
  /// - Complexity: O(entries of the log + frames).
  package init(_ log: RunLog, of prepared: PreparedScenario) {
    let explainer = StallExplainer(log, of: prepared)
    let waiting = WaitingItems(explainer)
    var drawing = TimelineDrawing(prepared, showing: waiting.showingFrames)
    for entry in log.entries { drawing.draw(entry) }
    waiting.draw(on: &drawing)
    tracks = drawing.tracks
    process = "\(prepared.scenario.device.name), \(prepared.scenario.prefetcher)"
  }

  /// Writes the document piece by piece: one line for each event, track after track.
  /// - Parameter body: A closure that takes the pieces.
  /// - Throws: the error that `body` throws.
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

/// The items of a run that were on screen without their images.
struct WaitingItems {
  private let explainer: StallExplainer
  private let areas: [StallShares.Area]
  /// The indices of appearances, by the time at which they were on screen.
  private let waiting: [Int]

  /// Collects the appearances whose images came late or never, and those that showed another item's
  /// image.
  /// - Complexity: O(frames + appearances log appearances).
  init(_ explainer: StallExplainer) {
    self.explainer = explainer
    let record = explainer.record
    let areas = StallShares(record).areas
    self.areas = areas
    waiting = record.appearances.indices.filter {
      record.appearances[$0].lateness != nil || areas[$0].blank > 0 || areas[$0].wrong > 0
    }.sorted { one, other in
      let (start, end) = (
        Self.start(of: record.appearances[one], in: record),
        Self.start(of: record.appearances[other], in: record)
      )
      return (start, one) < (end, other)
    }
  }

  private var record: LogIndex { explainer.record }

  /// The frames that show one of these images for the first time.
  var showingFrames: Set<Int> {
    Set(waiting.compactMap { record.appearances[$0].shownFrame })
  }

  /// Returns the time when an item is on screen; if it never was, the time when its cell appeared.
  private static func start(of appearance: AppearanceRecord, in record: LogIndex) -> SimTime {
    record.presentation(of: appearance.frame) ?? appearance.time
  }

  /// Draws the items, each on the first free track, and adds their flows through the spans of their
  /// loads and frames.
  func draw(on drawing: inout TimelineDrawing) {
    var ends: [SimTime] = []
    for index in waiting {
      let span = span(of: index)
      let lane = ends.firstIndex { $0 <= span.time } ?? ends.count
      if lane == ends.count { ends.append(.zero) }
      // A span without duration occupies one nanosecond of its track.
      ends[lane] = max(span.end, span.time + SimTime(nanoseconds: 1))
      let place = drawing.add(span, to: .waiting(lane))
      for pause in pauses(of: span) { drawing.add(pause, to: .waiting(lane)) }
      if let flow = flow(of: index, from: place, until: span.end, in: drawing) { drawing.add(flow) }
    }
  }

  private func span(of index: Int) -> TimelineEvent {
    let appearance = record.appearances[index]
    let start = Self.start(of: appearance, in: record)
    let stalls = Stalls(
      of: appearance, in: record, fade: SimTime(seconds: explainer.scenario.loader.fadeDuration))
    let isOnScreen = record.presentation(of: appearance.frame) != nil
    let end =
      !isOnScreen
      ? start
      : appearance.lateness == nil
        ? record.disappearance(of: appearance) : explainer.endOfWait(appearance)
    let what =
      [("blank", stalls.blank), ("wrong", stalls.wrong), ("soft", stalls.soft)]
      .max { $0.1 < $1.1 }.flatMap { $0.1 > .zero ? $0.0 : nil }
    var arguments: [(name: String, value: TimelineEvent.Argument)] = [
      ("outcome", .text(appearance.outcome.rawValue)), ("frame", .count(appearance.frame)),
    ]
    if let shown = appearance.shownFrame { arguments.append(("shownFrame", .count(shown))) }
    if let lateness = appearance.lateness {
      arguments.append(("because", .text(lateness.reason.words)))
      for kind in WaitTimes.Kind.allCases where lateness.waits[kind] > 0 {
        arguments.append(
          ("\(kind)Microseconds", .time(SimTime(nanoseconds: lateness.waits[kind]))))
      }
    }
    let area = areas[index]
    if area.blank > 0 { arguments.append(("blankScreenSeconds", .share(area.blank))) }
    if area.wrong > 0 { arguments.append(("wrongScreenSeconds", .share(area.wrong))) }
    return TimelineEvent(
      name: "item \(appearance.item) \(what ?? "late")", shape: .span(until: max(start, end)),
      time: start, arguments: arguments)
  }

  /// Returns the times of the app in the background during an item's wait, as spans within its
  /// span.
  private func pauses(of span: TimelineEvent) -> [TimelineEvent] {
    record.clock.pauses.filter { $0.from < span.end && $0.to > span.time }.map { pause in
      TimelineEvent(
        name: "in the background", shape: .span(until: min(pause.to, span.end)),
        time: max(pause.from, span.time))
    }
  }

  /// Returns the flow of the image that an item waited for.
  private func flow(
    of index: Int, from place: TimelineFlow.Place, until end: SimTime,
    in drawing: TimelineDrawing
  ) -> TimelineFlow? {
    let appearance = record.appearances[index]
    guard appearance.lateness != nil else { return nil }
    var places = [place]
    if let load = explainer.load(behind: appearance) {
      places += (drawing.services[load] ?? []).filter { $0.time <= end }
    }
    if let shown = appearance.shownFrame, let frame = drawing.frameSpans[shown] {
      places.append(frame)
    }
    return TimelineFlow(index + 1, "item \(appearance.item)", through: places)
  }
}
