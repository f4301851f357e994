import Foundation
import ScrollCaching
import ScrollCore
import Testing

/// The committed sweep over all eviction policies.
struct PolicySweepTests {
  @Test func `the sweep of every policy has each one that runs on a device`() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Traces/policies.yml")
    let text = try String(contentsOf: file, encoding: .utf8)
    let words = Set(text.split { !$0.isLetter && !$0.isNumber && $0 != "-" }.map(String.init))
    let policies = PolicyCatalog.builtIn.entries.filter {
      $0.makePolicy != nil && !$0.facts.needsFuture && $0.name != "score"
    }
    #expect(policies.map(\.name).filter { !words.contains($0) } == [])
    #expect(policies.count == 48)
  }
}
