import ScrollSweeps
import Testing

struct TuningTests {
  private let folder: TemporaryFolder
  private let store: ResultStore
  private let trials = Samples.trials(of: Samples.tuning(1), runs: [1, 2, 3])

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
    try store.write(Samples.batch([1, 2, 3]))
  }

  @Test(arguments: [TuningRecord.Kind.budget, .settings])
  func `a search reads back unchanged`(kind: TuningRecord.Kind) throws {
    let tuning = Samples.tuning(1, kind)
    try store.write(tuning, trials)
    #expect(try store.tunings() == [tuning])
    #expect(try store.trials(of: tuning.key) == trials)
  }

  @Test func `a stored search stays unchanged`() throws {
    try store.write(Samples.tuning(1), trials)
    var other = Samples.tuning(1)
    other.question = "axes: others\n"
    try store.write(other, trials)
    #expect(try store.tunings() == [Samples.tuning(1)])
    #expect(try store.trials(of: other.key).count == 3)
  }

  @Test func `a search without its runs is an error`() throws {
    let tuning = Samples.tuning(1)
    #expect(throws: ResultStoreError.self) {
      try store.write(tuning, Samples.trials(of: tuning, runs: [1, 9]))
    }
    #expect(try store.tunings().isEmpty)
  }

  @Test func `the store returns runs by key and omits missing ones`() throws {
    let runs = try store.runs([2, 3, 9].map(Samples.runKey))
    #expect(runs == [Samples.runKey(2): Samples.run(2), Samples.runKey(3): Samples.run(3)])
  }

  @Test func `a merge copies a search with its runs`() throws {
    let other = try ResultStore(path: folder.file("other.sqlite"))
    try other.write(Samples.batch([3, 4]))
    let tuning = Samples.tuning(2)
    try other.write(tuning, Samples.trials(of: tuning, runs: [4, 3]))
    try store.write(Samples.tuning(1), trials)
    _ = try store.merge(other.path)
    _ = try store.merge(other.path)
    #expect(try Set(store.tunings().map(\.label)) == ["lru:n=1", "lru:n=2"])
    #expect(
      try store.trials(of: tuning.key) == Samples.trials(of: tuning, runs: [4, 3]))
  }

  @Test func `two questions that differ only in wording merge in any order`() throws {
    let other = try ResultStore(path: folder.file("other.sqlite"))
    try other.write(Samples.batch([1, 2, 3]))
    var tuning = Samples.tuning(1)
    tuning.question = "axes: elsewhere\n"
    try other.write(tuning, trials)
    try store.write(Samples.tuning(1), trials)
    try other.close()
    _ = try store.merge(other.path)
    let merged = try ResultStore(path: folder.file("merged.sqlite"))
    for path in [store.path, other.path] { _ = try merged.merge(path) }
    #expect(try store.tunings() == merged.tunings())
  }

  @Test func `a search with other runs in the other store is a conflict`() throws {
    let other = try ResultStore(path: folder.file("other.sqlite"))
    try other.write(Samples.batch([1, 2, 3]))
    try other.write(Samples.tuning(1), Samples.trials(of: Samples.tuning(1), runs: [2, 1, 3]))
    try store.write(Samples.tuning(1), trials)
    #expect(throws: ResultStoreError.self) { try store.merge(other.path) }
    #expect(try store.trials(of: Samples.tuning(1).key) == trials)
  }
}
