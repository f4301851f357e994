import ScrollSimulation
import ScrollSweeps
import Testing

struct DatabaseTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    database = try Database(path: folder.file("values.sqlite"))
    try database.execute("CREATE TABLE value (place INTEGER, content)")
  }

  @Test(
    arguments: [
      .null, .integer(.min), .integer(.max), .real(0.1), .real(-.infinity), .text(""),
      .text("滚动\u{0}naïve 👍🏽"), .text(String(repeating: "x", count: 100_000)),
    ] as [StoredValue])
  func `a value is read as it was written`(value: StoredValue) throws {
    #expect(try database.run("INSERT INTO value VALUES (1, ?)", [value]) == 1)
    #expect(try database.rows("SELECT content FROM value").map(\.values) == [[value]])
  }

  @Test func `a number that is not one becomes null`() throws {
    try database.run("INSERT INTO value VALUES (1, ?)", [.real(.nan)])
    #expect(try database.rows("SELECT content FROM value").map(\.values) == [[.null]])
  }

  @Test func `a blob has no value`() throws {
    try database.execute("INSERT INTO value VALUES (1, x'00ff')")
    #expect(try database.rows("SELECT content FROM value").map(\.values) == [[nil]])
  }

  @Test func `a statement can be used again after an error`() throws {
    try database.execute("CREATE UNIQUE INDEX places ON value (place)")
    let insert = "INSERT INTO value VALUES (?, ?)"
    try database.run(insert, [.integer(1), .text("first")])
    #expect(throws: SQLiteError.self) { try database.run(insert, [.integer(1), .text("again")]) }
    #expect(try database.run(insert, [.integer(2), .text("second")]) == 1)
    #expect(try database.rows("SELECT place FROM value").count == 2)
  }

  @Test func `arguments that are not given are null`() throws {
    let insert = "INSERT INTO value VALUES (?, ?)"
    try database.run(insert, [.integer(1), .text("first")])
    try database.run(insert, [.integer(2)])
    #expect(
      try database.rows("SELECT content FROM value WHERE place = 2").map(\.values) == [[.null]])
  }

  @Test func `a statement with an error in it is refused`() throws {
    #expect(throws: SQLiteError.self) { try database.rows("SELECT nothing FROM nowhere") }
  }

  @Test func `another connection waits for a lock no longer than it is told to`() throws {
    try database.execute("BEGIN EXCLUSIVE")
    let start = ContinuousClock.now
    #expect(throws: SQLiteError.self) {
      try Database(path: folder.file("values.sqlite"), wait: .milliseconds(200))
    }
    #expect((.milliseconds(150)...(.seconds(5))).contains(ContinuousClock.now - start))
  }
}
