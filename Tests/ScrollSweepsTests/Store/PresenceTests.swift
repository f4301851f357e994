import ScrollSweeps
import Testing

struct PresenceTests {
  private let folder: TemporaryFolder
  private let store: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    store = try ResultStore(path: folder.file("results.sqlite"))
    try store.write(Samples.batch(Array(0..<1500)))
    try store.write(.init(runs: [Samples.run(3, regret: Samples.regret(3))]))
  }

  @Test func `stored runs are present`() throws {
    let keys = [1, 2000, 3, 2001].map(Samples.runKey)
    #expect(try store.present(keys, with: []) == [keys[0], keys[2]])
  }

  @Test func `a run without a required regret is not present`() throws {
    let keys = [1, 2000, 3, 2001].map(Samples.runKey)
    #expect(try store.present(keys, with: .misses) == [keys[2]])
    #expect(try store.present(keys, with: .stalls).isEmpty)
  }

  @Test func `a request may contain many runs`() throws {
    let keys = (500..<4000).map(Samples.runKey)
    #expect(try store.present(keys, with: []) == Set(keys[..<1000]))
    #expect(try store.present(Set(keys), with: []).count == 1000)
  }

  @Test func `an empty request has no present runs`() throws {
    #expect(try store.present([], with: []).isEmpty)
  }
}
