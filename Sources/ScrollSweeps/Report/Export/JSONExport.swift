import Foundation
import ScrollPages
package import ScrollSimulation

/// The runs of a sweep as one JSON document, written row by row: figures unrounded, without clock
/// times.
package enum JSONExport {
  private struct Head: Encodable {
    let scrollsim: String
    let modelVersion = ModelVersion.current
    let sweep: String
    let title: String
    let spec: String
    /// The report, if the document has one.
    let report: SweepReport.Document?
  }

  private struct Run: Encodable {
    let key: String
    let trace: Trace
    let layout: String
    let device: Profile, network: Profile
    let loader: RunDocument.Named
    let prefetcher: String
    /// The start of the session: `cold`, or the contents that the app has kept of an earlier
    /// session.
    let start: String
    @OrNull var policy: RunDocument.Named?
    @OrNull var budgetBytes: Int?
    let seed: Int
    @OrNull var killed: RunDocument.Killed?
    /// The figures, by their names in the catalog, with those of regret only on request.
    let figures: [String: FigureValue]
    /// The parts, by kind and name, without those that are zero.
    let parts: [String: [String: Double]]
  }

  private struct Trace: Encodable {
    let path: String, digest: String, kind: String, title: String
  }

  private struct Profile: Encodable {
    let name: String, digest: String
    let figures: Int, estimates: Int
  }

  /// Writes the rows of a sweep one after the other.
  ///
  /// - Parameters:
  ///   - sweep: the sweep.
  ///   - version: the version of the program.
  ///   - report: the report on all rows; `nil` to leave it out.
  ///   - rows: a function that passes the rows to its argument.
  ///   - regret: whether to write regret that is known.
  ///   - store: the file of the store that has the rows.
  ///   - output: a function that receives the pieces of text.
  /// - Throws: `ResultStoreError` if the store has malformed figures or settings, and the errors of
  ///   `rows` and `output`.
  package static func print(
    _ sweep: SweepRecord, version: String, report: SweepReport.Document? = nil,
    _ rows: @escaping ((RunRow) throws -> Void) throws -> Void, regret: Bool,
    from store: String, to output: (String) throws -> Void
  ) throws {
    try print(
      head: Head(
        scrollsim: version, sweep: "\(sweep.key)", title: sweep.title, spec: sweep.spec,
        report: report),
      { body in
        try rows { row in
          let figures = FigureCatalog.all.compactMap { figure in
            row.run.value(figure).map { (figure, $0) }
          }
          let text: String
          do { text = try JSONDocument.text(run(row, figures, regret: regret)) } catch {
            let problem =
              error is DecodingError
              ? "settings of run \(row.run.key) are no JSON object of texts"
              : "a figure of run \(row.run.key) is no number"
            throw ResultStoreError.damaged(store, problem: problem)
          }
          try body(text)
        }
      }, to: output)
  }

  /// Writes runs that have just been made, with every figure of their reports.
  ///
  /// - Parameters:
  ///   - runs: the runs.
  ///   - head: an object whose fields precede the runs.
  ///   - regret: whether to write regret that is known.
  ///   - output: a function that receives the pieces of text.
  /// - Throws: the errors of `output`.
  package static func print(
    _ runs: [(row: RunRow, report: RunReport)], head: some Encodable, regret: Bool,
    to output: (String) throws -> Void
  ) throws {
    try print(
      head: head,
      { body in
        for made in runs {
          let figures =
            FigureCatalog.ofReports.map { ($0, $0.value(of: made.report)) }
            + FigureCatalog.regret.compactMap { figure in
              made.row.run.value(figure).map { (figure, $0) }
            }
          try body(try JSONDocument.text(run(made.row, figures, regret: regret)))
        }
      }, to: output)
  }

  /// Writes a head, and the documents of the runs as its last field.
  private static func print(
    head: some Encodable, _ runs: @escaping ((String) throws -> Void) throws -> Void,
    to output: (String) throws -> Void
  ) throws {
    var pieces = [String(try JSONDocument.text(head).dropLast(3)), ",\n  \"runs\" : ["]
    var isFirst = true
    try runs { run in
      pieces.append(isFirst ? "\n" : ",\n")
      pieces.append(indented(run))
      isFirst = false
      if pieces.count >= 256 {
        try output(pieces.joined())
        pieces.removeAll(keepingCapacity: true)
      }
    }
    pieces.append("\n  ]\n}\n")
    try output(pieces.joined())
  }

  private static func run(
    _ row: RunRow, _ figures: [(Figure, FigureValue)], regret isAsked: Bool
  ) throws -> Run {
    let (run, scenario) = (row.run, row.scenario)
    let printed = figures.filter { figure, _ in
      if case .regret = figure.source { isAsked } else { true }
    }
    return Run(
      key: "\(run.key)",
      trace: Trace(
        path: scenario.trace.path, digest: scenario.trace.digest, kind: scenario.trace.kind,
        title: scenario.trace.title),
      layout: scenario.layout, device: profile(scenario.device),
      network: profile(scenario.network),
      loader: try named(scenario.loader, scenario.loaderSettings),
      prefetcher: scenario.prefetcher, start: scenario.start,
      policy: try run.policy.map { try named($0, run.settings ?? "{}") },
      budgetBytes: run.budgetBytes, seed: run.seed,
      killed: run.killed.map {
        RunDocument.Killed(atMilliseconds: run.killedMilliseconds ?? 0, reason: $0)
      },
      figures: Dictionary(uniqueKeysWithValues: printed.map { ($0.name, $1) }),
      parts: Dictionary(
        run.parts.map { ($0.kind, [$0.name: $0.value]) },
        uniquingKeysWith: { $0.merging($1) { $1 } }))
  }

  private static func profile(_ record: ProfileRecord) -> Profile {
    Profile(
      name: record.name, digest: "\(record.digest)", figures: record.figures,
      estimates: record.estimates)
  }

  private static func named(_ name: String, _ settings: String) throws -> RunDocument.Named {
    RunDocument.Named(
      name,
      settings: try JSONDecoder().decode([String: String].self, from: Data(settings.utf8)))
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n")
  }
}

/// The objects that the JSON of several commands shares.
package enum RunDocument {
  /// A choice by name, with every setting.
  package struct Named: Encodable, Sendable {
    let name: String
    let settings: [String: String]

    package init(_ name: String, settings: [String: String]) {
      self.name = name
      self.settings = settings
    }
  }

  package struct Killed: Encodable, Sendable {
    let atMilliseconds: Double
    let reason: String

    package init(atMilliseconds: Double, reason: String) {
      self.atMilliseconds = atMilliseconds
      self.reason = reason
    }
  }
}
