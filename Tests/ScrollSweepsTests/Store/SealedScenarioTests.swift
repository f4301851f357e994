import ScrollSweeps
import Testing

/// Tests of the store's record of openings of sealed scenarios.
struct SealedScenarioTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
  }

  @Test func `the first opening of scenarios without runs is first`() throws {
    let opening = try store.open(Samples.opening(1), of: [Samples.trace().digest])
    #expect(opening == Samples.opening(1))
    #expect(opening.isFirst)
    #expect(try store.openings() == [opening])
  }

  @Test func `the same comparison repeats its opening`() throws {
    let first = try store.open(Samples.opening(1), of: [])
    try store.write(Samples.batch([1, 2]))
    #expect(try store.open(Samples.opening(1), of: [Samples.trace().digest]) == first)
    #expect(try store.openings().count == 1)
  }

  @Test func `another comparison of the same scenarios is a second opening`() throws {
    _ = try store.open(Samples.opening(1), of: [])
    let second = try store.open(Samples.opening(2), of: [])
    #expect(second.number == 2)
    #expect(!second.isFirst)
    let elsewhere = try store.open(Samples.opening(2, scenes: "others"), of: [])
    #expect(elsewhere.isFirst)
  }

  @Test func `sessions with earlier runs are not sealed`() throws {
    try store.write(Samples.batch([1, 2, 3]))
    let opening = try store.open(Samples.opening(1), of: [Samples.trace().digest])
    #expect(opening.number == 1)
    #expect(opening.earlierRuns == 3)
    #expect(!opening.isFirst)
  }

  @Test func `openings merge in any order, and none becomes more sealed`() throws {
    let other = try ResultStore(path: folder.file("other.sqlite"))
    _ = try store.open(Samples.opening(1), of: [])
    _ = try other.open(Samples.opening(2), of: [])
    _ = try other.open(Samples.opening(1), of: [])
    try other.close()
    let merged = try ResultStore(path: folder.file("merged.sqlite"))
    for path in [other.path, store.path] { _ = try merged.merge(path) }
    _ = try store.merge(other.path)
    #expect(try store.openings() == merged.openings())
    let numbers = try store.openings().map { ($0.formula, $0.number) }
    #expect(numbers.map(\.0) == ["score: idle * 2", "score: idle * 1"])
    #expect(numbers.map(\.1) == [1, 2])
    #expect(try store.open(Samples.opening(3), of: []).number == 3)
  }
}
