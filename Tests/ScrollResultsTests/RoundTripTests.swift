import ScrollResults
import Testing

struct RoundTripTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
  }

  private func rows(of sweep: SweepRecord) throws -> [ResultRow] {
    var rows: [ResultRow] = []
    try store.rows(of: sweep.key) { rows.append($0) }
    return rows
  }

  @Test func `every field comes back as it was written`() throws {
    let sweep = Samples.sweep(runs: [7])
    let run = Samples.run(7, regret: Samples.regret(7))
    try store.write(sweep)
    try store.write(
      .init(
        scenarios: [Samples.scenario()], runs: [run],
        members: [.init(sweep: sweep.key, position: 0, run: run.key)]))
    #expect(
      try rows(of: sweep) == [ResultRow(position: 0, run: run, scenario: Samples.scenario())])
    #expect(try store.sweeps() == [sweep])
  }
}
