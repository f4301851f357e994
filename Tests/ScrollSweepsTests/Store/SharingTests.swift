import Foundation
import ScrollSweeps
import Synchronization
import Testing

struct SharingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Runs something on several threads at the same moment, each with its number.
  /// - Returns: What was thrown.
  private func atOnce(
    _ count: Int, _ body: @escaping @Sendable (Int) throws -> Void
  ) -> [String] {
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: count) { number in
      do {
        try body(number)
      } catch {
        failures.withLock { $0.append("\(error)") }
      }
    }
    return failures.withLock { $0 }
  }

  @Test(arguments: 0..<10)
  func `every connection has the same store when several create it at once`(round: Int) throws {
    let path = folder.file("new.sqlite")
    let failures = atOnce(8) { number in
      let store = try ResultStore(path: path)
      try store.write(Samples.batch([number]))
      try store.close()
    }
    #expect(failures == [])
    let store = try ResultStore(path: path, access: .reading)
    #expect(try store.present((0..<8).map(Samples.runKey), with: []).count == 8)
  }

  @Test(arguments: [ResultStore.Access.shared, .alone])
  func `several connections write in turn`(access: ResultStore.Access) throws {
    let path = folder.file("results.sqlite")
    let sweep = Samples.sweep(runs: Array(0..<80))
    try ResultStore(path: path, access: access).write(sweep)
    let failures = atOnce(4) { number in
      let store = try ResultStore(path: path, access: access)
      for position in stride(from: number, to: 80, by: 4) {
        try store.write(Samples.batch([position], of: sweep, from: position))
      }
    }
    #expect(failures == [])
    let rows = try ResultStore(path: path, access: .reading).allRows(of: sweep)
    #expect(rows.map(\.run) == (0..<80).map { Samples.run($0) })
  }

  @Test func `a store is readable while others write`() throws {
    let path = folder.file("results.sqlite")
    let sweep = Samples.sweep(runs: Array(0..<600))
    let writer = try ResultStore(path: path)
    try writer.write(sweep)
    let failures = atOnce(2) { number in
      if number == 0 {
        for start in stride(from: 0, to: 600, by: 20) {
          try writer.write(Samples.batch(Array(start..<start + 20), of: sweep, from: start))
        }
      } else {
        let reader = try ResultStore(path: path, access: .reading)
        while try reader.memberCount(of: sweep.key) < 600 {
          for (index, row) in try reader.allRows(of: sweep).enumerated() {
            #expect(row.position == index && row.run == Samples.run(index))
          }
        }
      }
    }
    #expect(failures == [])
  }

  @Test func `threads take turns with one store`() throws {
    let store = try ResultStore(path: folder.file("results.sqlite"))
    let failures = atOnce(8) { number in
      for run in 0..<20 { try store.write(Samples.batch([100 * number + run])) }
    }
    #expect(failures == [])
    #expect(try RawStore.value("SELECT count(*) FROM run", in: store.path) == "160")
  }
}
