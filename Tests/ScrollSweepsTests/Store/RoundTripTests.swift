import ScrollSimulation
import ScrollSweeps
import Testing

struct RoundTripTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
  }

  /// Writes a run, and reads it again from another connection.
  private func reread(_ run: RunRecord) throws -> RunRow? {
    let sweep = SweepRecord(key: ContentKey(of: [run.key]), title: "", spec: "", runs: 1)
    try store.write(sweep)
    try store.write(
      .init(
        scenarios: [Samples.scenario()], runs: [run],
        members: [.init(sweep: sweep.key, position: 0, run: run.key)]))
    return try ResultStore(path: store.path, access: .reading).allRows(of: sweep).first
  }

  @Test func `every field reads back unchanged`() throws {
    let run = Samples.run(7, regret: Samples.regret(7))
    #expect(try reread(run) == RunRow(position: 0, run: run, scenario: Samples.scenario()))
  }

  @Test func `a run without a cache has no policy`() throws {
    var run = Samples.run(1, regret: RegretRecord(bound: nil, leastMisses: nil, misses: nil))
    run.policy = nil
    run.settings = nil
    run.label = nil
    run.budgetBytes = nil
    #expect(try reread(run)?.run == run)
  }

  @Test func `a killed run has a reason and a time`() throws {
    var run = Samples.run(1)
    run.killed = "per-process limit"
    run.killedMilliseconds = 1234.5
    #expect(try reread(run)?.run == run)
  }

  @Test(arguments: ["p50_ms", "p95_ms", "p99_ms", "max_ms"])
  func `an infinite time is null`(column: String) throws {
    var run = Samples.run(1)
    let index = try #require(ResultStore.figureColumns.firstIndex(of: column))
    run.figures[index] = .null
    #expect(try reread(run)?.run.figure(column) == .null)
  }

  @Test func `numbers keep every bit`() throws {
    var run = Samples.run(1, parts: [.init(kind: "wait", name: "disk", value: 0.1 + 0.2)])
    run.seed = .max
    run.budgetBytes = .max
    run.killedMilliseconds = .leastNonzeroMagnitude
    run.figures[0] = .real(1.0.nextUp)
    #expect(try reread(run)?.run == run)
  }

  @Test func `texts keep every character`() throws {
    var run = Samples.run(1)
    run.label = "naïve 'quoted' \"twice\"; -- 滚动 🧵\n\ttail"
    run.settings = ""
    #expect(try reread(run)?.run == run)
  }

  @Test func `parts come back in order of kind and name`() throws {
    let parts = ["wait/network", "absence/late", "wait/disk", "lane/2", "lane/10"].map {
      let pieces = $0.split(separator: "/").map(String.init)
      return RunRecord.Part(kind: pieces[0], name: pieces[1], value: 1)
    }
    let reread = try #require(try reread(Samples.run(1, parts: parts)))
    #expect(
      reread.run.parts.map { "\($0.kind)/\($0.name)" }
        == ["absence/late", "lane/10", "lane/2", "wait/disk", "wait/network"])
  }

  @Test func `a record returns a figure by its name`() {
    let run = Samples.run(3)
    #expect(run.figure("blank_s") == run.figures.first)
    #expect(run.figure("duration_s") == run.figures.last)
    #expect(run.figure("hitch_band") == .text("critical"))
    #expect(run.figure("seed") == nil)
  }
}
