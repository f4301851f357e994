import ScrollSweeps
import Testing

struct MergeErrorTests {
  private let folder: TemporaryFolder
  private let ours: ResultStore

  init() throws {
    folder = try TemporaryFolder()
    ours = try ResultStore(path: folder.file("ours"))
    try ours.write(Samples.batch([1, 2]))
  }

  @Test func `a file that is no store is an error`() throws {
    try folder.write(Array("text".utf8), to: "text")
    try RawStore.execute("CREATE TABLE song (title)", on: folder.file("songs"))
    for (name, error) in [
      ("none", ResultStoreError.missing(folder.file("none"))),
      ("text", .notDatabase(folder.file("text"))), ("songs", .foreign(folder.file("songs"))),
    ] {
      #expect(throws: error) { try ours.merge(folder.file(name)) }
    }
  }

  @Test
  func `the error for a damaged store names it, and the other store stays unchanged`() throws {
    let theirs = try ResultStore(path: folder.file("theirs"), access: .alone)
    try theirs.write(Samples.batch(Array(0..<300)))
    try theirs.close()
    let pages = try RawStore.value(
      "SELECT rootpage FROM sqlite_schema WHERE name = 'part'", in: theirs.path)
    let page = try #require(pages.flatMap { Int($0) })
    var bytes = try folder.bytes(of: "theirs")
    for index in (page - 1) * 4096..<page * 4096 { bytes[index] = 0xa5 }
    try folder.write(bytes, to: "theirs")
    let before = try RawStore.dump(ours.path)
    do {
      _ = try ours.merge(theirs.path)
      Issue.record("expected an error")
    } catch {
      guard case .damaged(theirs.path, _) = error else { throw error }
    }
    #expect(try RawStore.dump(ours.path) == before)
  }
}
