import ScrollPages
import ScrollSweeps

/// The report on the replays of a store.
struct StoredReplays {
  private let replays: [ReplayRecord]
  private let report: ReplayReport

  /// - Parameters:
  ///   - store: has the replays.
  ///   - name: of the store, for messages.
  /// - Throws: `CommandError` if it has none or cannot be read.
  init(_ store: ResultStore, called name: String) throws(CommandError) {
    do { replays = try store.replays() } catch { throw CommandError(error) }
    guard !replays.isEmpty else {
      throw CommandError(
        .badData,
        "'\(name)' has no replays; expected a store that scrollsim replay --store has made")
    }
    report = ReplayReport(replays)
  }

  /// Writes the report, or every replay as data.
  func write(_ format: ReportFormat, to place: ReportPlace) throws {
    let text: String
    switch format {
    case .text: text = report.text(fitting: place.tableWidth, style: place.style)
    case .markdown: text = report.markdown
    case .html: text = report.page(made: WholeReport.made).html
    case .csv: text = ReplayExport.table(replays).csv()
    case .json: text = try JSONDocument.text(replays.map(ReplayExport.init))
    }
    try place.write(isData: format == .csv || format == .json) { try $0(text) }
  }

  /// Writes one picture of the page as a file of its own.
  /// - Throws: `CommandError` if the page has no such picture.
  func draw(_ id: String, to place: ReportPlace) throws {
    let drawings = report.exhibits.flatMap { $0.pictures.map(\.drawing) }
    guard let drawing = drawings.first(where: { $0.id == id }) else {
      let known = drawings.map(\.id).joined(separator: ", ")
      throw CommandError.usage(
        "the page has no picture '\(id)'; expected one of \(known.isEmpty ? "none" : known)")
    }
    try place.write { try $0(drawing.file) }
  }
}

/// A replay as JSON and CSV have it.
struct ReplayExport: Encodable {
  let trace: String, traceDigest: String, policy: String, unit: String
  let capacity: Int
  let share: String?
  let seed: Int?
  let warmUp: Int, requests: Int, misses: Int, bytesRequested: Int, bytesMissed: Int
  let missRatio: Double
  let bound: String?
  let leastMisses: Int?, leastBytesMissed: Int?
  let note: String?, key: String

  init(_ record: ReplayRecord) {
    trace = record.stream.path
    traceDigest = "\(record.stream.digest)"
    policy = record.label
    unit = record.unit
    capacity = record.capacity
    share = record.share
    seed = record.seed
    warmUp = record.warmUp
    requests = record.requests
    misses = record.misses
    bytesRequested = record.bytesRequested
    bytesMissed = record.bytesMissed
    missRatio = record.missRatio
    bound = record.bound?.name
    leastMisses = record.bound?.misses
    leastBytesMissed = record.bound?.bytes
    note = record.note
    key = "\(record.key)"
  }

  static func table(_ records: [ReplayRecord]) -> Table {
    var table = Table([
      .left("trace"), .left("trace_digest"), .left("policy"), .left("unit"), .right("capacity"),
      .right("share"), .right("seed"), .right("warm_up"), .right("requests"), .right("misses"),
      .right("bytes_requested"), .right("bytes_missed"), .left("bound"), .right("least_misses"),
      .right("least_bytes"), .left("note"), .left("key"),
    ])
    for record in records {
      let replay = ReplayExport(record)
      func number(_ value: Int?) -> String { value.map { "\($0)" } ?? "" }
      table.append([
        replay.trace, replay.traceDigest, replay.policy, replay.unit, number(replay.capacity),
        replay.share ?? "", number(replay.seed), number(replay.warmUp), number(replay.requests),
        number(replay.misses), number(replay.bytesRequested), number(replay.bytesMissed),
        replay.bound ?? "", number(replay.leastMisses), number(replay.leastBytesMissed),
        replay.note ?? "", replay.key,
      ])
    }
    return table
  }
}
