import Foundation
import ScrollPages
import ScrollReports
import ScrollResults
import ScrollRunStories
import ScrollSimulation
import ScrollSweeps

/// Runs as one JSON document, written as they come: figures unrounded, no clock in it.
enum JSONExport {
  private struct Head: Encodable {
    let scrollsim = ScrollSim.version
    let modelVersion = ModelVersion.current
    let sweep: String
    let title: String
    let spec: String
    /// Only in a report.
    let report: SweepReport.Document?
  }

  private struct Run: Encodable {
    let key: String
    let trace: Trace
    let layout: String
    let device: Profile, network: Profile
    let loader: Named
    let prefetcher: String
    @OrNull var policy: Named?
    @OrNull var budgetBytes: Int?
    let seed: Int
    @OrNull var killed: Killed?
    let figures: [String: Figure]
    /// By kind and name; what is zero is left out.
    let parts: [String: [String: Double]]
    /// Only where it was asked for: the key is missing otherwise.
    var regret: Regret?
  }

  private struct Trace: Encodable {
    let path: String, digest: String, kind: String, title: String
  }

  private struct Profile: Encodable {
    let name: String, digest: String
    let figures: Int, estimates: Int
  }

  private struct Named: Encodable {
    let name: String
    let settings: [String: String]
  }

  private struct Killed: Encodable {
    let atMilliseconds: Double
    let reason: String
  }

  private struct Regret: Encodable {
    @OrNull var bound: String?
    @OrNull var leastMisses: Int?
    @OrNull var misses: Int?
  }

  private struct Figure: Encodable {
    let value: StoredValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .null: try container.encodeNil()
      case .integer(let value): try container.encode(value)
      case .real(let value): try container.encode(value)
      case .text(let value): try container.encode(value)
      }
    }
  }

  /// Prints rows as they come.
  ///
  /// - Parameters:
  ///   - sweep: what was asked.
  ///   - report: what the rows say together; nil to leave it out.
  ///   - rows: hands them over.
  ///   - regret: whether it is printed where it is known.
  ///   - store: the file that they come from.
  ///   - output: takes the pieces.
  /// - Throws: `CommandError` if the store has something else than figures and settings where
  ///   these belong, and what `rows` and `output` throw.
  static func print(
    _ sweep: SweepRecord, report: SweepReport.Document? = nil,
    _ rows: @escaping ((ResultRow) throws -> Void) throws -> Void, regret: Bool,
    from store: String, to output: (String) throws -> Void = Output.print
  ) throws {
    let head = try JSONDocument.text(
      Head(sweep: "\(sweep.key)", title: sweep.title, spec: sweep.spec, report: report))
    // The document of the head, open at its end for one more field.
    var pieces = [String(head.dropLast(3)), ",\n  \"runs\" : ["]
    var isFirst = true
    try rows { row in
      pieces.append(isFirst ? "\n" : ",\n")
      do {
        pieces.append(indented(try JSONDocument.text(run(row, regret: regret))))
      } catch {
        let problem =
          error is DecodingError
          ? "settings of run \(row.run.key) are no JSON object of texts"
          : "a figure of run \(row.run.key) is no number"
        throw CommandError(ResultStoreError.damaged(store, problem: problem))
      }
      isFirst = false
      if pieces.count >= 256 {
        try output(pieces.joined())
        pieces.removeAll(keepingCapacity: true)
      }
    }
    pieces.append("\n  ]\n}\n")
    try output(pieces.joined())
  }

  private static func run(_ row: ResultRow, regret isAsked: Bool) throws -> Run {
    let (run, scenario) = (row.run, row.scenario)
    let names = ResultStore.figureColumns.map(camelCase)
    return Run(
      key: "\(run.key)",
      trace: Trace(
        path: scenario.trace.path, digest: scenario.trace.digest, kind: scenario.trace.kind,
        title: scenario.trace.title),
      layout: scenario.layout, device: profile(scenario.device),
      network: profile(scenario.network),
      loader: try named(scenario.loader, scenario.loaderSettings),
      prefetcher: scenario.prefetcher,
      policy: try run.policy.map { try named($0, run.settings ?? "{}") },
      budgetBytes: run.budgetBytes, seed: run.seed,
      killed: run.killed.map {
        Killed(atMilliseconds: run.killedMilliseconds ?? 0, reason: $0)
      },
      figures: Dictionary(
        zip(names, run.figures.map { Figure(value: $0) }), uniquingKeysWith: { $1 }),
      parts: Dictionary(
        run.parts.map { ($0.kind, [$0.name: $0.value]) },
        uniquingKeysWith: { $0.merging($1) { $1 } }),
      regret: (isAsked ? run.regret : nil).map {
        Regret(bound: $0.bound, leastMisses: $0.leastMisses, misses: $0.misses)
      })
  }

  private static func profile(_ record: ProfileRecord) -> Profile {
    Profile(
      name: record.name, digest: "\(record.digest)", figures: record.figures,
      estimates: record.estimates)
  }

  private static func named(_ name: String, _ settings: String) throws -> Named {
    Named(
      name: name,
      settings: try JSONDecoder().decode([String: String].self, from: Data(settings.utf8)))
  }

  /// `hitchMilliseconds` for `hitch_ms`, `peakMemoryBytes` for `peak_memory_bytes`.
  private static func camelCase(_ column: String) -> String {
    let units = ["s": "Seconds", "ms": "Milliseconds"]
    let words = column.split(separator: "_").map(String.init)
    return words.dropFirst().reduce(words.first ?? "") { $0 + (units[$1] ?? $1.capitalized) }
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }
}
