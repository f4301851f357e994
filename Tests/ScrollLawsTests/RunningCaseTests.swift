import Foundation
import ScrollCaching
import ScrollCore
import ScrollLaws
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The file in which an examination notes what it is about to try.
struct RunningCaseTests {
  /// Examines `lru` in a folder in which a running case stands.
  private func examine(
    beside running: String, lockedBy lock: (Int32) -> Void = { _ in }
  ) throws -> LawReport {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "scroll-laws-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "lru.running")
    try Data(running.utf8).write(to: file)
    let handle = try FileHandle(forUpdating: file)
    lock(handle.fileDescriptor)
    defer { try? handle.close() }
    let lru = try PolicyCatalog.builtIn.choose("lru").entry
    let plan = LawPlan(cases: 100, corpus: folder.path(), smallWorlds: false)
    return LawCheck(of: lru, plan: plan).run()
  }

  @Test func `the case of an abrupt end is tried under the laws of its kind`() throws {
    // Images of different cost: no stream, on which 'replay' would count others.
    let report = try examine(beside: "images 3\ncosts 2 1 1\nlimits c=3\n0 1 2 2 0 1 2\n")
    #expect(report.holds, "\(report)")
  }

  @Test func `the report names an unreadable case`() throws {
    #expect(try examine(beside: "nonsense").unreadable.count == 1)
  }

  @Test func `a check ignores the case of another check under way`() throws {
    let report = try examine(beside: "nonsense") { _ = flock($0, LOCK_EX | LOCK_NB) }
    #expect(report.holds, "\(report)")
  }
}
