import ScrollSweeps
import Testing

struct BudgetRuleTests {
  private let folder: TemporaryFolder
  private let sweep = Samples.sweep(runs: [1, 2])

  init() throws { folder = try TemporaryFolder() }

  private func store(_ name: String, rules: [BudgetRuleRecord]) throws -> ResultStore {
    let store = try ResultStore(path: folder.file(name), access: .alone)
    try store.write(sweep)
    try store.write(rules)
    return store
  }

  /// A device that the store knows from its rules alone.
  private func rule(_ text: String, device: Int, bytes: Int) -> BudgetRuleRecord {
    BudgetRuleRecord(
      sweep: sweep.key, rule: text, device: Samples.profile(.device, device), bytes: bytes)
  }

  @Test func `the rules of a sweep are read in order, with their devices`() throws {
    let rules = [rule("15%", device: 1, bytes: 7), rule("20%", device: 1, bytes: 9)]
    let store = try store("rules.sqlite", rules: rules.reversed())
    #expect(try store.budgetRules(of: sweep.key) == rules)
    #expect(try store.budgetRules(of: Samples.runKey(1)).isEmpty)
  }

  @Test func `stores of shards have the same rules in any order of merging`() throws {
    let rules = [rule("15%", device: 1, bytes: 7), rule("15%", device: 2, bytes: 8)]
    let first = try store("first.sqlite", rules: rules)
    let second = try store("second.sqlite", rules: [rules[1], rule("20%", device: 3, bytes: 9)])
    _ = try first.merge(second.path)
    _ = try second.merge(first.path)
    let all = try first.budgetRules(of: sweep.key)
    #expect(all.count == 3)
    #expect(try second.budgetRules(of: sweep.key) == all)
  }

  @Test func `a rule with other bytes in the other store is a conflict`() throws {
    let ours = try store("ours.sqlite", rules: [rule("15%", device: 1, bytes: 7)])
    let theirs = try store("theirs.sqlite", rules: [rule("15%", device: 1, bytes: 8)])
    do throws(ResultStoreError) {
      _ = try ours.merge(theirs.path)
      Issue.record("expected a conflict")
    } catch {
      #expect("\(error)".contains("bytes"))
    }
    #expect(try ours.budgetRules(of: sweep.key).map(\.bytes) == [7])
  }

  @Test func `a rule without its sweep is an error`() throws {
    let store = try ResultStore(path: folder.file("empty.sqlite"), access: .alone)
    #expect(throws: ResultStoreError.self) { try store.write([rule("15%", device: 1, bytes: 7)]) }
  }
}
