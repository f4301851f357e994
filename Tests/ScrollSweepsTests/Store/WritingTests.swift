import ScrollSimulation
import ScrollSweeps
import Testing

struct WritingTests {
  private let folder: TemporaryFolder
  private let store: ResultStore
  private let sweep = Samples.sweep(runs: [1, 2])

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
    try store.write(sweep)
  }

  @Test func `writing a batch twice changes nothing`() throws {
    try store.write(Samples.batch([1, 2], of: sweep))
    let before = try RawStore.dump(store.path)
    try store.write(sweep)
    try store.write(Samples.batch([1, 2], of: sweep))
    #expect(try RawStore.dump(store.path) == before)
  }

  @Test func `a stored run keeps its parts`() throws {
    try store.write(Samples.batch([1], of: sweep))
    var other = Samples.run(1, parts: [.init(kind: "wait", name: "new", value: 9)])
    other.label = "another"
    try store.write(.init(runs: [other]))
    #expect(try store.allRows(of: sweep).map(\.run) == [Samples.run(1)])
  }

  @Test func `a write adds a missing regret to a run`() throws {
    try store.write(Samples.batch([1], of: sweep))
    try store.write(.init(runs: [Samples.run(1, regret: Samples.regret(1))]))
    #expect(try store.allRows(of: sweep).map(\.run.regret) == [Samples.regret(1)])
  }

  @Test func `a stored regret stays unchanged`() throws {
    try store.write(.init(scenarios: [Samples.scenario()]))
    try store.write(
      .init(
        runs: [Samples.run(1, regret: Samples.regret(1))],
        members: [.init(sweep: sweep.key, position: 0, run: Samples.runKey(1))]))
    try store.write(.init(runs: [Samples.run(1, regret: Samples.regret(2)), Samples.run(1)]))
    #expect(try store.allRows(of: sweep).map(\.run.regret) == [Samples.regret(1)])
  }

  @Test(arguments: [
    ["b.csv", "a.csv", "c.csv"], ["c.csv", "b.csv", "a.csv"], ["a.csv", "c.csv"],
  ])
  func `the alphabetically first of several names of a trace stays`(paths: [String]) throws {
    for path in paths {
      try store.write(
        .init(scenarios: [Samples.scenario(trace: Samples.trace(path: path))]))
    }
    #expect(try RawStore.value("SELECT path FROM trace", in: store.path) == "a.csv")
  }

  @Test(arguments: [["mine", "yours"], ["yours", "mine"]])
  func `the alphabetically first of several names of a profile stays`(names: [String]) throws {
    for name in names {
      var scenario = Samples.scenario()
      scenario.device.name = name
      try store.write(.init(scenarios: [scenario]))
    }
    #expect(
      try RawStore.value("SELECT name FROM profile WHERE kind = 'device'", in: store.path)
        == "mine")
  }

  @Test func `a batch is written completely or not at all`() throws {
    let before = try RawStore.dump(store.path)
    var batch = Samples.batch([1, 2], of: sweep)
    batch.members.append(.init(sweep: sweep.key, position: 2, run: Samples.runKey(3)))
    #expect(throws: ResultStoreError.self) { try store.write(batch) }
    #expect(try RawStore.dump(store.path) == before)
  }

  @Test func `a figure that is NaN is an error`() throws {
    try store.write(.init(scenarios: [Samples.scenario()]))
    var run = Samples.run(1)
    run.figures[0] = .real(.nan)
    #expect(throws: ResultStoreError.self) { try store.write(.init(runs: [run])) }
    #expect(try store.present([run.key], with: []).isEmpty)
  }

  @Test func `a text in a column of whole numbers is an error`() throws {
    try store.write(.init(scenarios: [Samples.scenario()]))
    var run = Samples.run(1)
    run.figures[try #require(ResultStore.figureColumns.firstIndex(of: "hits"))] = .text("many")
    #expect(throws: ResultStoreError.self) { try store.write(.init(runs: [run])) }
  }

  @Test func `a run requires its scenario`() throws {
    #expect(throws: ResultStoreError.self) { try store.write(.init(runs: [Samples.run(1)])) }
  }
}
