import ScrollResults
import Testing

struct OldStoreTests {
  private let folder: TemporaryFolder
  private let path: String
  private let sweep = Samples.sweep(runs: [1, 2])
  private let runs = [Samples.run(1, regret: Samples.regret(1)), Samples.run(2)]

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
    #expect(try store.present([Samples.runKey(3)], withRegret: false).count == 1)
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
