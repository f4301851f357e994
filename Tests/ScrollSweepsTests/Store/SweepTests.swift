import ScrollSweeps
import Testing

struct SweepTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
  }

  @Test func `rows are in order of position, whatever the order of writing`() throws {
    let numbers = Array(1...700)
    let sweep = Samples.sweep(runs: numbers)
    try store.write(sweep)
    for start in [600, 0, 300] {
      let end = min(start + 300, 700)
      try store.write(Samples.batch(Array(numbers[start..<end]), of: sweep, from: start))
    }
    let rows = try store.allRows(of: sweep)
    #expect(rows.map(\.position) == Array(0..<700))
    #expect(rows.map(\.run) == numbers.map { Samples.run($0) })
  }

  @Test func `a sweep with another target remains the same sweep`() throws {
    var sweep = Samples.sweep(runs: [1, 2])
    try store.write(sweep)
    sweep.spec = "until: \"±5 %\"\n"
    try store.write(sweep)
    #expect(try store.sweeps().map(\.spec) == [sweep.spec])
    sweep.spec = "title: again\n"
    try store.write(sweep)
    #expect(try store.sweeps().map(\.spec) == ["until: \"±5 %\"\n"])
  }

  @Test(arguments: [0, 1, 255, 256, 257, 512])
  func `pages of rows omit no row at their boundaries`(count: Int) throws {
    let numbers = Array(0..<count)
    let sweep = Samples.sweep(runs: numbers)
    try store.write(sweep)
    try store.write(Samples.batch(numbers, of: sweep))
    #expect(try store.allRows(of: sweep).map(\.run.seed) == numbers)
    #expect(try store.memberCount(of: sweep.key) == count)
    #expect(try store.missingPositions(of: sweep.key).isEmpty)
  }

  @Test func `each row has the scenario of its run`() throws {
    let sweep = Samples.sweep(runs: [1, 2, 3])
    try store.write(sweep)
    let scenarios = [Samples.scenario(1), Samples.scenario(2, trace: Samples.trace(2))]
    let runs = [Samples.run(1), Samples.run(2, scenario: 2), Samples.run(3)]
    let members = runs.indices.map {
      ResultStore.Member(sweep: sweep.key, position: $0, run: runs[$0].key)
    }
    try store.write(.init(scenarios: scenarios, runs: runs, members: members))
    #expect(
      try store.allRows(of: sweep).map(\.scenario) == [scenarios[0], scenarios[1], scenarios[0]])
  }

  @Test func `one run may belong to several sweeps, and to one sweep twice`() throws {
    let sweeps = [Samples.sweep("One", runs: [1, 1]), Samples.sweep("Two", runs: [2, 1])]
    for sweep in sweeps { try store.write(sweep) }
    try store.write(Samples.batch([1, 1], of: sweeps[0]))
    try store.write(Samples.batch([2, 1], of: sweeps[1]))
    #expect(try store.allRows(of: sweeps[0]).map(\.run.seed) == [1, 1])
    #expect(try store.allRows(of: sweeps[1]).map(\.run.seed) == [2, 1])
  }

  @Test func `sweeps are in order of title`() throws {
    for title in ["b", "c", "a"] { try store.write(Samples.sweep(title, runs: [title.count])) }
    #expect(try store.sweeps().count == 1, "their runs are the same, so they are one question")
    for (title, run) in [("c", 3), ("a", 4)] {
      try store.write(Samples.sweep(title, runs: [run]))
    }
    #expect(try store.sweeps().map(\.title) == ["a", "b", "c"])
  }

  @Test func `the missing runs are ranges of positions`() throws {
    let sweep = Samples.sweep(runs: Array(0..<10))
    try store.write(sweep)
    #expect(try store.missingPositions(of: sweep.key) == [0..<10])
    try store.write(Samples.batch([2, 3], of: sweep, from: 2))
    try store.write(Samples.batch([7], of: sweep, from: 7))
    #expect(try store.missingPositions(of: sweep.key) == [0..<2, 4..<7, 8..<10])
    #expect(try store.memberCount(of: sweep.key) == 3)
  }

  @Test func `the store is usable while it returns rows`() throws {
    let sweep = Samples.sweep(runs: [1, 2])
    try store.write(sweep)
    try store.write(Samples.batch([1, 2], of: sweep))
    try store.rows(of: sweep.key) { row in
      try store.write(
        .init(runs: [Samples.run(row.run.seed, regret: Samples.regret(row.position))]))
    }
    #expect(try store.allRows(of: sweep).map(\.run.regret?.leastMisses) == [0, 1])
  }

  @Test func `an error ends the reading of rows and is rethrown`() throws {
    struct Enough: Error {}
    let sweep = Samples.sweep(runs: [1, 2])
    try store.write(sweep)
    try store.write(Samples.batch([1, 2], of: sweep))
    var count = 0
    #expect(throws: Enough.self) {
      try store.rows(of: sweep.key) { _ in
        count += 1
        throw Enough()
      }
    }
    #expect(count == 1)
  }

  @Test func `an unknown sweep has no runs and no positions`() throws {
    let key = ContentKey(of: "never")
    let unknown = ResultStoreError.unknownSweep(store.path, key: key)
    #expect(throws: unknown) { try store.rows(of: key) { _ in } }
    #expect(throws: unknown) { try store.missingPositions(of: key) }
    #expect(try store.memberCount(of: key) == 0)
  }
}
