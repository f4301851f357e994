import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

struct JointTunerTests {
  private let fixture: TuningFixture

  init() throws { fixture = try TuningFixture() }

  private static func grid(_ axes: [SweepAxis: String]) -> SweepGrid {
    SweepGrid(axes: axes.mapValues { [SweepValue($0, place: "--baseline")] })
  }

  private static let spec = TuningFixture.spec([
    .policy: "lru distance", .prefetch: "none ring:ahead=1..4:x2", .device: "iphone-8",
    .budget: "16MiB..64MiB:x2",
  ])

  private func answers(
    _ question: JointQuestion, jobs: Int = 2, store: ResultStore? = nil
  ) throws -> [JointAnswer] {
    let tuner = try JointTuner(question, catalogs: SweepCatalogs())
    return try #require(try tuner.answers(TrialRunner(store ?? fixture.store, jobs: jobs)))
  }

  /// Every run of the same axes, without the tuner.
  private func sweep(_ axes: [SweepAxis: String]) throws -> [RunRow] {
    let plan = try SweepPlan(TuningFixture.spec(axes))
    let job = SweepJob(plan, jobs: 1)
    return plan.runs.indices.map { job.made($0).row }
  }

  @Test func `a small space is searched completely, with the least stall of a sweep`() throws {
    let answer = try #require(try answers(JointQuestion(Self.spec)).first)
    let rows = try sweep([
      .policy: "lru distance", .device: "iphone-8", .budget: "16MiB 32MiB 64MiB",
      .prefetch: "none ring:ahead=1 ring:ahead=2 ring:ahead=4",
    ])
    #expect(answer.isExhaustive && answer.trials.count == 24 && rows.count == 24)
    let least = rows.map { $0.run.number(.stall) }.min()
    #expect(answer.best.score.stallSeconds == least)
  }

  @Test func `a setting that breaks a limit is neither recommended nor on the front`() throws {
    let free = try #require(try answers(JointQuestion(Self.spec)).first)
    let bound = free.best.mean(.footprintPeak) - 1
    let limits = try TuningFixture.limits("footprintPeakBytes <= \(Int(bound))B")
    let answer = try #require(try answers(JointQuestion(Self.spec, limits: limits)).first)
    let taken = try #require(answer.chosen.map { answer.trials[$0] })
    #expect(taken.mean(.footprintPeak) <= bound)
    #expect(answer.front.allSatisfy { answer.trials[$0].mean(.footprintPeak) <= bound })
    let keeping = answer.trials.filter { $0.mean(.footprintPeak) <= bound }
    #expect(answer.best.score.stallSeconds == keeping.map(\.score.stallSeconds).min())
  }

  @Test func `the front contains the trials that no other beats in stalls and memory`() throws {
    let answer = try #require(try answers(JointQuestion(Self.spec)).first)
    let points = answer.trials.map { [$0.score.stallSeconds, $0.mean(.footprintPeak)] }
    let expected = points.indices.filter { place in
      answer.trials[place].keeps
        && !points.indices.contains {
          answer.trials[$0].keeps && ParetoFront.beats(points[$0], points[place])
        }
    }
    #expect(answer.front == expected && !expected.isEmpty)
  }

  /// Without visible differences of stall and hitches, memory decides, then the number of changes.
  @Test func `the smallest and simplest setting is recommended among equal ones`() throws {
    var question = JointQuestion(Self.spec)
    // Nothing matters.
    question.materiality = Materiality(share: 1, framesPerMinute: 1e9)
    let answer = try #require(try answers(question).first)
    let taken = try #require(answer.chosen.map { answer.trials[$0] })
    #expect(taken.policy == "lru" && taken.prefetcher == "none")
    #expect(taken.budget == answer.trials.filter(\.keeps).compactMap(\.budget).min())
  }

  @Test func `the baseline stays among settings with as much memory`() throws {
    var question = JointQuestion(Self.spec)
    question.materiality = Materiality(share: 1, framesPerMinute: 1e9)
    question.baseline = Self.grid([.policy: "lru", .prefetch: "none", .budget: "16MiB"])
    let answer = try #require(try answers(question).first)
    #expect(answer.chosen == answer.baseline)
    let taken = try #require(answer.chosen.map { answer.trials[$0] })
    #expect(taken.name == "cached, none, lru, 16MiB")
    // With distance the app takes 4 MiB less, which is no reason for a change.
    let least = answer.trials.map { $0.mean(.footprintPeak) }.min()
    #expect(try #require(least) < taken.mean(.footprintPeak))
    #expect(answer.sentence.hasPrefix("On iphone-8 over wifi, keep what you have (loader cached, "))
  }

  @Test func `less memory wins against the baseline among equal settings`() throws {
    var question = JointQuestion(Self.spec)
    question.materiality = Materiality(share: 1, framesPerMinute: 1e9)
    question.baseline = Self.grid([.policy: "distance", .prefetch: "none", .budget: "64MiB"])
    let answer = try #require(try answers(question).first)
    let taken = try #require(answer.chosen.map { answer.trials[$0] })
    #expect(taken.budget == ByteCount(16 << 20) && answer.sentence.contains("MiB less memory"))
  }

