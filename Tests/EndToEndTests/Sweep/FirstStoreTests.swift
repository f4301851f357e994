import Foundation
import GRDB
import Testing

/// A store of version 0.1.0, whose runs must never have to be made again as long as the model
/// has the same rules.
///
/// `Fixtures/first-store.sql` is what sqlite3's `.dump` wrote of it, and its `application_id`.
@Suite struct FirstStoreTests {
  /// The store, its spec and its trace in a folder.
  private static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("Fixtures")
    for source in [
      fixtures.appendingPathComponent("first-store.yml"),
      PackageRoot.url.appendingPathComponent("Traces/tall-feed.scroll"),
    ] {
      try FileManager.default.copyItem(at: source, to: folder.path(source.lastPathComponent))
    }
    let sql = try String(
      contentsOf: fixtures.appendingPathComponent("first-store.sql"), encoding: .utf8)
    let queue = try DatabaseQueue(path: folder.path("first.sqlite").path)
    try queue.writeWithoutTransaction { try $0.execute(sql: sql) }
    try queue.close()
    return folder
  }

  private static let sweep = ["sweep", "first-store.yml", "--store", "first.sqlite"]

  private static func fields(_ csv: String) -> [[Substring]] {
    csv.split(separator: "\n").map { $0.split(separator: ",", omittingEmptySubsequences: false) }
  }

  @Test func `the first store opens, and its runs are made again by another model only`() throws {
    let folder = try Self.folder()
    let before = try StoreTables.rows(of: folder.path("first.sqlite"))
    let outcome = try Scrollsim.run(Self.sweep, in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let queue = try DatabaseQueue(path: folder.path("first.sqlite").path)
    let versions = try queue.read { database in
      try Int.fetchAll(database, sql: "SELECT DISTINCT model_version FROM run ORDER BY 1")
    }
    // Runs of the store's own model version are found; those of another stand beside them.
    let made = versions == [3] ? 0 : 3
    #expect(versions.count <= 2 && versions.first == 3, "\(versions)")
    #expect(outcome.complaint.contains("\(made) runs made"), "\(outcome.complaint)")
    #expect(before["run"]?.count == 3)
    #expect(try StoreTables.count("run", of: folder.path("first.sqlite")) == 3 + made)
  }

  @Test func `a report on the first store needs no other command before it`() throws {
    let folder = try Self.folder()
    let outcome = try Scrollsim.run(["report", "first.sqlite"], in: folder.url)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(outcome.text.contains("tall-feed"), "\(outcome.text)")
  }

  @Test func `every figure that the first store has is what its run gives today`() throws {
    let folder = try Self.folder()
    let stored = try Scrollsim.run(Self.sweep + ["--format", "csv"], in: folder.url)
    let made = try Scrollsim.run(
      ["sweep", "first-store.yml", "--store", "new.sqlite", "--format", "csv"], in: folder.url)
    #expect(stored.status == 0 && made.status == 0, "\(stored.complaint)\(made.complaint)")
    #expect(made.complaint.contains("3 runs made"), "\(made.complaint)")
    let (old, new) = (Self.fields(stored.text), Self.fields(made.text))
    #expect(old.count == 4 && new.count == 4 && old[0] == new[0])
    for (old, new) in zip(old, new) {
      // What was not counted then is empty.
      for (old, new) in zip(old, new) where !old.isEmpty { #expect(old == new) }
    }
  }
}
