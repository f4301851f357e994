import Foundation
import ScrollCaching
import ScrollCore
import TestSupport
import Testing

/// Every policy on the six streams that mislead some of them.
///
/// A change of a policy's rule changes its misses here. Look at all six columns before you record
/// them again: `SCROLL_RECORD=1` writes `Tests/Support/Oracles/traps.csv`.
struct TrapStreamsTests {
  static let names = PolicyCatalog.builtIn.entries.map(\.name)
  static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Support/Oracles/traps.csv")

  private static func misses(_ policy: String, _ trap: TrapStream) throws -> Int {
    try ClassicReplay.run(policy, trap.requests, .size, capacity: trap.capacity).misses
  }

  private static func table() throws -> String {
    let head = "policy," + TrapStream.allCases.map(\.rawValue).joined(separator: ",")
    let lines = try names.map { name in
      let counts = try TrapStream.allCases.map { "\(try misses(name, $0))" }
      return name + "," + counts.joined(separator: ",")
    }
    return ([head] + lines).joined(separator: "\n") + "\n"
  }

  @Test func `every policy misses as often on the traps as before`() throws {
    let table = try Self.table()
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try Data(table.utf8).write(to: Self.file)
    }
    let recorded = try String(contentsOf: Self.file, encoding: .utf8)
    let changed = Set(table.split(separator: "\n")).symmetricDifference(
      recorded.split(separator: "\n"))
    #expect(
      changed.isEmpty,
      "\(changed.sorted().joined(separator: "; ")): if the rule should change, record the table")
  }

  @Test(arguments: [
    (TrapStream.loop, "lru", "mru"), (.scan, "lru", "lfu"), (.burst, "s3fifo", "clock2q-plus"),
    (.shift, "lfu", "lru"), (.toAndFro, "sieve", "lru"), (.sizes, "size", "gdsf"),
  ])
  func `a trap catches its policy and not the other one`(
    trap: TrapStream, caught: String, escaped: String
  ) throws {
    let caught = try Self.misses(caught, trap), escaped = try Self.misses(escaped, trap)
    #expect(Double(caught) > 1.2 * Double(escaped), "\(caught) and \(escaped) misses")
  }
}
