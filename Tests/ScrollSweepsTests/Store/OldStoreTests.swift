import ScrollSweeps
import TestSupport
import Testing

struct OldStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let sweep = Samples.sweep(runs: [1, 2])
  /// Runs of the first release know nothing of late frames at rest.
  private let runs = [Samples.run(1, regret: Samples.regret(1)), Samples.run(2)].map { run in
    var run = run
    run.figures = Samples.figures(
      run.seed,
      lacking: [
        "frozen_s", "hang_band", "stall_band", "band", "placeholder_s", "taps", "tap_ms",
        "later_visits", "first_visit_hit_rate", "first_visit_stall_s", "first_visit_p50_ms",
        "first_visit_p95_ms", "later_visit_hit_rate", "later_visit_stall_s", "later_visit_p50_ms",
        "later_visit_p95_ms", "prefetched_unseen_bytes",
      ])
    return run
  }

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("version1.sqlite")
    try RawStore.execute(StoreOfVersion1.sql, on: path)
  }

  @Test func `a store of the first release can be written and read`() throws {
    let store = try ResultStore(path: path)
    #expect(try store.sweeps() == [sweep])
    #expect(try store.allRows(of: sweep).map(\.run) == runs)
    #expect(
      try store.allRows(of: sweep).map(\.scenario) == [Samples.scenario(), Samples.scenario()])
    try store.write(Samples.batch([3]))
    #expect(try store.present([Samples.runKey(3)], with: []).count == 1)
  }

  @Test func `a store of the first release is migrated when it is only read`() throws {
    let store = try ResultStore(path: path, access: .reading)
    #expect(try store.allRows(of: sweep).map(\.run) == runs)
    try store.close()
    #expect(
      try RawStore.value("SELECT max(identifier) FROM grdb_migrations", in: path)
        == "8 openings")
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root can make a small disk"))
  func `where nothing can be written an old store is refused in one sentence`() throws {
    let disk = try SmallDisk(kilobytes: 1000)
    let path = "\(disk.path)/version1.sqlite"
    try RawStore.execute(StoreOfVersion1.sql, on: path)
    try disk.forbidWriting()
    do throws(ResultStoreError) {
      _ = try ResultStore(path: path, access: .reading)
      Issue.record("expected an error")
    } catch {
      #expect(
        error
          == .older(
            path,
            lacking: [
              "2 tunings", "3 names", "4 freezes", "5 budget rules", "6 stall regret",
              "7 replays", "8 openings",
            ],
            problem: "Read-only file system"))
      #expect(error.status == .badData)
      #expect("\(error)".contains("copy it and read the copy"))
    }
  }

  @Test func `a store of the first release becomes what a new one is`() throws {
    _ = try ResultStore(path: path, access: .alone)
    let new = try ResultStore(path: folder.file("new.sqlite"), access: .alone)
    let schema = """
      SELECT group_concat(sql, ';') FROM (
        SELECT sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name)
      """
    #expect(try RawStore.value(schema, in: new.path) == RawStore.value(schema, in: path))
  }
}
