import ScrollSweeps
import Testing

@Suite struct SweepPlanTests {
  @Test func `every combination is a run, and the last axis changes fastest`() throws {
    let plan = try Specs.plan("  policy: [lru, fifo]", "  budget: [16MiB, 32MiB]")
    #expect(
      Specs.names(plan) == ["lru 16MiB", "lru 32MiB", "fifo 16MiB", "fifo 32MiB"])
  }

  @Test func `omitted axes have defaults`() throws {
    let plan = try Specs.plan()
    #expect(Specs.names(plan) == ["lru 64MiB"])
    let record = plan.scenarios[0].record
    #expect(record.device.name == "iphone-13-pro")
    #expect(record.network.name == "wifi")
    #expect(record.loader == "cached")
    #expect(record.prefetcher == "neighbours:k=1")
    #expect(plan.runs[0].seed == 0)
  }

  @Test func `an exclude rule removes the runs with all its values`() throws {
    let plan = try Specs.plan(
      "  policy: [lru, fifo]", "  budget: [16MiB, 32MiB, 64MiB]",
      "exclude:", "  - {policy: fifo, budget: '<64MiB'}", "  - {budget: 16MiB}")
    #expect(Specs.names(plan) == ["lru 32MiB", "lru 64MiB", "fifo 64MiB"])
  }

  @Test func `an exclude rule removes a start of sessions`() throws {
    let plan = try Specs.plan(
      "  policy: [lru, fifo]", "  start: [cold, warm]", "exclude:",
      "  - {start: 'warm:after=600', policy: fifo}")
    let starts = plan.runs.map { plan.scenario(of: $0).record.start }
    #expect(starts == ["cold", "cold", "warm:after=600"])
  }

  @Test func `an invalid start is an error with its place`() {
    let error = #expect(throws: SweepError.self) { try Specs.plan("  start: hot") }
    #expect(error?.description.contains("axes.start: 'hot' is not a start of a session") ?? false)
  }

  @Test(arguments: [
    ("<32MiB", ["32MiB", "64MiB"]), ("<=32MiB", ["64MiB"]), (">32MiB", ["16MiB", "32MiB"]),
    (">= 32MiB", ["16MiB"]), ("32MiB..64MiB:x2", ["16MiB"]),
  ])
  func `a rule compares budgets`(rule: String, left: [String]) throws {
    let plan = try Specs.plan(
      "  budget: [16MiB, 32MiB, 64MiB]", "exclude:", "  - {budget: '\(rule)'}")
    #expect(plan.runs.map { $0.budget.budgetText } == left)
  }

  @Test func `a rule matches a policy with any settings or with the named ones`() throws {
    let axes = ["  policy: [distance, 'distance:lead=2', lru]", "  budget: 16MiB", "exclude:"]
    let any = try Specs.plan(axes[0], axes[1], axes[2], "  - {policy: distance}")
    #expect(Specs.names(any) == ["lru 16MiB"])
    let one = try Specs.plan(axes[0], axes[1], axes[2], "  - {policy: 'distance:lead=2.0'}")
    #expect(Specs.names(one) == ["distance 16MiB", "lru 16MiB"])
    let set = try Specs.plan(axes[0], axes[1], axes[2], "  - {set: {distance.lead: 2}}")
    #expect(Specs.names(set) == ["distance 16MiB", "lru 16MiB"])
  }

  @Test(arguments: [
    "trace: tall-feed", "trace: tall-feed.scroll", "trace: Traces/tall-feed.scroll",
  ])
  func `a rule matches a trace by its path, its file or its name`(rule: String) throws {
    let plan = try Specs.plan(
      "  policy: [lru, fifo]", "exclude:", "  - {\(rule), policy: lru}")
    #expect(Specs.names(plan) == ["fifo 64MiB"])
  }

  @Test func `an include grid uses the axes for values that it omits`() throws {
    let plan = try Specs.plan(
      "  policy: [lru, fifo]", "  budget: 16MiB", "include:", "  - {policy: unbounded}",
      "  - {budget: 1GiB, policy: lru}")
    #expect(
      Specs.names(plan) == ["lru 16MiB", "fifo 16MiB", "unbounded 16MiB", "lru 1GiB"])
  }

  @Test func `equal runs are made once`() throws {
    let plan = try Specs.plan(
      "  policy: [distance, 'distance:lead=1', 'distance:lead=1.0']", "  budget: [16MiB, 16384KiB]",
      "include:", "  - {policy: distance}")
    #expect(Specs.names(plan) == ["distance 16MiB"])
  }

  @Test func `the axis of a setting applies only to its owner`() throws {
    let plan = try Specs.plan(
      "  policy: [lru, distance]", "  loader: [cached, nuke]", "  budget: 16MiB",
      "  set: {distance.lead: [1, 2], cached.lanes: [1, 2, 3]}")
    #expect(plan.scenarios.map(\.record.loader).count == 4)
    #expect(plan.runs.count == 4 * 3)
  }

  @Test func `a library has its default cache and limit on each device`() throws {
    let plan = try Specs.plan(
      "  loader: [cached, nuke, sdwebimage, main-thread]", "  device: [iphone-5, iphone-13-pro]")
    let own = ["nuke-clock 150000KiB", "nuke-clock 768MiB"]
    #expect(
      Specs.names(plan) == [
        "lru 64MiB", own[0], "sdwebimage none", "no cache",
        "lru 64MiB", own[1], "sdwebimage none", "no cache",
      ])
  }

  @Test func `an explicit policy keeps the library's limit, an explicit budget its model`() throws {
    let policy = try Specs.plan("  loader: nuke", "  device: iphone-5", "  policy: [own, nuke-lru]")
    #expect(Specs.names(policy) == ["nuke-clock 150000KiB", "nuke-lru 150000KiB"])
    let budget = try Specs.plan("  loader: nuke", "  budget: '16MiB,own'")
    #expect(Specs.names(budget) == ["nuke-clock 16MiB", "nuke-clock 768MiB"])
  }

  @Test func `the axis of a setting reaches the default cache of a loader`() throws {
    let plan = try Specs.plan(
      "  loader: nuke", "  budget: 16MiB", "  set: {nuke-clock.ttl: [0, 5]}")
    #expect(Specs.names(plan) == ["nuke-clock 16MiB", "nuke-clock:ttl=5 16MiB"])
  }

  @Test(arguments: ["none", "0", "'0MiB'"])
  func `none and zero mean no limit and make one run`(typed: String) throws {
    let plan = try Specs.plan("  policy: nscache-lru", "  budget: [\(typed), none, 16MiB]")
    #expect(Specs.names(plan) == ["nscache-lru none", "nscache-lru 16MiB"])
    let kept = try Specs.plan(
      "  policy: nscache-lru", "  budget: [\(typed), 16MiB]", "exclude:", "  - {budget: none}")
    #expect(Specs.names(kept) == ["nscache-lru 16MiB"])
  }

  @Test(arguments: [
    ("  policy: [nscache-lru, lru]", "  budget: none", "axes.budget", "policy 'lru' never evicts"),
    (
      "  policy: lru", "  loader: sdwebimage", "there is no budget: policy 'lru' never evicts",
      "loader 'sdwebimage' has no default; expected sizes under axes.budget, or --budget"
    ),
    (
      "  policy: lru", "  loader: sdwebimage\n  budget: own", "axes.budget",
      "'own' means no limit for loader 'sdwebimage', but policy 'lru' never evicts"
    ),
  ])
  func `a policy that needs a budget is an error without one`(
    first: String, second: String, place: String, reason: String
  ) throws {
    let error = #expect(throws: SweepError.self) { try Specs.plan(first, second) }
    let sentence = "\(try #require(error))"
    #expect(sentence.contains(place) && sentence.contains(reason), "\(sentence)")
    #expect(!sentence.contains("the default"), "\(sentence)")
  }

  @Test func `a loader without a cache has one run for all policies, budgets and seeds`()
    throws
  {
    let plan = try Specs.plan(
      "  policy: [lru, fifo]", "  budget: [16MiB, 32MiB]", "  loader: main-thread",
      "  prefetch: [none, 'ring:ahead=1']", "  seed: [0, 1]")
    #expect(Specs.names(plan) == ["no cache"])
  }

  @Test func `a rule about budgets keeps loaders without a cache`() throws {
    let plan = try Specs.plan(
      "  loader: [cached, main-thread]", "  budget: [16MiB, 64MiB]", "exclude:",
      "  - {budget: '<32MiB'}")
    #expect(Specs.names(plan) == ["lru 64MiB", "no cache"])
  }

  @Test func `a loader and a policy with one name take separate settings`() throws {
    let plan = try Specs.plan(
      "  policy: kingfisher", "  loader: kingfisher",
      "  set: {kingfisher.countLimit: [5, 6], kingfisher.lanes: [1, 2]}")
    #expect(plan.runs.count == 4)
    #expect(Set(plan.runs.map { plan.policy(of: $0)?.label ?? "" }).count == 2)
    #expect(plan.scenarios.count == 2)
  }

  @Test func `a formula in a list needs no quotes`() throws {
    let plan = try Specs.plan("  policy:", "    - score: idle", "    - lru")
    #expect(Specs.names(plan) == ["score: idle 64MiB", "lru 64MiB"])
  }

  @Test func `seeds are numbers or ranges`() throws {
    #expect(
      try Specs.plan("  seed: [7, 1..3]", "  policy: random").runs.map(\.seed) == [7, 1, 2, 3])
  }

  @Test func `the text of a spec gives the same plan`() throws {
    let lines = [
      "  policy: [lru, 'distance:lead=2', \"score: idle / (bytes + 1)\"]",
      "  budget: 16MiB..64MiB:x2", "  set: {cached.lanes: [1, 2]}", "exclude:",
      "  - {policy: lru, budget: 16MiB}", "include:", "  - {policy: fifo}",
    ]
    let text = (["title: \"Again: \\\"quoted\\\"\"", "axes:", "  trace: \(Specs.trace)"] + lines)
      .joined(separator: "\n")
    let spec = try SweepSpec.parse(text, file: "\(Specs.root)/spec.yml")
    let again = try SweepSpec.parse(spec.text, file: "again.yml")
    #expect(again.title == spec.title)
    #expect(try SweepPlan(again).key == SweepPlan(spec).key)
    #expect(again.text == spec.text)
  }
}

