import ScrollSimulation
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

  @Test(arguments: LimitNames.figures.map { $0.name })
  func `a limit on any figure reads back unchanged`(name: String) throws {
    let figure = FigureCatalog[name]
    let sign = figure.better == .more ? ">=" : "<="
    let limit = try Limit(parsing: "\(name) \(sign) 1")
    #expect(limit.figure.name == name)
    #expect(try Limit(parsing: "\(limit)").bound == limit.bound)
    #expect(try Limit(parsing: "\(figure.column) \(sign) 1").figure.name == name)
  }

  @Test(arguments: [
    ("hitchRatio<=5", 5.0), ("hitchRatio <= 5 ms/s", 5), ("blankSeconds <= 0.25 s", 0.25),
    ("p95Milliseconds <= 100ms", 100),
    ("hitRate >= 60%", 0.6), ("hitRate >= 0.6", 0.6), ("footprintPeakBytes <= 1KiB", 1024),
    ("footprintPeakBytes <= 300 MiB", 314_572_800),
  ])
  func `an amount may have a unit`(text: String, bound: Double) throws {
    #expect(try Limit(parsing: text).bound == bound)
  }

  @Test(arguments: [
    ("firstFrameMilliseconds <= 3 s", 3000.0, "firstFrameMilliseconds <= 3 s"),
    ("firstFrameMilliseconds <= 3s", 3000, "firstFrameMilliseconds <= 3s"),
    ("p95Milliseconds <= 0.35 s", 350, "p95Milliseconds <= 0.35 s"),
    ("p95Milliseconds <= 350000 us", 350, "p95Milliseconds <= 350000 us"),
    ("stallSeconds <= 200 ms", 0.2, "stallSeconds <= 200 ms"),
    ("stallSeconds <= 1.5 min", 90, "stallSeconds <= 1.5 min"),
    ("hitchRatio <= 1%", 10, "hitchRatio <= 1%"),
    ("blankRatio <= 10 %", 0.1, "blankRatio <= 10 %"),
    ("firstFrameMilliseconds <= 3000", 3000, "firstFrameMilliseconds <= 3000 ms"),
  ])
  func `another unit is converted and quoted as typed`(
    text: String, bound: Double, quoted: String
  ) throws {
    let limit = try Limit(parsing: text)
    #expect(limit.bound == bound)
    #expect("\(limit)" == quoted)
    #expect(try Limit(parsing: quoted).bound == bound)
  }

  @Test(arguments: [
    (
      "firstFrameMilliseconds <= 3 MiB",
      "'3 MiB' is not a value of firstFrameMilliseconds; expected one like "
        + "'firstFrameMilliseconds <= 100 ms'"
    ),
    (
      "neverShown <= 3 s",
      "'3 s' is not a value of neverShown; expected one like 'neverShown <= 100'"
    ),
    (
      "footprintPeakBytes <= 2 s",
      "'2 s' is not a value of footprintPeakBytes; expected one like 'footprintPeakBytes <= 300MiB'"
    ),
    ("hitRate >= 120%", "'120%' is not a value of hitRate; expected one like 'hitRate >= 60%'"),
    (
      "stallSeconds <= 1 2 s",
      "'1 2 s' is not a value of stallSeconds; expected one like 'stallSeconds <= 2 s'"
    ),
    (
      "stallSeconds <= s",
      "'s' is not a value of stallSeconds; expected one like 'stallSeconds <= 2 s'"
    ),
    ("<= 2 s", "'<= 2 s' is not a limit; expected one like 'stallSeconds <= 2 s'"),
  ])
  func `an invalid amount is an error that quotes the input`(
    text: String, sentence: String
  ) {
    let error = #expect(throws: Limit.ParsingError.self) { try Limit(parsing: text) }
    #expect(error.map { "\($0)" } == sentence)
  }

  @Test(arguments: [
    ("stallSecondz <= 2 s", "'stallSecondz'; expected one like stallSeconds (`scrollsim"),
    ("stall <= 1", "'stall'; expected one like stallSeconds"),
    ("blank <= 2 s", "'blank'; expected one like blankSeconds, blankRatio, blankFrames (`"),
    ("speed <= 2", "'speed'; expected one like stallSeconds, blankSeconds, hitchRatio (`scrollsim"),
  ])
  func `an unknown figure is an error that names the nearest figures`(
    text: String, sentence: String
  ) {
    let error = #expect(throws: Limit.ParsingError.self) { try Limit(parsing: text) }
    #expect(error.map { "\($0)".hasPrefix("there is no figure \(sentence)") } == true, "\(error)")
  }

  @Test func `a figure equal to its limit keeps it`() throws {
    let limit = try Limit(parsing: "blankSeconds <= 2 s")
    #expect(limit.verdict(on: Self.run("blank_s", .real(2))) == .kept)
    #expect(limit.verdict(on: Self.run("blank_s", .real(2.5))) == .broken(value: 2.5, by: 0.5))
  }

  @Test func `a lower limit is broken from below`() throws {
    let limit = try Limit(parsing: "hitRate >= 50%")
    #expect(limit.verdict(on: Self.run("hit_rate", .real(0.5))) == .kept)
    #expect(
      limit.verdict(on: Self.run("hit_rate", .real(0.25))) == .broken(value: 0.25, by: 0.25))
  }

  @Test func `an infinite time breaks every limit`() throws {
    let limit = try Limit(parsing: "p95Milliseconds <= 100000 ms")
    #expect(
      limit.verdict(on: Self.run("p95_ms", .null)) == .broken(value: .infinity, by: .infinity))
  }

  @Test func `a killed run keeps no limit`() throws {
    let limit = try Limit(parsing: "blankSeconds <= 2 s")
    let run = Self.run("blank_s", .real(0), killed: "it held too much")
    #expect(limit.verdict(on: run) == .killed("it held too much"))
  }

  @Test func `a limit on a regret without a bound has an unknown verdict`() throws {
    let limit = try Limit(parsing: "regretMisses <= 5")
    #expect(limit.verdict(on: Self.run("hits", .integer(1))) == .unknown)
    #expect(
      limit.verdict(on: Self.run("hits", .integer(1), regret: 6)) == .broken(value: 6, by: 1))
  }
}
