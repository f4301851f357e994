import Foundation
import ScrollSweeps
import Testing

struct OpeningTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private static let accesses: [ResultStore.Access] = [.shared, .alone, .reading]

  private func failure(
    opening path: String, _ access: ResultStore.Access, wait: Duration = .seconds(10)
  ) -> ResultStoreError? {
    do throws(ResultStoreError) {
      _ = try ResultStore(path: path, access: access, wait: wait)
      return nil
    } catch {
      return error
    }
  }

  /// A store with a sweep of one run.
  private func filledStore(_ name: String = "results.sqlite") throws -> String {
    let store = try ResultStore(path: folder.file(name), access: .alone)
    let sweep = Samples.sweep(runs: [1])
    try store.write(sweep)
    try store.write(Samples.batch([1], of: sweep))
    try store.close()
    return store.path
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `opening a new path creates a store`(access: ResultStore.Access) throws {
    let store = try ResultStore(path: folder.file("new.sqlite"), access: access)
    #expect(try store.sweeps().isEmpty)
    #expect(try RawStore.value("PRAGMA application_id", in: store.path) == "\(0x5363_726c)")
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `an empty file becomes a store`(access: ResultStore.Access) throws {
    try folder.write([], to: "empty.sqlite")
    #expect(try ResultStore(path: folder.file("empty.sqlite"), access: access).sweeps().isEmpty)
  }

  @Test func `an empty file is unreadable as a store`() throws {
    try folder.write([], to: "empty.sqlite")
    let path = folder.file("empty.sqlite")
    #expect(failure(opening: path, .reading) == .empty(path))
    #expect(try folder.bytes(of: "empty.sqlite").isEmpty)
  }

  @Test func `a missing file is an error for reading and is not created`() throws {
    let path = folder.file("none.sqlite")
    let failure = failure(opening: path, .reading)
    #expect(failure == .missing(path))
    #expect(failure?.status == .noInput)
    #expect(try folder.files.isEmpty)
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `a store requires an existing folder`(access: ResultStore.Access) {
    let path = folder.file("none/new.sqlite")
    let failure = failure(opening: path, access)
    #expect(failure == .missingFolder(path))
    #expect(failure?.status == .cannotCreate)
  }

  @Test(arguments: accesses)
  func `a directory is not a store`(access: ResultStore.Access) {
    #expect(failure(opening: folder.path, access) == .directory(folder.path))
  }

  @Test func `an empty path is not a store`() {
    #expect(failure(opening: "", .shared) != nil)
    #expect(failure(opening: "", .reading) == .missing(""))
  }

  @Test(arguments: accesses)
  func `a device is not a store`(access: ResultStore.Access) {
    #expect(failure(opening: "/dev/null", access) == .notDatabase("/dev/null"))
  }

  @Test(arguments: accesses, ["x", "SQLite format 3", String(repeating: "some text\n", count: 50)])
  func `another kind of file stays unchanged`(access: ResultStore.Access, text: String) throws {
    try folder.write(Array(text.utf8), to: "notes.txt")
    let path = folder.file("notes.txt")
    let failure = failure(opening: path, access)
    #expect(failure == .notDatabase(path))
    #expect(failure?.status == .badData)
    #expect(try folder.bytes(of: "notes.txt") == Array(text.utf8))
    #expect(try folder.files == ["notes.txt"])
  }

  @Test(
    arguments: accesses,
    ["CREATE TABLE song (title)", "PRAGMA application_id = 7", "PRAGMA user_version = 1"])
  func `a database of another program stays unchanged`(
    access: ResultStore.Access, sql: String
  ) throws {
    let path = folder.file("songs.sqlite")
    try RawStore.execute(sql, on: path)
    let before = try folder.bytes(of: "songs.sqlite")
    let failure = failure(opening: path, access)
    #expect(failure == .foreign(path))
    #expect(failure?.status == .badData)
    #expect(try folder.bytes(of: "songs.sqlite") == before)
    #expect(try folder.files == ["songs.sqlite"])
  }

  @Test(arguments: accesses)
  func `a store of a newer scrollsim stays unchanged`(access: ResultStore.Access) throws {
    let path = try filledStore()
    try RawStore.execute("PRAGMA user_version = 98", on: path)
    let before = try folder.bytes(of: "results.sqlite")
    let failure = failure(opening: path, access)
    #expect(failure == .newer(path))
    #expect(failure?.status == .badData)
    #expect(try folder.bytes(of: "results.sqlite") == before)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test(arguments: accesses)
  func `a store of an earlier scrollsim is an error with a message`(
    access: ResultStore.Access
  ) throws {
    let path = try filledStore()
    try RawStore.execute("PRAGMA user_version = 0", on: path)
    let before = try folder.bytes(of: "results.sqlite")
    let failure = failure(opening: path, access)
    #expect(failure == .earlier(path))
    #expect(failure?.status == .badData)
    #expect(
      failure.map { "\($0)" }
        == "'\(path)' was made by an earlier scrollsim; run the sweep again")
    #expect(try folder.bytes(of: "results.sqlite") == before)
    #expect(try folder.files == ["results.sqlite"])
  }

  @Test func `the next writer completes a store whose creation was interrupted`() throws {
    let path = folder.file("begun.sqlite")
    try RawStore.execute("PRAGMA application_id = \(0x5363_726c)", on: path)
    #expect(failure(opening: path, .reading) == .empty(path))
    #expect(try ResultStore(path: path).sweeps().isEmpty)
    #expect(failure(opening: path, .reading) == nil)
  }

  @Test(arguments: accesses)
  func `a truncated store is damaged`(access: ResultStore.Access) throws {
    let path = try filledStore()
    try folder.write(Array(try folder.bytes(of: "results.sqlite")[..<6000]), to: "results.sqlite")
    let failure = failure(opening: path, access)
    guard case .damaged(path, _) = failure else {
      Issue.record("expected a damaged store, not \(failure.debugDescription)")
      return
    }
    #expect(failure?.status == .badData)
  }

  @Test func `a store with overwritten pages is an error when they are read`() throws {
    let path = try filledStore()
    var bytes = try folder.bytes(of: "results.sqlite")
    for index in 4096..<bytes.count { bytes[index] = 0xa5 }
    try folder.write(bytes, to: "results.sqlite")
    let sweep = Samples.sweep(runs: [1])
    do {
      _ = try ResultStore(path: path, access: .reading).allRows(of: sweep)
      Issue.record("expected an error")
    } catch ResultStoreError.damaged(let file, _) {
      #expect(file == path)
    }
  }

  @Test func `a store without a table is an error when the table is read`() throws {
    let path = try filledStore()
    try RawStore.execute("PRAGMA foreign_keys = OFF; DROP TABLE part", on: path)
    let store = try ResultStore(path: path)
    #expect(throws: ResultStoreError.damaged(path, problem: "no such table: part")) {
      try store.allRows(of: Samples.sweep(runs: [1]))
    }
  }

  @Test(arguments: accesses)
  func `opening a locked store waits for the requested time`(
    access: ResultStore.Access
  ) throws {
    let path = try filledStore()
    let other = try Database(path: path)
    try other.execute("BEGIN EXCLUSIVE")
    defer { other.close() }
    let start = ContinuousClock.now
    let failure = failure(opening: path, access, wait: .milliseconds(300))
    #expect(failure == .locked(path, waited: .milliseconds(300)))
    #expect(failure?.status == .locked)
    #expect((.milliseconds(300)...(.seconds(5))).contains(ContinuousClock.now - start))
  }

  @Test(arguments: ["file:x?mode=memory", ":memory:", "a?b#c%20d.sqlite", "naïve 滚动.sqlite"])
  func `a file name may be a special name of SQLite`(name: String) throws {
    let path = folder.file(name)
    _ = try ResultStore(path: path, access: .alone)
    #expect(try folder.files == [name])
  }

  @Test func `a closed store is a single file`() throws {
    let store = try ResultStore(path: folder.file("results.sqlite"))
    try store.write(Samples.batch([1]))
    #expect(try folder.files.count == 3)
    try store.close()
    #expect(try folder.files == ["results.sqlite"])
    try store.close()
  }

  @Test func `a closed store is an error`() throws {
    let store = try ResultStore(path: folder.file("results.sqlite"))
    try store.close()
    #expect(throws: ResultStoreError.closed(store.path)) { try store.sweeps() }
    #expect(throws: ResultStoreError.closed(store.path)) { try store.write(Samples.batch([1])) }
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `a sealed store is a single writable file`(
    access: ResultStore.Access
  ) throws {
    let store = try ResultStore(path: folder.file("results.sqlite"), access: access)
    try store.write(Samples.batch([1]))
    try store.seal()
    #expect(try folder.files == ["results.sqlite"])
    try store.write(Samples.batch([2]))
    #expect(
      try store.present([1, 2].map(Samples.runKey), with: []).count == 2)
  }

  @Test func `a store with other connections cannot be sealed`() throws {
    let path = folder.file("results.sqlite")
    let store = try ResultStore(path: path, wait: .milliseconds(50))
    let other = try ResultStore(path: path)
    try other.write(Samples.batch([1]))
    #expect(throws: ResultStoreError.locked(path, waited: .milliseconds(50))) { try store.seal() }
  }

  @Test func `the next reader rolls back the transaction of a dead writer`() throws {
    let path = try filledStore()
    let whole = try RawStore.dump(path)
    // Half-written files as a kill leaves them: copies made inside the transaction.
    let writer = try Database(path: path)
    try writer.execute(
      """
      PRAGMA cache_size = 1; BEGIN; UPDATE run SET label = 'half';
      WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT 500)
      INSERT INTO part SELECT (SELECT key FROM run), 'wait', hex(randomblob(200)), n FROM number
      """)
    for suffix in ["", "-journal"] {
      try folder.write(folder.bytes(of: "results.sqlite\(suffix)"), to: "half.sqlite\(suffix)")
    }
    writer.close()
    let half = try ResultStore(path: folder.file("half.sqlite"), access: .reading)
    #expect(try half.allRows(of: Samples.sweep(runs: [1])).map(\.run) == [Samples.run(1)])
    #expect(try RawStore.dump(half.path) == whole)
  }
}
