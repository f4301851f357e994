import Foundation
import ScrollSweeps
import TestSupport
import Testing

@Suite(.enabled(if: SmallDisk.isAvailable, "only root can make a small disk"))
struct DiskTests {
  private static let writing: [ResultStore.Access] = [.shared, .alone]

  @Test(arguments: writing, [4, 16, 32, 64])
  func `a full disk is an error when a store is created`(
    access: ResultStore.Access, kilobytes: Int
  ) throws {
    let disk = try SmallDisk(kilobytes: kilobytes)
    let path = "\(disk.path)/results.sqlite"
    #expect(throws: ResultStoreError.diskFull(path)) {
      try ResultStore(path: path, access: access)
    }
    #expect(ResultStoreError.diskFull(path).status == .inputOutput)
  }

  @Test(arguments: writing)
  func `a full disk is an error when a batch is written, and the store stays valid`(
    access: ResultStore.Access
  ) throws {
    let disk = try SmallDisk(kilobytes: 2000)
    let path = "\(disk.path)/results.sqlite"
    let store = try ResultStore(path: path, access: access)
    try store.write(Samples.batch([1]))
    #expect(throws: ResultStoreError.diskFull(path)) {
      try store.write(Samples.batch(Array(0..<5000)))
    }
    #expect(try store.present((0..<5000).map(Samples.runKey), with: []).count == 1)
    #expect(try RawStore.value("PRAGMA integrity_check", in: path) == "ok")
  }

  @Test(arguments: writing)
  func `a read-only file system is an error when a store is opened for writing`(
    access: ResultStore.Access
  ) throws {
    let disk = try SmallDisk(kilobytes: 1000)
    let path = "\(disk.path)/results.sqlite"
    try ResultStore(path: path, access: access).close()
    try disk.forbidWriting()
    do throws(ResultStoreError) {
      _ = try ResultStore(path: path, access: access)
      Issue.record("expected an error")
    } catch {
      #expect(error == .unwritable(path, problem: "Read-only file system"))
      #expect(error.status == .cannotCreate)
    }
    #expect(throws: ResultStoreError.self) {
      try ResultStore(path: "\(disk.path)/new.sqlite", access: access)
    }
  }

  @Test(arguments: writing)
  func `a store on a read-only file system is readable`(access: ResultStore.Access) throws {
    let disk = try SmallDisk(kilobytes: 1000)
    let path = "\(disk.path)/results.sqlite"
    let store = try ResultStore(path: path, access: access)
    let sweep = Samples.sweep(runs: [1])
    try store.write(sweep)
    try store.write(Samples.batch([1], of: sweep))
    try store.close()
    try disk.forbidWriting()
    let rows = try ResultStore(path: path, access: .reading).allRows(of: sweep)
    #expect(rows.map(\.run) == [Samples.run(1)])
  }
}
