import Foundation
import Testing

/// Tests of the meaning of `run` options, read from the JSON documents.
@Suite struct RunOptionTests {
  private static let trace = "Traces/recorded/slow-reading.scroll"

  private func document(_ arguments: String...) throws -> [String: Any] {
    let outcome = try Scrollsim.run(["run", Self.trace, "--format", "json"] + arguments)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    return try JSONText.object(outcome.output)
  }

  private func runs(_ document: [String: Any]) throws -> [[String: Any]] {
    try #require(document["runs"] as? [[String: Any]])
  }

  @Test(arguments: ["main-thread", "background-read", "background-decode"])
  func `a loader without a cache gives one row`(loader: String) throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--loader", loader, "--policy", "lru,sieve", "--budget", "8MiB,16MiB",
    ])
    #expect(outcome.status == 0)
    #expect(outcome.lines.count == 2 + 2)
    #expect(outcome.lines.last?.hasPrefix("- ") == true)
    let run = try runs(document("--loader", loader, "--policy", "lru,sieve"))
    #expect(run.count == 1)
    #expect(run[0]["policy"] is NSNull)
    #expect(run[0]["budgetBytes"] is NSNull)
  }

  @Test(arguments: [
    ("8MiB..32MiB:x2", [8.0, 16, 32]), ("8MiB..24MiB:+8MiB", [8, 16, 24]),
    ("32MiB,8MiB", [8, 32]), ("1.5MiB", [1.5]), ("10485760", [10]),
  ])
  func `budgets may be sizes, lists and ranges`(text: String, expected: [Double]) throws {
    let budgets = try runs(document("--budget", text)).compactMap { $0.number("budgetBytes") }
    #expect(budgets.map { $0 / 1_048_576 }.sorted() == expected)
  }

  @Test(arguments: [
    ("pixels", "8MiB as 8388608 pixels"), ("encoded", "8MiB of encoded files"),
    ("decode-time", "8MiB as 8388608 µs of decoding"),
    ("zero", "8MiB, no limit, because images cost 0"),
  ])
  func `a row states the unit of a budget that is not in bytes`(cost: String, text: String) throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--loader", "cached:cost=\(cost)", "--budget", "8MiB",
    ])
    #expect(outcome.text.contains(text), "\(outcome.text)")
  }

  @Test func `a row with a budget too small for its policy is marked and not first`() throws {
    let outcome = try Scrollsim.run([
      "run", Self.trace, "--policy", "lirs,mru", "--budget", "8MiB", "--device", "iphone-5",
    ])
    let rows = outcome.lines.suffix(2)
    #expect(rows.first?.hasPrefix("mru") == true, "\(outcome.text)")
    #expect(rows.last?.contains("too small: holds ") == true)
    #expect(rows.last?.contains(" images, needs 100") == true)
  }

  @Test func `a repeated option extends its list`() throws {
    let listed = try document("--policy", "lru,fifo", "--budget", "8MiB,16MiB")
    let repeated = try document(
      "--policy", "lru", "--policy", "fifo", "--budget", "8MiB", "--budget", "16MiB")
    #expect(listed as NSDictionary == repeated as NSDictionary)
  }

  @Test func `a setting after the name equals one with --set`() throws {
    let named = try runs(document("--policy", "s3fifo:promotesAtFrequency=1"))[0]
    let set = try runs(document("--policy", "s3fifo", "--set", "s3fifo.promotesAtFrequency=1"))[0]
    #expect(named as NSDictionary == set as NSDictionary)
    #expect(
      named.object("policy").object("settings")["promotesAtFrequency"] as? String == "1")
  }

  @Test func `a setting of the loader changes the run`() throws {
    let usual = try document()
    let changed = try document("--set", "cached.cost=zero")
    #expect(try runs(changed)[0].object("loader").object("settings")["cost"] as? String == "zero")
    #expect(usual as NSDictionary != changed as NSDictionary)
  }

  @Test func `the loader cached prefetches neighbors by default`() throws {
    #expect(try runs(document())[0]["prefetcher"] as? String == "neighbours:k=1")
    let three = try runs(document("--set", "neighbours.k=3"))[0]
    #expect(three["prefetcher"] as? String == "neighbours:k=3")
    let none = try document("--prefetch", "none")
    #expect(try runs(none)[0]["prefetcher"] as? String == "none")
    #expect(try runs(none)[0].number("figures", "prefetches") == 0)
  }

  @Test func `an explicit layout replaces the layout of the trace`() throws {
    let list = try runs(document("--layout", "list:spacing=20"))[0]
    #expect(list["layout"] as? String == "list:spacing=20")
  }

  @Test func `a device may be a file`() throws {
    let folder = try TemporaryFolder.withTraces()
    let source = PackageRoot.url
      .appendingPathComponent("Sources/ScrollTraces/Devices/iphone-5.yml")
    try folder.write(
      String(contentsOf: source, encoding: .utf8)
        .replacing("name: iphone-5", with: "name: my-phone"), to: "mine.yml")
    let outcome = try Scrollsim.run(
      ["run", Self.trace, "--device", "mine.yml", "--format", "json"], in: folder.url)
    try #require(outcome.status == 0, "\(outcome.complaint)")
    let run = try runs(JSONText.object(outcome.output))[0]
    #expect(run.object("device")["name"] as? String == "my-phone")
  }
}
