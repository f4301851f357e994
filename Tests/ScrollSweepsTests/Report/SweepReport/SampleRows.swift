import ScrollPages
import ScrollSimulation
import ScrollSweeps

/// Invented rows of a store, for tests of reports.
struct SampleRows {
  static let mib = 1 << 20

  var sweep = SweepRecord(
    key: ContentKey(of: "sweep"), title: "A question", spec: "axes: {}", runs: 0)
  private(set) var rows: [RunRow] = []

  /// The values of a row besides its names.
  struct Figures {
    var stalls = 1.0, hitRate = 0.5, hitches = 0.0
    var killed: String?
    var absences: [String: Double] = [:]
    var overLimit = 0.0
    var band = "good"
    /// The duration of the run, up to its death.
    var seconds = 10.0
    /// The number of images that there was room for, and the number that was needed.
    var shortage: (room: Double, needed: Int)?
    var stallRegret: StallRegretRecord?
    /// The footprint in bytes.
    var footprint = 1
    /// The number of late images.
    var late = 1
  }

  mutating func add(
    _ policy: String?, budget: Int? = 64 * mib, seed: Int = 0, device: String = "iphone-5",
    memory: Int? = nil, trace: String = "Traces/grid.scroll", kind: String = "recorded",
    loader: String = "cached", prefetcher: String = "none", gestures: String? = nil,
    start: String = "cold", _ figures: Figures = Figures()
  ) {
    var scenario = Self.scenario(
      device: device, trace: trace, kind: kind, loader: loader, prefetcher: prefetcher,
      gestures: gestures)
    scenario.device.memoryBytes = memory
    scenario.start = start
    let position = rows.count
    rows.append(
      RunRow(
        position: position,
        run: RunRecord(
          key: ContentKey(of: "run \(position)"), scenario: scenario.key, policy: policy,
          settings: policy.map { _ in "{}" }, label: policy,
          budgetBytes: policy == nil ? nil : budget,
          seed: seed, modelVersion: 3, killed: figures.killed,
          killedMilliseconds: figures.killed.map { _ in 1000 }, figures: Self.columns(figures),
          parts: figures.absences.sorted { $0.key < $1.key }.map {
            RunRecord.Part(kind: "absence", name: $0.key, value: $0.value)
          }
            + (figures.shortage.map {
              [
                RunRecord.Part(kind: "room", name: "had", value: $0.room),
                RunRecord.Part(kind: "room", name: "needed", value: Double($0.needed)),
              ]
            } ?? []), regret: nil, stallRegret: figures.stallRegret), scenario: scenario))
  }

  /// Returns the report on all rows, of a sweep that requested this number of runs, or more.
  func report(asked: Int? = nil) -> SweepReport {
    var sweep = sweep
    sweep.runs = asked ?? rows.count
    var places = RunPlaces()
    for row in rows { places.add(row) }
    let isFinished = rows.count == sweep.runs
    var report = SweepReport(
      sweep, comparing: isFinished ? nil : ComparableRuns(places),
      sessions: rows.map(\.scenario.trace))
    for row in rows { report.add(row) }
    return report
  }

  private static func columns(_ figures: Figures) -> [StoredValue] {
    StoreSchema.current["run"].columns.suffix(ResultStore.figureColumns.count).map { column in
      switch column.name {
      case "stall_s": .real(figures.stalls)
      case "hit_rate": .real(figures.hitRate)
      case "hitch_ratio": .real(figures.hitches)
      case "over_budget_s": .real(figures.overLimit)
      case "duration_s": .real(figures.seconds)
      case "band": .text(figures.band)
      case "max_ms": .null
      case "footprint_peak_bytes": .integer(figures.footprint)
      case "late": .integer(figures.late)
      default:
        switch column.type {
        case "INTEGER": .integer(1)
        case "REAL": .real(1)
        default: .text("")
        }
      }
    }
  }

  static func scenario(
    device: String, trace: String, kind: String, loader: String = "cached",
    prefetcher: String = "none", gestures: String? = nil
  ) -> ScenarioRecord {
    ScenarioRecord(
      key: ContentKey(of: "\(device) \(trace) \(loader) \(prefetcher)"),
      trace: TraceRecord(
        digest: "\(ContentKey(of: trace))", path: trace, title: "title of \(trace)", kind: kind,
        provenance: "somewhere", durationSeconds: 10, items: 100, images: 100,
        gestures: .sample(of: gestures ?? trace)),
      layout: "grid:columns=3",
      device: ProfileRecord(
        digest: ContentKey(of: device), kind: .device, name: device, summary: "a phone",
        figures: 48,
        estimates: 44),
      network: ProfileRecord(
        digest: ContentKey(of: "wifi"), kind: .network, name: "wifi", summary: "a network",
        figures: 5, estimates: 1),
      loader: loader, loaderSettings: "{}", prefetcher: prefetcher)
  }
}
