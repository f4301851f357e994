import Foundation
import ScrollSweeps
import TestSupport
import Testing

@Suite struct StoreFailureTests {
  private let folder: TemporaryFolder

  init() throws { folder = try .withTraces() }

  private func sweep(_ store: String, _ more: String...) throws -> Scrollsim.Outcome {
    try Scrollsim.run(
      ["sweep", "Traces/demo.yml", "--store", store] + more, in: folder.url)
  }

  private func expectSentence(_ outcome: Scrollsim.Outcome, _ status: Int32, _ says: String...) {
    #expect(outcome.status == status, "\(outcome.complaint)")
    #expect(outcome.complaint.hasPrefix("scrollsim: "), "\(outcome.complaint)")
    #expect(outcome.complaint.count { $0.isNewline } == 1, "\(outcome.complaint)")
    for part in says { #expect(outcome.complaint.contains(part), "\(outcome.complaint)") }
  }

  @Test func `a sweep waits for a locked store and then reports an error`() throws {
    _ = try sweep("held.sqlite", "--policy", "lru", "--budget", "16MiB")
    let holder = try Database(path: folder.path("held.sqlite").path)
    try holder.execute("BEGIN EXCLUSIVE")
    let outcome = try sweep("held.sqlite", "--wait", "0")
    holder.close()
    expectSentence(outcome, 75, "held.sqlite")
    #expect(try sweep("held.sqlite").status == 0)
  }

  @Test func `a store of a newer version stays unchanged`() throws {
    _ = try sweep("newer.sqlite", "--policy", "lru", "--budget", "16MiB")
    try Database(path: folder.path("newer.sqlite").path).execute("PRAGMA user_version = 99")
    let before = try StoreTables.rows(of: folder.path("newer.sqlite"))
    expectSentence(try sweep("newer.sqlite"), 65, "newer.sqlite", "newer")
    #expect(try StoreTables.rows(of: folder.path("newer.sqlite")) == before)
  }

  @Test func `a foreign database stays unchanged`() throws {
    let path = folder.path("foreign.sqlite")
    try Database(path: path.path).execute("CREATE TABLE contacts (name TEXT)")
    let before = try Data(contentsOf: path)
    expectSentence(try sweep("foreign.sqlite"), 65, "foreign.sqlite")
    #expect(try Data(contentsOf: path) == before)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root on Linux can make a small disk"))
  func `a full disk is an error that keeps committed runs`() throws {
    let disk = try SmallDisk(kilobytes: 600)
    let store = "\(disk.path)/full.sqlite"
    _ = try sweep(store, "--policy", "lru", "--budget", "16MiB")
    let outcome = try sweep(store, "--network", "3g-lossy", "--seed", "0..99")
    expectSentence(outcome, 74, "full.sqlite", "disk")
    #expect(try StoreTables.count("run", of: URL(fileURLWithPath: store)) >= 4)
  }

  @Test(.enabled(if: SmallDisk.isAvailable, "only root on Linux can make a small disk"))
  func `a read-only file system is an error`() throws {
    let disk = try SmallDisk(kilobytes: 600)
    let store = "\(disk.path)/old.sqlite"
    _ = try sweep(store, "--policy", "lru", "--budget", "16MiB")
    try disk.forbidWriting()
    expectSentence(try sweep(store), 73, "old.sqlite")
  }
}