/// Specs that ask for more than anybody means.
@Suite struct SpecCostTests {
  @Test(
    arguments: [
      (["  seed: [0..99999, '\(String(repeating: "0..99999,", count: 12))0']"], "seeds"),
      (["  seed: [\([String](repeating: "0..99999", count: 11).joined(separator: ","))]"], "seeds"),
      (["  budget: '\(String(repeating: "1..9000:+1,", count: 2))1'"], "10000"),
      (
        [
          "  policy: 2q", "  set:",
          "    2q.inShare: [\((1...400).map { "\(Double($0) / 1000)" }.joined(separator: ","))]",
          "    2q.outShare: [\((1...400).map { "\(Double($0) / 100)" }.joined(separator: ","))]",
        ], "more than 100000 variants"
      ),
    ])
  func `an unbounded list is an error`(lines: [String], says: String) throws {
    let text = (["axes:", "  trace: \(Specs.trace)"] + lines).joined(separator: "\n")
    let spec = try SweepSpec.parse(text, file: "\(Specs.root)/spec.yml")
    let error = #expect(throws: SweepError.self) { _ = try SweepPlan(spec) }
    #expect("\(try #require(error))".contains(says))
  }

  @Test func `repeated include grids count toward the limit`() throws {
    let grids = [String](repeating: "  - {policy: lru}", count: 20)
    let text = (["axes:", "  trace: \(Specs.trace)", "  seed: 0..99999", "include:"] + grids)
      .joined(separator: "\n")
    let spec = try SweepSpec.parse(text, file: "\(Specs.root)/spec.yml")
    let error = #expect(throws: SweepError.self) { _ = try SweepPlan(spec) }
    #expect("\(try #require(error))".contains("more than 1000000 runs"))
  }

  @Test(.timeLimit(.minutes(1)))
  func `many rules over many seeds give a plan in linear time`() throws {
    let rules = (0..<2000).map { "  - {seed: \($0), policy: fifo}" }
    let text =
      (["axes:", "  trace: \(Specs.trace)", "  seed: 0..2000", "  policy: [lru, fifo]"]
      + ["  network: 3g-lossy", "exclude:"]
      + rules).joined(separator: "\n")
    let plan = try SweepPlan(SweepSpec.parse(text, file: "\(Specs.root)/spec.yml"))
    #expect(plan.runs.count == 2002)
  }
}
