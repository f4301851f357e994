import Foundation
import ScrollPages
import ScrollSimulation

extension SweepReport {
  /// The rows of the store, column by column, for programs that read the page.
  ///
  /// One object: `columns` names the values of each row of `runs`, first its configuration
  /// (`scenario` is a place in `scenarios`), then its figures as the store has them, unrounded,
  /// null for a time that never came. `parts` has the rows of table `part`: place of the run, kind,
  /// name, value. Empty if there are more runs than `detailLimit`.
  struct PageData: Encodable {
    let sweep: String
    let asked: Int
    let made: Int
    let scenarios: [Scenario]
    let columns: [String]
    let runs: [[StoredValue]]
    let parts: [[StoredValue]]
  }

  struct Scenario: Encodable {
    let key: String
    let trace: String, traceDigest: String, traceKind: String
    let layout: String
    let device: String, deviceDigest: String, network: String, networkDigest: String
    let loader: String, loaderSettings: String, prefetcher: String

    init(_ record: ScenarioRecord) {
      key = "\(record.key)"
      trace = record.trace.path
      traceDigest = record.trace.digest
      traceKind = record.trace.kind
      layout = record.layout
      device = record.device.name
      deviceDigest = "\(record.device.digest)"
      network = record.network.name
      networkDigest = "\(record.network.digest)"
      loader = record.loader
      loaderSettings = record.loaderSettings
      prefetcher = record.prefetcher
    }
  }

  private static let columns =
    [
      "key", "scenario", "policy", "settings", "label", "budget_bytes", "seed", "model_version",
      "killed", "killed_ms",
    ]
    + (FigureCatalog.stored + FigureCatalog.regret).map { $0.column }

  /// The data of a page, each document with its id.
  var data: [(id: String, json: String)] {
    var places: [ContentKey: Int] = [:]
    var scenarios: [Scenario] = []
    for row in rows where places[row.scenario.key] == nil {
      places[row.scenario.key] = scenarios.count
      scenarios.append(Scenario(row.scenario))
    }
    let document = PageData(
      sweep: "\(sweep.key)", asked: sweep.runs, made: madeCount,
      scenarios: scenarios, columns: Self.columns,
      runs: rows.map { row in
        let run = row.run
        let what = [
          StoredValue("\(run.key)"), StoredValue(places[row.scenario.key]), StoredValue(run.policy),
          StoredValue(run.settings), StoredValue(run.label), StoredValue(run.budgetBytes),
          StoredValue(run.seed),
          StoredValue(run.modelVersion), StoredValue(run.killed),
          StoredValue(run.killedMilliseconds),
        ]
        return what + run.figures + FigureCatalog.regret.map { run.value($0) ?? .null }
      },
      parts: rows.enumerated().flatMap { index, row in
        row.run.parts.map { [.integer(index), .text($0.kind), .text($0.name), .real($0.value)] }
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(document) else { return [] }
    return [("sweep-data", String(decoding: bytes, as: UTF8.self))]
  }
}
