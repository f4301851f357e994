package import ScrollSimulation
import ScrollTraces

/// The error of a row whose content the schema does not allow.
struct UnexpectedContent: Error, CustomStringConvertible {
  let description: String
}

/// A value that its column may not have.
package struct WrongValue: Error, Equatable, CustomStringConvertible {
  let table: String
  /// The primary key of its row.
  let row: String
  let column: String
  let found: String
  /// The allowed values, as text that continues "expected".
  let expected: String

  package var description: String {
    "table '\(table)', row \(row), column '\(column)' is \(found); expected \(expected)"
  }
}

extension Row {
  /// Reads the values of a table's columns, the first of which is at an index, and checks each
  /// against the values that its column may have.
  ///
  /// Every record is read with this function, because the store may be from an untrusted source.
  /// - Throws: `WrongValue` for the first value that its column may not have.
  @discardableResult
  func values(of table: SchemaTable, at start: Int) throws -> [StoredValue] {
    try table.columns.enumerated().map { index, column in
      var found = values[start + index]
      if column.isReal, case .integer(let value) = found { found = .real(Double(value)) }
      if let found, found == .null ? column.isOptional : column.values.contains(found) {
        return found
      }
      throw WrongValue(
        table: table.name, row: rowName(in: table, at: start), column: column.name,
        found: found.map { "\(ClippedText("\($0)"))" } ?? "a blob",
        expected: "\(column.values)\(column.isOptional ? ", or null" : "")")
    }
  }

  /// Returns the values of the primary key.
  private func rowName(in table: SchemaTable, at start: Int) -> String {
    table.columns.enumerated().filter { $1.isInKey }.map { index, _ in
      let name =
        switch values[start + index] {
        case .text(let text): text
        case let value?: "\(value)"
        case nil: "a blob"
        }
      return "\(ClippedText(name))"
    }.joined(separator: " ")
  }

  /// Returns the key in a column.
  func key(_ index: Int) throws -> ContentKey {
    let text: String = try decode(index)
    guard let key = ContentKey(hex: text) else {
      throw UnexpectedContent(
        description: "key '\(ClippedText(text))' is not 32 hexadecimal digits")
    }
    return key
  }

  /// Returns the run whose first column is at an index, without parts and regret.
  func run(at start: Int) throws -> RunRecord {
    let values = try values(of: .run, at: start)
    return RunRecord(
      key: try key(start), scenario: try key(start + 1),
      policy: try decode(start + 2),
      settings: try decode(start + 3),
      label: try decode(start + 4),
      budgetBytes: try decode(start + 5),
      seed: try decode(start + 6),
      modelVersion: try decode(start + 7),
      killed: try decode(start + 8),
      killedMilliseconds: try decode(start + 9),
      figures: Array(values[RunRecord.columnsBeforeFigures...]),
      parts: [], regret: nil)
  }

  /// Returns the regret whose first column, the run's key, is at an index; `nil` if that is null.
  func regret(at start: Int) throws -> RegretRecord? {
    guard values[start] != .null else { return nil }
    try values(of: .regret, at: start)
    return RegretRecord(
      bound: try decode(start + 1),
      leastMisses: try decode(start + 2),
      misses: try decode(start + 3))
  }

  /// Returns the regret in seconds whose first column, the run's key, is at an index; `nil` if that
  /// is null.
  func stallRegret(at start: Int) throws -> StallRegretRecord? {
    guard values[start] != .null else { return nil }
    try values(of: .stallRegret, at: start)
    return StallRegretRecord(
      proven: try decode(start + 1),
      reached: try decode(start + 2),
      reachedBy: try decode(start + 3),
      lru: try decode(start + 4))
  }

  /// Returns the trace whose first column is at an index.
  func trace(at start: Int) throws -> TraceRecord {
    try values(of: .trace, at: start)
    guard let gestures = GestureSketch(try decode(start + 8)) else {
      throw UnexpectedContent(description: "the gestures of a trace cannot be read")
    }
    return TraceRecord(
      digest: try decode(start),
      path: try decode(start + 1),
      title: try decode(start + 2),
      kind: try decode(start + 3),
      provenance: try decode(start + 4),
      durationSeconds: try decode(start + 5),
      items: try decode(start + 6),
      images: try decode(start + 7), gestures: gestures)
  }

