import Foundation
import ScrollResults

extension SweepReport {
  /// The rows of the store, column by column, for programs that read the page.
  ///
  /// One object: `columns` names what each row of `runs` has, first what the run was made of
  /// (`scenario` is a place in `scenarios`), then its figures as the store has them, unrounded,
  /// null for what never came. `parts` has the rows of table `part`: place of the run, kind, name,
  /// value. Empty if there are more runs than `detailLimit`.
  struct PageData: Encodable {
    let sweep: String
    let asked: Int
    let made: Int
    let scenarios: [Scenario]
    let columns: [String]
    let runs: [[Value]]
    let parts: [[Value]]
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

  /// A value of the store in JSON.
  struct Value: Encodable {
    let value: StoredValue

    init(_ value: StoredValue) { self.value = value }
    init(_ text: String?) { value = text.map(StoredValue.text) ?? .null }
    init(_ integer: Int?) { value = integer.map(StoredValue.integer) ?? .null }
    init(_ real: Double?) { value = real.map(StoredValue.real) ?? .null }

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

  private static let columns =
    [
      "key", "scenario", "policy", "settings", "label", "budget_bytes", "seed", "model_version",
      "killed", "killed_ms",
    ]
    + ResultStore.figureColumns + ["regret_bound", "least_misses", "regret_misses"]

  /// The data of a page, each document with its id.
  var data: [(id: String, json: String)] {
    let places = Dictionary(uniqueKeysWithValues: scenes.enumerated().map { ($1.key, $0) })
    let document = PageData(
      sweep: "\(sweep.key)", asked: sweep.runs, made: runCount,
      scenarios: rows.isEmpty ? [] : scenes.map(Scenario.init), columns: Self.columns,
      runs: rows.map { row in
        let run = row.run
        let what = [
          Value("\(run.key)"), Value(places[row.scenario.key]), Value(run.policy),
          Value(run.settings), Value(run.label), Value(run.budgetBytes), Value(run.seed),
          Value(run.modelVersion), Value(run.killed), Value(run.killedMilliseconds),
        ]
        let regret = [
          Value(run.regret?.bound), Value(run.regret?.leastMisses), Value(run.regret?.misses),
        ]
        return what + run.figures.map { Value($0) } + regret
      },
      parts: rows.enumerated().flatMap { index, row in
        row.run.parts.map { [Value(index), Value($0.kind), Value($0.name), Value($0.value)] }
      })
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(document) else { return [] }
    return [("sweep-data", String(decoding: bytes, as: UTF8.self))]
  }
}
