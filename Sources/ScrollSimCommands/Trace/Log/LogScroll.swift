import ScrollCore
import ScrollPages
import ScrollTraces

/// The scroll that the viewports of a log make, as the CSV that `CSVImporter` reads.
struct LogScroll {
  /// Without a row for so many milliseconds the content rested, as a log has the moments alone at
  /// which it moved.
  private static let longestStep = 100.0
  private static let frame = 1000.0 / 60

  /// The CSV.
  private(set) var bytes = Array("t_ms,scroll_y,phase,visible\n".utf8)
  /// The length of the screen along the content, in points.
  let length: Double
  private let origin: Double
  private var last: (time: Double, offset: Double)?

  /// Reads the viewports of a log.
  /// - Parameters:
  ///   - log: of a cache that was told where the screen is.
  ///   - origin: where the content begins, in points.
  /// - Throws: `CommandError` for a log without viewports, or without their times.
  init(_ log: CacheLog, from origin: Double) throws(CommandError) {
    func viewport(_ entry: CacheLog.Entry) -> LoggedViewport? {
      if case .viewport(let viewport) = entry.operation { viewport } else { nil }
    }
    guard let first = log.entries.lazy.compactMap(viewport).first else {
      throw CommandError(
        .badData,
        "\(log.name): the log has no viewports, so that it is no scroll; expected that of a cache "
          + "that is told where the screen is, by viewportMoved(to:)")
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

  /// Adds a row, unless its microsecond has had one.
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
