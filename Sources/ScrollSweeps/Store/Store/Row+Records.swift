import GRDB
import ScrollSimulation
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
      let found: StoredValue?
      switch (self[start + index] as DatabaseValue).storage {
      case .null: found = .null
      case .int64(let value): found = column.isReal ? .real(Double(value)) : .integer(Int(value))
      case .double(let value): found = .real(value)
      case .string(let value): found = .text(value)
      case .blob: found = nil
      }
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
      let value: DatabaseValue = self[start + index]
      return "\(ClippedText(String.fromDatabaseValue(value) ?? "\(value)"))"
    }.joined(separator: " ")
  }

  /// Returns the key in a column.
  func key(_ index: Int) throws -> ContentKey {
    let text = try decode(String.self, atIndex: index)
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
      policy: try decode(String?.self, atIndex: start + 2),
      settings: try decode(String?.self, atIndex: start + 3),
      label: try decode(String?.self, atIndex: start + 4),
      budgetBytes: try decode(Int?.self, atIndex: start + 5),
      seed: try decode(Int.self, atIndex: start + 6),
      modelVersion: try decode(Int.self, atIndex: start + 7),
      killed: try decode(String?.self, atIndex: start + 8),
      killedMilliseconds: try decode(Double?.self, atIndex: start + 9),
      figures: Array(values[RunRecord.columnsBeforeFigures...]),
      parts: [], regret: nil)
  }

  /// Returns the regret whose first column, the run's key, is at an index; `nil` if that is null.
  func regret(at start: Int) throws -> RegretRecord? {
    guard !hasNull(atIndex: start) else { return nil }
    try values(of: .regret, at: start)
    return RegretRecord(
      bound: try decode(String?.self, atIndex: start + 1),
      leastMisses: try decode(Int?.self, atIndex: start + 2),
      misses: try decode(Int?.self, atIndex: start + 3))
  }

  /// Returns the regret in seconds whose first column, the run's key, is at an index; `nil` if that
  /// is null.
  func stallRegret(at start: Int) throws -> StallRegretRecord? {
    guard !hasNull(atIndex: start) else { return nil }
    try values(of: .stallRegret, at: start)
    return StallRegretRecord(
      proven: try decode(Double?.self, atIndex: start + 1),
      reached: try decode(Double?.self, atIndex: start + 2),
      reachedBy: try decode(String?.self, atIndex: start + 3),
      lru: try decode(Double?.self, atIndex: start + 4))
  }

  /// Returns the trace whose first column is at an index.
  func trace(at start: Int) throws -> TraceRecord {
    try values(of: .trace, at: start)
    guard let gestures = GestureSketch(try decode(String.self, atIndex: start + 8)) else {
      throw UnexpectedContent(description: "the gestures of a trace cannot be read")
    }
    return TraceRecord(
      digest: try decode(String.self, atIndex: start),
      path: try decode(String.self, atIndex: start + 1),
      title: try decode(String.self, atIndex: start + 2),
      kind: try decode(String.self, atIndex: start + 3),
      provenance: try decode(String.self, atIndex: start + 4),
      durationSeconds: try decode(Double.self, atIndex: start + 5),
      items: try decode(Int.self, atIndex: start + 6),
      images: try decode(Int.self, atIndex: start + 7), gestures: gestures)
  }

  /// Returns the profile whose first column is at an index.
  func profile(at start: Int) throws -> ProfileRecord {
    try values(of: .profile, at: start)
    let kind = try decode(String.self, atIndex: start + 1)
    guard let known = ProfileRecord.Kind(rawValue: kind) else {
      throw UnexpectedContent(description: "a profile is of the kind '\(kind)'")
    }
    return ProfileRecord(
      digest: try key(start), kind: known,
      name: try decode(String.self, atIndex: start + 2),
      summary: try decode(String.self, atIndex: start + 3),
      figures: try decode(Int.self, atIndex: start + 4),
      estimates: try decode(Int.self, atIndex: start + 5),
      refreshRate: try decode(Int?.self, atIndex: start + 6),
      memoryBytes: try decode(Int?.self, atIndex: start + 7))
  }

  /// Returns the sweep whose first column is at an index.
  func sweep(at start: Int) throws -> SweepRecord {
    try values(of: .sweep, at: start)
    return SweepRecord(
      key: try key(start), title: try decode(String.self, atIndex: start + 1),
      spec: try decode(String.self, atIndex: start + 2),
      runs: try decode(Int.self, atIndex: start + 3))
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
    let position = try decode(Int.self, atIndex: index)
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
