import ScrollResults
import ScrollSweeps
import Testing

@Suite struct LimitTests {
  private static func run(
    _ column: String, _ value: StoredValue, killed: String? = nil, regret: Int? = nil
  ) -> RunRecord {
    let figures = ResultStore.figureColumns.map { $0 == column ? value : .real(0) }
    return RunRecord(
      key: ContentKey(of: "run"), scenario: ContentKey(of: "scenario"), policy: "lru",
      settings: "{}", label: "lru", budgetBytes: 1, seed: 0, modelVersion: 1, killed: killed,
      killedMilliseconds: killed == nil ? nil : 1, figures: figures, parts: [],
      regret: regret.map { RegretRecord(bound: "min-bypass", leastMisses: 1, misses: $0) })
  }

  @Test(arguments: LimitedFigure.all.map(\.name))
  func `a limit on any figure is read as it is written`(name: String) throws {
    let figure = try #require(LimitedFigure.all.first { $0.name == name })
    let sign = figure.isWorseAbove ? "<=" : ">="
    let limit = try Limit(parsing: "\(name) \(sign) 1")
    #expect(try Limit(parsing: "\(limit)").bound == limit.bound)
  }

  @Test(arguments: [
    ("hitch<=5", 5.0), ("hitch <= 5 ms/s", 5), ("blank <= 0.25 s", 0.25), ("p95 <= 100ms", 100),
    ("hitRate >= 60%", 0.6), ("hitRate >= 0.6", 0.6), ("memory <= 1KiB", 1024),
  ])
  func `an amount has its unit or none`(text: String, bound: Double) throws {
    #expect(try Limit(parsing: text).bound == bound)
  }

  @Test func `what is at the limit keeps it`() throws {
    let limit = try Limit(parsing: "blank <= 2 s")
    #expect(limit.verdict(on: Self.run("blank_s", .real(2))) == .kept)
    #expect(limit.verdict(on: Self.run("blank_s", .real(2.5))) == .broken(value: 2.5, by: 0.5))
  }

  @Test func `a lower limit is broken from below`() throws {
    let limit = try Limit(parsing: "hitRate >= 50%")
    #expect(limit.verdict(on: Self.run("hit_rate", .real(0.5))) == .kept)
    #expect(
      limit.verdict(on: Self.run("hit_rate", .real(0.25))) == .broken(value: 0.25, by: 0.25))
  }

  @Test func `what never came breaks every limit`() throws {
    let limit = try Limit(parsing: "p95 <= 100000 ms")
    #expect(
      limit.verdict(on: Self.run("p95_ms", .null)) == .broken(value: .infinity, by: .infinity))
  }

  @Test func `a run that was killed keeps none`() throws {
    let limit = try Limit(parsing: "blank <= 2 s")
    let run = Self.run("blank_s", .real(0), killed: "it held too much")
    #expect(limit.verdict(on: run) == .killed("it held too much"))
  }

  @Test func `a regret that nothing bounds is unknown`() throws {
    let limit = try Limit(parsing: "regret <= 5")
    #expect(limit.verdict(on: Self.run("hits", .integer(1))) == .unknown)
    #expect(
      limit.verdict(on: Self.run("hits", .integer(1), regret: 6)) == .broken(value: 6, by: 1))
  }
}
