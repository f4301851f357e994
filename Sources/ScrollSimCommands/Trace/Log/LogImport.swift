import ScrollCaching
import ScrollCore
import ScrollLayout
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import ScrollTraces

/// An import that makes a trace from the log of a cache.
///
/// The cache must have received the viewport.
struct LogImport {
  let made: ScrollImport
  /// Notes about the log, and about the comparison of its hits.
  let notes: [(name: String, value: String)]

  /// Makes the trace.
  /// - Parameters:
  ///   - path: The path of the log.
  ///   - options: The options of the trace. Their layout and images replace those of the log.
  ///   - provenance: The provenance of the log, in one line.
  ///   - own: Pictures in place of the log's; `nil` for those of the log.
  /// - Throws: `CommandError` for a log that does not describe a scroll.
  init(
    _ path: String, _ options: TraceOptions, provenance: String, own: TraceCatalog?
  ) throws(CommandError) {
    let log = try CacheLogInput.load(path)
    let screen = try options.parsedViewport()
    let content = try LogContent(log, breadth: screen.width)
    let scroll = try LogScroll(log, from: content.origin)
    let layout: Layout
    if options.layout == nil, own == nil, let seen = content.layout {
      layout = seen
    } else {
      layout = try options.parsedLayout()
    }
    let header = TraceHeader(
      title: options.title ?? "A scroll from the log of a cache", provenance: provenance,
      kind: .recorded, viewport: Self.viewport(scroll.length, on: layout, screen),
      direction: options.scrollDirection, decelerationRate: options.decelerationRate,
      layout: layout)
    do {
      made = try CSVImporter(header: header, catalog: own ?? content.catalog)
        .read(scroll.bytes, file: path)
    } catch {
      var error = error
      error.line = nil
      error.subject = .file
      if case .text = error.found { error.found = .fact("scrolls beyond its last key") }
      error.expected +=
        "; another --layout, or --catalogue with as many items as the content had"
      throw CommandError(error)
    }
    let operations = Phrase.count(log.entries.count, "operation")
    notes = [
      ("log", "\(operations) on \(Phrase.count(log.keys.count, "key"))"),
      ("hits", try LogHits(log).comparison(with: made.trace)),
    ]
  }

  /// Returns the screen of the log, within the limits of a trace.
  private static func viewport(
    _ length: Double, on layout: Layout, _ screen: ViewportSize
  ) -> ViewportSize {
    let length = min(max(length, 1), 100_000)
    return layout.axis == .vertical
      ? ViewportSize(width: screen.width, height: length)
      : ViewportSize(width: length, height: screen.height)
  }
}

/// The hit rates of a log, and of a run of the trace that was made from the log.
struct LogHits {
  /// The device and network of the run.
  private static let device = "iphone-13-pro", network = "wifi"

  private let log: CacheLog
  private let lookups: Int, hits: Int

  init(_ log: CacheLog) {
    self.log = log
    let seen = log.entries.compactMap(\.hit)
    lookups = seen.count
    hits = seen.count { $0 }
  }

  /// Returns a sentence that compares the two hit rates.
  /// - Parameter trace: The trace that was made from the log.
  /// - Returns: a sentence.
  /// - Throws: `CommandError` for a trace that cannot be run.
  func comparison(with trace: ScrollTrace) throws(CommandError) -> String {
    let recorded = "\(share(hits, lookups)) of \(Phrase.count(lookups, "look-up")) in the log"
    guard let policy = try policy() else {
      return recorded + "; it names no policy that a run can use"
    }
    let scenario = Scenario(
      trace, device: try DeviceInput.find(Self.device),
      network: try NetworkInput.find(Self.network), loader: .cached, prefetcher: Prefetcher.none)
    let limit = log.header.limits.cost.map { ByteCount($0) }
    let run = PreparedScenario(scenario)
      .run(policy, budget: limit, seed: log.header.seed ?? 0).requests
    let points = (run.hitRate - rate(hits, lookups)) * 100
    let apart = NumberText.fixed(abs(points), decimals: 1)
    let requests = Phrase.count(run.count, "request")
    return "\(recorded), \(share(run.hits, run.count)) of \(requests) in a run on \(Self.device) "
      + "with its policy '\(policy.text)' and limits: \(apart) points "
      + "\(points < 0 ? "fewer" : "more"), because loads there take the model's time"
  }

