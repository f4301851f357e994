import Foundation
import ScrollCaching
import TestSupport
import Testing

/// The page Policies.md says of each policy with which settings it counts as libCacheSim does.
struct DocumentedMissesTests {
  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Sources/ScrollSimCommands/ScrollSimCommands.docc/Policies.md")
  private static let head = "| policy here | libCacheSim 0.3.5 | cells | misses and missed bytes |"

  private static func lines() throws -> [String] {
    try String(contentsOf: page, encoding: .utf8).components(separatedBy: "\n")
  }

  /// A row of the page for each policy of the committed counts, in their order.
  private static var rows: [String] {
    var policies: [String] = []
    for row in OracleTable.rows where !policies.contains(row.policy) { policies.append(row.policy) }
    return policies.map { policy in
      let rows = OracleTable.rows.filter { $0.policy == policy }
      let tolerances = rows.compactMap { row in
        row.tolerance.map { max($0, row.bytesTolerance ?? 0) }
      }
      let reason = rows[0].deviation
      let result =
        tolerances.max().map { most in
          most == 0 ? "equal" : "within \(percent(most)) %: \(reason)"
        } ?? reason
      return "| `\(policy)` | `\(rows[0].program)` | \(rows.count) | \(result) |"
    }
  }

  private static func percent(_ share: Double) -> String {
    let tenths = Int((share * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  @Test
  func `the table shows the policies, settings and tolerances of the committed counts`() throws {
    let lines = try Self.lines()
    let first = try #require(lines.firstIndex(of: Self.head))
    #expect(
      Array(lines[(first + 2)...].prefix { $0.hasPrefix("|") }) == Self.rows,
      "it should be\n\(Self.rows.joined(separator: "\n"))")
  }

  /// A policy of the table without the settings that its row names.
  @Test(arguments: ["s3fifo", "lru-k"])
  func `the page names the settings in which a policy differs from libCacheSim`(policy: String)
    throws
  {
    let rows = OracleTable.exact.filter { $0.policy.hasPrefix("\(policy):") }
    let first = try #require(rows.first)
    let cells = rows.filter { $0.policy == first.policy }
    let differ = try cells.count { row in
      let stream = try #require(OracleStream.shared.requests(of: row.file))
      let unit = try #require(ClassicReplay.Unit(rawValue: row.unit.rawValue))
      let plain = try ClassicReplay.run(policy, stream, unit, capacity: row.capacity, seed: 0)
      return plain.misses != row.misses
    }
    #expect(differ > 0)
    let sentence = "plain `\(policy)` in \(differ) of \(cells.count)"
    #expect(
      try Self.lines().joined(separator: " ").contains(sentence), "the page lacks '\(sentence)'")
  }
}
