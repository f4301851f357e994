import Foundation
import ScrollSweeps
import Testing

struct SchemaPageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/ScrollSimCommands/ScrollSimCommands.docc/Store.md")
    .standardizedFileURL

  @Test func `the page about the store equals the schema`() throws {
    if ProcessInfo.processInfo.environment["SCROLL_RECORD"] == "1" {
      try SchemaPage.markdown().write(to: Self.page, atomically: true, encoding: .utf8)
    }
    let committed = try String(contentsOf: Self.page, encoding: .utf8)
    #expect(
      committed == SchemaPage.markdown(),
      "SCROLL_RECORD=1 swift test -c release --disable-testable-imports --filter SchemaPageTests writes it anew"
    )
  }

  @Test func `every table and column has a sentence`() {
    let lines = SchemaPage.markdown().split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("## ") }.count == 17)
    #expect(lines.filter { $0 == "```sql" }.count == 16)
    for line in lines where line.hasPrefix("|") {
      #expect(!line.hasSuffix("|  |"), "without a comment: \(line)")
    }
  }

  @Test(arguments: SchemaPage.queries)
  func `every query on the page returns rows`(query: String) throws {
    let folder = try TemporaryFolder()
    let store = try ResultStore(path: folder.file("results.sqlite"))
    let sweep = Samples.sweep(runs: [1, 2])
    try store.write(sweep)
    try store.write(Samples.batch([1, 2], of: sweep))
    var run = Samples.run(1, regret: Samples.regret(1))
    run.stallRegret = StallRegretRecord(proven: 1, reached: 2, reachedBy: "arc", lru: 3)
    try store.write(.init(runs: [run]))
    try store.write([Samples.budgetRule(1, of: sweep)])
    try store.write([Samples.replay(1)])
    _ = try store.open(Samples.opening(1), of: [])
    try store.write(Samples.tuning(1), Samples.trials(of: Samples.tuning(1), runs: [1, 2]))
    try store.close()
    let rows = try Database(path: store.path).rows(query)
    #expect(!rows.isEmpty)
  }
}
