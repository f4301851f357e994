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

  @Test func `runs that have been made are present`() throws {
    let keys = [1, 2000, 3, 2001].map(Samples.runKey)
    #expect(try store.present(keys, with: []) == [keys[0], keys[2]])
  }

  @Test func `a run whose regret is wanted is present only with it`() throws {
    let keys = [1, 2000, 3, 2001].map(Samples.runKey)
    #expect(try store.present(keys, with: .misses) == [keys[2]])
    #expect(try store.present(keys, with: .stalls).isEmpty)
  }

  @Test func `many may be asked for at once`() throws {
    let keys = (500..<4000).map(Samples.runKey)
    #expect(try store.present(keys, with: []) == Set(keys[..<1000]))
    #expect(try store.present(Set(keys), with: []).count == 1000)
  }

  @Test func `of none none are present`() throws {
    #expect(try store.present([], with: []).isEmpty)
  }
}
