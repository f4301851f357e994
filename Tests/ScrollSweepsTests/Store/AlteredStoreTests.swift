import ScrollSweeps
import Testing

/// Stores that were altered with another program: no schema is proof against that.
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

  /// What `sqlite3` does, which does not look at references.
  private func alter(_ sql: String) throws {
    try RawStore.execute("PRAGMA foreign_keys = 0; \(sql)", on: store.path)
  }

  @Test func `a run that was deleted is made again, without what was left of it`() throws {
    try alter("DELETE FROM run")
    try store.write(.init(runs: [run(3, value: 2)]))
    let found = try store.runs([Samples.runKey(3)])[Samples.runKey(3)]
    #expect(found == run(3, value: 2))
  }

  @Test func `runs that were deleted can be merged again`() throws {
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

  private func damage(_ problem: String) -> ResultStoreError {
    .damaged(store.path, problem: problem)
  }
}