  /// Returns the policy of the log.
  ///
  /// The log's limit on the number of values becomes a setting of the policy.
  private func policy() throws(CommandError) -> Choice<PolicyDescriptor>? {
    guard let text = log.header.policy else { return nil }
    let count = log.header.limits.count.map { [(name: "countLimit", value: "\($0)")] } ?? []
    do {
      let plain = try ScrollSim.policies.choose(text)
      return plain.given.contains("countLimit")
        ? plain : try ScrollSim.policies.choose(text, adding: count)
    } catch {
      throw CommandError(.badData, "\(log.name): field 'policy': \(error)")
    }
  }

  private func rate(_ part: Int, _ whole: Int) -> Double {
    whole == 0 ? 0 : Double(part) / Double(whole)
  }

  private func share(_ part: Int, _ whole: Int) -> String {
    "\(NumberText.fixed(rate(part, whole) * 100, decimals: 1)) %"
  }
}

/// The scroll that a log's viewports describe, as CSV for `CSVImporter`.
struct LogScroll {
  /// The longest step between two rows of a movement, in milliseconds.
  ///
  /// A log has rows only for moments at which the content moved. So the content was at rest in
  /// longer gaps.
  private static let longestStep = 100.0
  private static let frame = 1000.0 / 60

  /// The CSV text.
  private(set) var bytes = Array("t_ms,scroll_y,phase,visible\n".utf8)
  /// The length of the screen along the content, in points.
  let length: Double
  private let origin: Double
  private var last: (time: Double, offset: Double)?

  /// Reads the viewports of a log.
  /// - Parameters:
  ///   - log: The log of a cache that received the viewport.
  ///   - origin: The position where the content begins, in points.
  /// - Throws: `CommandError` for a log without viewports, or without their times.
  init(_ log: CacheLog, from origin: Double) throws(CommandError) {
    func viewport(_ entry: CacheLog.Entry) -> LoggedViewport? {
      if case .viewport(let viewport) = entry.operation { viewport } else { nil }
    }
    guard let first = log.entries.lazy.compactMap(viewport).first else {
      throw CommandError(
        .badData,
        "\(log.name): the log has no viewports, so it is not a scroll; expected the log of a "
          + "cache that receives setVisibleRange(lower:upper:phase:)")
    }
    length = max(1, first.upper - first.lower)
    self.origin = origin
    for entry in log.entries {
      if entry.operation == .background, let last {
        row(last.time + Self.frame / 2, last.offset, .idle, isVisible: false)
      }
      guard let viewport = viewport(entry) else { continue }
      guard let time = entry.details.time else {
        throw CommandError(
          .badData,
          "\(log.name):\(entry.line): the viewport has no time; expected a field 'ns'")
      }
      add(viewport, at: Double(time.nanoseconds) / 1e6)
    }
  }

  private mutating func add(_ viewport: LoggedViewport, at time: Double) {
    let offset = viewport.lower - origin
    if let last, offset != last.offset, time - last.time > Self.longestStep {
      row(time - Self.frame, last.offset, .idle)
    }
    row(time, offset, viewport.phase)
  }

  /// Adds a row, unless there is already a row for the same microsecond.
  private mutating func row(
    _ time: Double, _ offset: Double, _ phase: ScrollPhase, isVisible: Bool = true
  ) {
    if let last, time < last.time + 0.001 { return }
    last = (time, offset)
    let numbers = [time, offset].map { NumberText.fixed($0, decimals: 6) }
    let fields = numbers + [phase.word, isVisible ? "1" : "0"]
    bytes += Array((fields.joined(separator: ",") + "\n").utf8)
  }
}