  /// Returns the profile whose first column is at an index.
  func profile(at start: Int) throws -> ProfileRecord {
    try values(of: .profile, at: start)
    let kind: String = try decode(start + 1)
    guard let known = ProfileRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a profile is of the kind '\(kind)'")
    }
    return ProfileRecord(
      digest: try key(start), kind: known,
      name: try decode(start + 2),
      summary: try decode(start + 3),
      figures: try decode(start + 4),
      estimates: try decode(start + 5),
      refreshRate: try decode(start + 6),
      memoryBytes: try decode(start + 7))
  }

  /// Returns the sweep whose first column is at an index.
  func sweep(at start: Int) throws -> SweepRecord {
    try values(of: .sweep, at: start)
    return SweepRecord(
      key: try key(start), title: try decode(start + 1),
      spec: try decode(start + 2),
      runs: try decode(start + 3))
  }

  /// Returns the member whose first column is at an index.
  func member(at start: Int) throws -> ResultStore.Member {
    try values(of: .member, at: start)
    return ResultStore.Member(
      sweep: try key(start), position: try position(start + 1), run: try key(start + 2))
  }

  /// Returns the position of a run in its sweep, which must be below the number of the sweep's
  /// runs.
  func position(_ index: Int, of runs: Int = .max) throws -> Int {
    let position: Int = try decode(index)
    guard position >= 0, position < runs else {
      throw UnexpectedContent(description: "a run has the position \(position) in its sweep")
    }
    return position
  }
}

extension RunRecord {
  /// The number of columns of a run before its figures.
  static let columnsBeforeFigures = 10
}

// The records as rows: the values are in the order of their table's columns.

extension TraceRecord {
  var values: [StoredValue] {
    [
      .text(digest), .text(path), .text(title), .text(kind), .text(provenance),
      .real(durationSeconds), .integer(items), .integer(images),
      .text("\(gestures)"),
    ]
  }
}

extension ProfileRecord {
  var values: [StoredValue] {
    [
      .text(digest.description), .text(kind.rawValue), .text(name), .text(summary),
      .integer(figures), .integer(estimates), StoredValue(refreshRate), StoredValue(memoryBytes),
    ]
  }
}

extension ScenarioRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(trace.digest), .text(layout), .text(device.digest.description),
      .text(network.digest.description), .text(loader), .text(loaderSettings), .text(prefetcher),
      .text(start),
    ]
  }
}

extension RunRecord {
  var values: [StoredValue] {
    [
      .text(key.description), .text(scenario.description), StoredValue(policy),
      StoredValue(settings), StoredValue(label), StoredValue(budgetBytes), .integer(seed),
      .integer(modelVersion), StoredValue(killed), StoredValue(killedMilliseconds),
    ] + figures
  }
}

extension RegretRecord {
  /// The values without the run's key.
  var values: [StoredValue] {
    [StoredValue(bound), StoredValue(leastMisses), StoredValue(misses)]
  }
}

extension StallRegretRecord {
  /// The values without the run's key.
  var values: [StoredValue] {
    [StoredValue(proven), StoredValue(reached), StoredValue(reachedBy), StoredValue(lru)]
  }
}

extension SweepRecord {
  var values: [StoredValue] {
    [.text(key.description), .text(title), .text(spec), .integer(runs)]
  }
}

extension BudgetRuleRecord {
  var values: [StoredValue] {
    [
      .text(sweep.description), .text(rule), .text(device.digest.description), .integer(bytes),
    ]
  }
}

extension ResultStore.Member {
  var values: [StoredValue] {
    [.text(sweep.description), .integer(position), .text(run.description)]
  }
}

/// The bytes of a budget that is a share of memory, on one device of a sweep.
///
/// Runs are identified by bytes alone, so that two rules with equal bytes share one run. From this
/// record, a report reads which rules were requested.
package struct BudgetRuleRecord: Sendable, Equatable {
  /// The key of the sweep.
  var sweep: ContentKey
  /// The rule in canonical spelling: `15%<=768MiB`.
  package var rule: String
  /// The device on which the rule applies.
  package var device: ProfileRecord
  /// The budget on the device, in bytes.
  package var bytes: Int

  package init(sweep: ContentKey, rule: String, device: ProfileRecord, bytes: Int) {
    self.sweep = sweep
    self.rule = rule
    self.device = device
    self.bytes = bytes
  }
}

/// A value of a column of the store.
package typealias StoredValue = FigureValue

extension StoredValue {
  /// Creates a text, or null.
  init(_ text: String?) { self = text.map(StoredValue.text) ?? .null }

  /// Creates a whole number, or null.
  package init(_ integer: Int?) { self = integer.map(StoredValue.integer) ?? .null }

  /// Creates a number, or null.
  init(_ real: Double?) { self = real.map(StoredValue.real) ?? .null }
}

extension FigureValue: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .integer(let value): try container.encode(value)
    case .real(let value): try container.encode(value)
    case .text(let value): try container.encode(value)
    }
  }
}
