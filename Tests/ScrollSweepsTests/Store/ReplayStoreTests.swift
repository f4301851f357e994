import ScrollSweeps
import Testing

struct ReplayStoreTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String) throws -> ResultStore {
    try ResultStore(path: folder.file(name))
  }

  private static let bound = ReplayRecord.Bound(name: "belady", misses: 200, bytes: 2000)

  @Test func `replays read back unchanged`() throws {
    let store = try store("a")
    let written = (1...6).map {
      Samples.replay($0, bound: $0 == 4 ? .init(name: "none", misses: nil, bytes: nil) : Self.bound)
    }
    try store.write(written)
    #expect(try store.replays().sorted { $0.key < $1.key } == written.sorted { $0.key < $1.key })
    let some = try store.replays([written[2].key, ContentKey(of: "no replay")])
    #expect(some == [written[2].key: written[2]])
  }

  @Test func `a stored replay stays and receives its missing bound`() throws {
    let store = try store("a")
    try store.write([Samples.replay(1)])
    var other = Samples.replay(1, bound: Self.bound)
    other.misses = 1
    try store.write([other])
    #expect(try store.replays() == [Samples.replay(1, bound: Self.bound)])
    try store.write([Samples.replay(1)])
    #expect(try store.replays() == [Samples.replay(1, bound: Self.bound)])
  }

  @Test func `the first of several names of a stream stays`() throws {
    let store = try store("a")
    try store.write([
      Samples.replay(1, stream: Samples.stream(7, path: "b.csv")),
      Samples.replay(2, stream: Samples.stream(7, path: "a.csv")),
      Samples.replay(3, stream: Samples.stream(7, path: "c.csv")),
    ])
    #expect(try store.replays().map(\.stream.path) == ["a.csv", "a.csv", "a.csv"])
  }

  @Test func `a merged store contains the replays of both in any order`() throws {
    let (one, two) = (try store("one"), try store("two"))
    try one.write([Samples.replay(1), Samples.replay(2, bound: Self.bound)])
    try two.write([Samples.replay(2), Samples.replay(3)])
    #expect(try one.merge(two.path) == MergeReport(newRuns: 1, doubleRuns: 1))
    #expect(try two.merge(one.path) == MergeReport(newRuns: 1, doubleRuns: 2))
    #expect(try one.replays() == two.replays())
    #expect(try one.replays().count == 3)
    #expect(try one.merge(one.path) == MergeReport(newRuns: 0, doubleRuns: 3))
  }

  @Test func `two results for one replay are a conflict`() throws {
    let (one, two) = (try store("one"), try store("two"))
    try one.write([Samples.replay(1)])
    var other = Samples.replay(1)
    other.misses += 1
    try two.write([other])
    let error = #expect(throws: ResultStoreError.self) { try one.merge(two.path) }
    #expect(error.map { "\($0)".contains("misses is 302 there and 301 here") } == true)
  }
}
