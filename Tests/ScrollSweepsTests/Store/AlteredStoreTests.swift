import Foundation
import ScrollSweeps
import TestSupport
import Testing

/// Tests of stores that were altered with another program, which no schema can prevent.
struct AlteredStoreTests {
  private let folder: TemporaryFolder
  private let store: ResultStore
  private let sweep = Samples.sweep(runs: [1, 2])

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
    try store.write(sweep)
    try store.write(Samples.batch([1, 2], of: sweep))
    try store.write(.init(runs: [run(3, value: 1)]))
  }

  private func run(_ number: Int, value: Double) -> RunRecord {
    Samples.run(
      number, regret: Samples.regret(Int(value)),
      parts: [.init(kind: "wait", name: "decode", value: value)])
  }

  /// Alters the store as `sqlite3` does, which does not check references.
  private func alter(_ sql: String) throws {
    try RawStore.execute("PRAGMA foreign_keys = 0; \(sql)", on: store.path)
  }

  @Test func `a deleted run is written again without its remains`() throws {
    try alter("DELETE FROM run")
    try store.write(.init(runs: [run(3, value: 2)]))
    let found = try store.runs([Samples.runKey(3)])[Samples.runKey(3)]
    #expect(found == run(3, value: 2))
  }

  @Test func `deleted runs can be merged again`() throws {
    let other = try ResultStore(path: folder.file("other.sqlite"))
    try other.write(.init(scenarios: [Samples.scenario()], runs: [run(3, value: 1)]))
    try other.close()
    try alter("DELETE FROM run WHERE key = '\(Samples.runKey(3))'")
    #expect(try store.merge(other.path).newRuns == 1)
    #expect(try store.runs([Samples.runKey(3)])[Samples.runKey(3)] == run(3, value: 1))
  }

  @Test(arguments: [Int.min, -1, 2, .max])
  func `a position outside its sweep is damage`(position: Int) throws {
    try alter("UPDATE member SET position = \(position) WHERE position = 0")
    #expect(throws: damage("a run has the position \(position) in its sweep")) {
      _ = try store.missingPositions(of: sweep.key)
    }
  }

  @Test(arguments: [2, Int.max])
  func `a row at a position outside its sweep is damage`(position: Int) throws {
    try alter("UPDATE member SET position = \(position) WHERE position = 0")
    #expect(throws: damage("a run has the position \(position) in its sweep")) {
      _ = try store.allRows(of: sweep)
    }
  }

  @Test func `a sweep with another number of runs is damage`() throws {
    try alter("UPDATE sweep SET runs = 3")
    #expect(throws: damage("sweep \(sweep.key) has 3 runs, not 2")) { try store.write(sweep) }
  }

  /// The values that no column expects, or that make some overflow.
  private static let odd = [
    "NULL", "-1", "0", "1", "9223372036854775807", "-9223372036854775808", "4611686018427387905",
    "1e19", "-1e19", "1e308", "9e999", "-9e999", "1e-320", "0.5", "''", "'x'", "'exec: touch x'",
    "'../../etc/passwd'", "x'00ff'", "char(0, 27, 8238)",
  ]

  @Test func `an altered column is valid or an error with a message`() throws {
    let full = try ResultStore(path: folder.file("full.sqlite"))
    try full.write(sweep)
    try full.write(Samples.batch([1, 2], of: sweep))
    var second = run(3, value: 1)
    second.stallRegret = StallRegretRecord(proven: 0.1, reached: 0.2, reachedBy: "lru", lru: 0.3)
    try full.write(.init(runs: [second]))
    try full.write([Samples.budgetRule(1, of: sweep)])
    let tuning = Samples.tuning(1)
    try full.write(tuning, Samples.trials(of: tuning, runs: [1, 2]))
    try full.write([Samples.replay(2, bound: .init(name: "pfoo-l", misses: 1, bytes: 2))])
    _ = try full.open(Samples.opening(1), of: [])
    try full.seal()
    try full.close()
    var refused = 0
    for table in StoreSchema.current.tables where !table.isView {
      for (place, column) in table.columns.enumerated() {
        // The gate tries a quarter of the values in each column.
        for (number, value) in Self.odd.enumerated()
        where isNightly || (place + number).isMultiple(of: 4) {
          let path = folder.file("altered.sqlite")
          try folder.write(folder.bytes(of: "full.sqlite"), to: "altered.sqlite")
          // A value that the table itself rejects is no attack.
          let sql = "PRAGMA foreign_keys = 0; UPDATE \(table.name) SET \(column.name) = \(value)"
          guard (try? RawStore.execute(sql, on: path)) != nil else { continue }
          do throws(ResultStoreError) { try readAll(path) } catch {
            refused += 1
            #expect(error.status == .badData, "\(table.name).\(column.name) = \(value): \(error)")
          }
        }
      }
    }
    #expect(refused > (isNightly ? 500 : 120), "\(refused)")
  }

  /// Reads everything that a store has, and merges it.
  private func readAll(_ path: String) throws(ResultStoreError) {
    let altered = try ResultStore(path: path, access: .reading)
    do {
      for sweep in try altered.sweeps() {
        try altered.rows(of: sweep.key) { _ = $0.run.shortage }
        _ = try altered.missingPositions(of: sweep.key)
        _ = try altered.budgetRules(of: sweep.key)
      }
      for tuning in try altered.tunings() { _ = try altered.trials(of: tuning.key) }
      for replay in try altered.replays() { _ = replay.regret }
      _ = (try altered.traces(), try altered.openings())
      let target = try ResultStore(path: path + ".merged", access: .alone)
      defer { try? FileManager.default.removeItem(atPath: target.path) }
      _ = try target.merge(path)
      try target.close()
    } catch let error as ResultStoreError { throw error } catch { Issue.record(error) }
  }

  @Test func `the error for a wrong value names its table, row and column`() throws {
    try alter("UPDATE run SET stall_s = 1e308 WHERE key = '\(Samples.runKey(1))'")
    let error = #expect(throws: ResultStoreError.self) { try store.allRows(of: sweep) }
    #expect(
      error?.description == "'\(store.path)': table 'run', row \(Samples.runKey(1)), column "
        + "'stall_s' is 1e+308; expected a number from 0 to 10000000000")
  }

  @Test func `a view in place of a table is an error`() throws {
    try alter(
      """
      DROP TABLE part;
      CREATE VIEW part AS WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n)
        SELECT run.key AS run, 'wait' AS kind, 'x' || i AS name, 1.0 AS value FROM n, run
      """)
    #expect(throws: damage("'part' is a view, not a table")) {
      _ = try ResultStore(path: store.path, access: .reading)
    }
  }

  private func damage(_ problem: String) -> ResultStoreError {
    .damaged(store.path, problem: problem)
  }
}