  @Test func `a policy with too little room is recommended if it stalls least`() throws {
    let spec = TuningFixture.spec(
      [.policy: "lru 2q", .prefetch: "ring", .device: "iphone-8", .budget: "8MiB"],
      of: "recorded/feed-to-and-fro")
    let answer = try #require(try answers(JointQuestion(spec)).first)
    #expect(answer.trials.map(\.isTooSmall) == [false, true])
    #expect(answer.best.policy == "2q" && answer.chosen == answer.bestPlace)
    #expect(answer.sentence.contains(". Warning: At 8MiB the cache has room for "))
  }

  @Test func `the search tries the baseline although the space lacks it`() throws {
    var question = JointQuestion(Self.spec)
    question.baseline = Self.grid([.policy: "fifo", .prefetch: "none", .budget: "24MiB"])
    let answer = try #require(try answers(question).first)
    #expect(answer.trials.count == 25)
    #expect(answer.baseline.map { answer.trials[$0].name } == "cached, none, fifo, 24MiB")
  }

  @Test func `several combinations are an invalid baseline`() throws {
    var question = JointQuestion(Self.spec)
    question.baseline = Self.grid([.policy: "lru,fifo", .prefetch: "none", .budget: "16MiB,24MiB"])
    let error = #expect(throws: SweepError.self) {
      try JointTuner(question, catalogs: SweepCatalogs())
    }
    #expect(error?.description.contains("--baseline") == true, "\(error?.description ?? "-")")
  }

  @Test func `the search tries settings of the loader and ranges of the catalog`() throws {
    let space = [
      SweepGrid.SettingAxis(
        owner: "cached", setting: "order", values: [SweepValue("any", place: "--space")])
    ]
    let spec = TuningFixture.spec([.policy: "lru", .prefetch: "none", .budget: "32MiB"])
    let answer = try #require(try answers(JointQuestion(spec, space: space)).first)
    #expect(answer.trials.map(\.loader) == ["cached", "cached:order=lifo"])
  }

  @Test func `the word any covers prefetchers without foresight, with one setting changed`()
    throws
  {
    let spec = TuningFixture.spec([.policy: "lru", .prefetch: "any", .budget: "32MiB"])
    let answer = try #require(try answers(JointQuestion(spec, most: 1000)).first)
    let names = Set(answer.trials.map { $0.prefetcher.prefix { $0 != ":" } })
    #expect(names.contains("none") && names.contains("ring") && names.contains("neighbours"))
    #expect(!names.contains("clairvoyant"))
    #expect(answer.trials.allSatisfy { $0.prefetcher.count(where: { $0 == "=" }) <= 1 })
    #expect(answer.trials.contains { $0.prefetcher == "ring:ahead=4" })
  }

  @Test func `the word any covers policies without foresight and without formulas`() throws {
    let spec = TuningFixture.spec([.policy: "any", .prefetch: "none", .budget: "32MiB"])
    let answer = try #require(try answers(JointQuestion(spec, most: 1000)).first)
    let names = Set(answer.trials.compactMap { $0.policy?.prefix { $0 != ":" } })
    #expect(names.contains("lru") && names.contains("2q"))
    #expect(!names.contains("belady") && !names.contains("score"))
    #expect(!answer.trials.contains { $0.policy?.contains("countLimit") == true })
  }

  @Test func `the answer names the nearest setting if none keeps the limits`()
    throws
  {
    let limits = try TuningFixture.limits("stallSeconds <= 0.001 s", "footprintPeakBytes <= 1MiB")
    let answer = try #require(try answers(JointQuestion(Self.spec, limits: limits)).first)
    #expect(answer.chosen == nil && answer.front.isEmpty)
    let nearest = answer.trials.min { $0.isNearer(than: $1) }
    #expect(answer.best.name == nearest?.name)
    #expect(
      answer.sentence.hasPrefix(
        "nothing keeps stallSeconds <= 0.001 s, footprintPeakBytes <= 1MiB on iphone-8 over "
          + "wifi; all 24 combinations were tried. The nearest is \(answer.best.title): "))
    #expect(!answer.sentence.contains("\n"))
  }

  @Test func `one thread and four threads give the same answers`() throws {
    let other = try TuningFixture()
    let question = JointQuestion(Self.spec, most: 9)
    let one = try answers(question, jobs: 1)
    let four = try answers(question, jobs: 4, store: other.store)
    #expect(one.map(\.sentence) == four.map(\.sentence))
    let key = try #require(one.first?.key)
    #expect(try fixture.store.trials(of: key) == other.store.trials(of: key))
    #expect(try fixture.store.tunings() == other.store.tunings())
  }

  @Test func `the store contains the recommendation, the front and a sweep of the trials`() throws {
    let tuner = try JointTuner(JointQuestion(Self.spec, most: 9), catalogs: SweepCatalogs())
    let runner = TrialRunner(fixture.store, jobs: 2)
    let found = try tuner.answers(runner)
    let answer = try #require(found?.first)
    #expect(!answer.isExhaustive && answer.trials.count == 9)
    let trials = try fixture.store.trials(of: answer.key)
    #expect(trials.count { $0.verdict == .best } == 1)
    let marked = Set(trials.filter { [.front, .best].contains($0.verdict) }.map(\.run))
    #expect(answer.front.allSatisfy { marked.contains(answer.trials[$0].runs[0].key) })
    let sweep = try tuner.keepSweep(of: [answer], runner)
    #expect(try fixture.store.memberCount(of: sweep.key) == 9)
    let again = try SweepPlan(SweepSpec.parse(sweep.spec, file: "spec"))
    #expect(again.key == sweep.key)
  }
}
