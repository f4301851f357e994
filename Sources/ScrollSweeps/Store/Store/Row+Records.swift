import GRDB
import ScrollSimulation

/// What a row holds although the schema allows nothing of the kind.
struct UnexpectedContent: Error, CustomStringConvertible {
  let description: String
}

extension Row {
  /// The key in a column.
  func key(_ index: Int) throws -> ContentKey {
    let text = try decode(String.self, atIndex: index)
    guard let key = ContentKey(hex: text) else {
      throw UnexpectedContent(description: "key '\(text)' is not 32 hexadecimal digits")
    }
    return key
  }

  /// Whatever a column holds.
  func value(_ index: Int) throws -> StoredValue {
    let value: DatabaseValue = self[index]
    return switch value.storage {
    case .null: .null
    case .int64(let value): .integer(Int(value))
    case .double(let value): .real(value)
    case .string(let value): .text(value)
    case .blob: throw UnexpectedContent(description: "a column holds bytes")
    }
  }

  /// The run whose first column is at an index, without parts and regret.
  func run(at start: Int) throws -> RunRecord {
    let figures = start + RunRecord.columnsBeforeFigures
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
      figures: try (figures..<figures + ResultStore.figureColumns.count).map(value),
      parts: [], regret: nil)
  }

  /// The regret whose first column, the run's key, is at an index; nil if that is null.
  func regret(at start: Int) throws -> RegretRecord? {
    guard try decode(String?.self, atIndex: start) != nil else { return nil }
    return RegretRecord(
      bound: try decode(String?.self, atIndex: start + 1),
      leastMisses: try decode(Int?.self, atIndex: start + 2),
      misses: try decode(Int?.self, atIndex: start + 3))
  }

  /// The regret in seconds whose first column, the run's key, is at an index; nil if that is null.
  func stallRegret(at start: Int) throws -> StallRegretRecord? {
    guard try decode(String?.self, atIndex: start) != nil else { return nil }
    return StallRegretRecord(
      proven: try decode(Double?.self, atIndex: start + 1),
      reached: try decode(Double?.self, atIndex: start + 2),
      reachedBy: try decode(String?.self, atIndex: start + 3),
      lru: try decode(Double?.self, atIndex: start + 4))
  }

  /// The trace whose first column is at an index.
  func trace(at start: Int) throws -> TraceRecord {
    TraceRecord(
      digest: try decode(String.self, atIndex: start),
      path: try decode(String.self, atIndex: start + 1),
      title: try decode(String.self, atIndex: start + 2),
      kind: try decode(String.self, atIndex: start + 3),
      provenance: try decode(String.self, atIndex: start + 4),
      durationSeconds: try decode(Double.self, atIndex: start + 5),
      items: try decode(Int.self, atIndex: start + 6),
      images: try decode(Int.self, atIndex: start + 7))
  }

  /// The profile whose first column is at an index.
  func profile(at start: Int) throws -> ProfileRecord {
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

  /// The sweep whose first column is at an index.
  func sweep(at start: Int) throws -> SweepRecord {
    SweepRecord(
      key: try key(start), title: try decode(String.self, atIndex: start + 1),
      spec: try decode(String.self, atIndex: start + 2),
      runs: try decode(Int.self, atIndex: start + 3))
  }

  /// The member whose first column is at an index.
  func member(at start: Int) throws -> ResultStore.Member {
    ResultStore.Member(
      sweep: try key(start), position: try position(start + 1), run: try key(start + 2))
  }

  /// The place of a run among those of its sweep, of which there are so many.
  func position(_ index: Int, of runs: Int = .max) throws -> Int {
    let position = try decode(Int.self, atIndex: index)
    guard position >= 0, position < runs else {
      throw UnexpectedContent(description: "a run has the position \(position) in its sweep")
    }
    return position
  }
}

extension RunRecord {
  /// How many columns of a run come before its figures.
  static let columnsBeforeFigures = 10
}
