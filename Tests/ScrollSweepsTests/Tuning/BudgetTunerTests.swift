import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

struct BudgetTunerTests {
  private let fixture: TuningFixture

  init() throws { fixture = try TuningFixture() }

  /// Searches from the budgets of a spec; a precision this wide tries no others.
  private func answers(
    _ spec: SweepSpec, _ limits: [Limit], precision: Int = 1 << 40, jobs: Int = 2,
    _ materiality: Materiality = .standard
  ) throws -> [BudgetAnswer] {
    let tuner = try BudgetTuner(
      SweepPlan(spec), limits: limits, precision: ByteCount(precision),
      namesBudgets: spec.namesBudgets, materiality)
    return try #require(try tuner.answers(TrialRunner(fixture.store, jobs: jobs)))
  }

  /// Returns the smallest budget of a plan with which every seed keeps every limit, each run by
  /// itself.
  private static func bruteForce(_ spec: SweepSpec, _ limits: [Limit]) throws -> ByteCount? {
    let plan = try SweepPlan(spec)
    let job = SweepJob(plan, jobs: 1)
    var keeps: [ByteCount: Bool] = [:]
    for run in plan.runs {
      let record = job.record(run)
      let isKept = limits.allSatisfy { $0.verdict(on: record) == .kept }
      let budget = try #require(run.budget)
      keeps[budget] = isKept && keeps[budget] ?? true
    }
    return keeps.filter(\.value).keys.min()
  }

  @Test(arguments: [
    "blankSeconds <= 3 s", "blankSeconds <= 4 s", "hitRate >= 30%", "p50Milliseconds <= 0 ms",
  ])
  func `the answer is the smallest candidate of separate runs`(
    limit: String
  ) throws {
    let limits = try [Limit(parsing: limit)]
    for (policy, device) in [("lru", "iphone-5"), ("distance", "iphone-5"), ("lru", "iphone-8")] {
      let spec = TuningFixture.spec([
        .policy: policy, .device: device, .budget: "2MiB..512MiB:x1.6", .seed: "0..1",
      ])
      let answer = try answers(spec, limits)[0]
      #expect(try answer.smallest?.budget == Self.bruteForce(spec, limits), "\(policy) \(device)")
    }
  }

  /// With LRU and images of several sizes a larger cache hits less often here.
  @Test func `the answer names a larger budget that breaks the limit again`() throws {
    let spec = TuningFixture.spec([.device: "iphone-5", .budget: "1MiB..64MiB:x1.5"])
    let limits = try TuningFixture.limits("hitRate >= 30%")
    let answer = try answers(spec, limits)[0]
    let again = try #require(answer.brokenAgain.first)
    #expect(try answer.smallest?.budget == Self.bruteForce(spec, limits))
    #expect(again.budget > answer.smallest?.budget ?? .zero)
    #expect(answer.sentence.contains("\(again.budget) breaks it again: hitRate"))
  }

  @Test func `the budget below the answer is within the precision and breaks a limit`() throws {
    let spec = TuningFixture.spec([.device: "iphone-5"])
    let answer = try answers(spec, TuningFixture.limits("blankSeconds <= 3 s"), precision: 1 << 20)[
      0]
    let (smallest, below) = (try #require(answer.smallest), try #require(answer.below))
    #expect(smallest.keeps)
    #expect(!below.keeps)
    #expect(smallest.budget.bytes - below.budget.bytes == 1 << 20)
    let smaller = answer.trials.filter { $0.budget < smallest.budget }
    #expect(smaller.allSatisfy { !$0.keeps })
  }

  @Test func `an impossible limit ends the search after a budget that holds everything`() throws {
    let spec = TuningFixture.spec([.device: "iphone-5"])
    let answer = try answers(
      spec, TuningFixture.limits("neverShown <= 0", "p50Milliseconds <= 0 ms"), precision: 1 << 22)[
        0]
    #expect(answer.smallest == nil)
    #expect(answer.reachesWhole)
    #expect(answer.sentence.hasPrefix("no budget keeps"))
  }

  /// One search on a device on which the loader keeps a limit this wide without a cache.
  private func answer(
    _ policy: String, _ budgets: String, _ limit: String = "stallSeconds <= 500 s",
    precision: Int = 1 << 40
  ) throws -> BudgetAnswer {
    try answers(
      TuningFixture.spec([.device: "iphone-5", .policy: policy, .budget: budgets]),
      TuningFixture.limits(limit), precision: precision)[0]
  }

  @Test func `a budget with too little room is the answer with a warning`() throws {
    let answer = try answer("lru", "1MiB..13MiB:+3MiB", precision: 1 << 20)
    #expect(answer.trials.allSatisfy { $0.keeps })
    #expect(answer.smallest?.budget == ByteCount(1 << 20))
    #expect(
      answer.sentence.hasSuffix(
        ". Warning: At 1MiB the cache has room for 0.2 images, but lru needs 1. Raise the cache limit or "
          + "downsample."), "\(answer.sentence)")
    let small = try self.answer("2q", "16MiB")
    #expect(small.smallest?.shortage?.needed == 4 && small.shown.excessText == nil)
    #expect(try fixture.store.trials(of: small.key).map(\.verdict) == [.kept])
  }

  @Test func `a budget with enough room has no warning`() throws {
    let answer = try answer("lru", "64MiB")
    #expect(answer.warning == nil && !answer.sentence.contains("Warning"))
  }

  @Test func `a budget may be too small and break a limit`() throws {
    let answer = try answer("lru", "2MiB", "blankSeconds <= 1 s")
    #expect(answer.sentence.hasPrefix("no budget keeps blankSeconds <= 1 s: 1 tried, "))
    #expect(answer.shown.problemText.hasPrefix("blankSeconds "))
    #expect(answer.sentence.contains(". Warning: At 2MiB the cache has room for 0.3 images"))
  }

  /// A check and a search must judge a run in the same way, here with random limits and budgets.
  @Test(arguments: 0..<8)
  func `a check with the limits of a search passes for its answer and fails for no other`(
    draw: Int
  ) throws {
    var random = SeededRandom(seed: UInt64(draw))
    let policy = ["lru", "2q", "lirs", "nuke"][random.below(4)]
    let spec = TuningFixture.spec([
      .device: "iphone-5", .policy: policy == "nuke" ? "lru" : policy,
      .loader: policy == "nuke" ? "nuke" : "cached", .budget: "2MiB 8MiB 32MiB 96MiB",
    ])
    let plan = try SweepPlan(spec)
    let job = SweepJob(plan, jobs: 1)
    // Every second limit is exceeded by a run, but not visibly.
    let some = job.made(random.below(plan.runs.count)).row.run.number(.stall)
    let bound = draw % 2 == 0 ? 0.5 + 8 * random.unit() : some * 0.995
    let limits = try TuningFixture.limits(
      "stallSeconds <= \(bound) s", "footprintPeakBytes <= \(60 + random.below(120))MiB")
    let answer = try answers(spec, limits, precision: 1 << 40)[0]
    let file = try fixture.limitsFile(limits)
    for position in plan.runs.indices {
      var check = try LimitCheck(LimitSpec.load(path: file), plan, catalogs: SweepCatalogs())
      let row = job.made(position).row
      let passes = check.judge(row).allSatisfy { $0.verdict == .kept }
      let trial = answer.trials.first { $0.budget.bytes == row.run.budgetBytes }
      #expect(trial?.keeps == passes, "\(policy) \(trial?.budget.bytes ?? 0)")
    }
  }

  private static let zero = Materiality(share: 0, framesPerMinute: 0)

  @Test func `a search and a check with zero tolerance agree that a tiny excess breaks a limit`()
    throws
  {
    let spec = TuningFixture.spec([.device: "iphone-5", .budget: "32MiB"])
    let plan = try SweepPlan(spec)
    let row = SweepJob(plan, jobs: 1).made(0).row
    let limits = try TuningFixture.limits("stallSeconds <= \(row.run.number(.stall) * 0.995) s")
    let file = try fixture.limitsFile(limits)
    var answers: [BudgetAnswer] = []
    for (materiality, keeps) in [(Self.zero, false), (.standard, true)] {
      var check = try LimitCheck(LimitSpec.load(path: file), plan, catalogs: SweepCatalogs())
      check.materiality = materiality
      #expect(check.judge(row).allSatisfy { $0.verdict == .kept } == keeps)
      let answer = try self.answers(spec, limits, materiality)[0]
      #expect((answer.smallest != nil) == keeps, "\(answer.sentence)")
      let verdicts = try fixture.store.trials(of: answer.key).map(\.verdict)
      #expect(verdicts == [keeps ? .kept : .broken])
      answers.append(answer)
    }
    #expect(answers[0].key != answers[1].key)
    #expect(answers[0].sentence.contains(" too much") && answers[0].shown.toleratedText == nil)
    #expect(
      answers[1].sentence.contains(" s too much, no visible difference)"),
      "\(answers[1].sentence)")
  }

  @Test(arguments: ["unbounded", "nscache-docs", "image-named"])
  func `no budget is too small for a cache without limits`(policy: String) throws {
    let answer = try answer(policy, "1MiB 8MiB")
    #expect(answer.smallest?.budget == ByteCount(1 << 20))
    #expect(!answer.shown.isTooSmall && answer.shown.excessText != nil)
  }

  @Test func `the answer mentions that a budget is exceeded`() throws {
    let bold = try answer("unbounded", "16MiB")
    #expect(!bold.shown.isTooSmall && bold.shown.excessText != nil)
    #expect(bold.shown.overBudgetShare > 0.9)
    #expect(
      bold.sentence.contains(", though unbounded is over its budget for "), "\(bold.sentence)")
    let plain = try answer("lru", "64MiB")
    #expect(!plain.sentence.contains("though"), "\(plain.sentence)")
  }

  @Test func `a budget breaks a limit if one seed breaks it`() throws {
    let spec = TuningFixture.spec([
      .policy: "random", .device: "iphone-5", .budget: "4MiB..64MiB:+4MiB", .seed: "0..4",
    ])
    let limits = try TuningFixture.limits("blankSeconds <= 2 s")
    let answer = try answers(spec, limits)[0]
    #expect(answer.trials.allSatisfy { $0.runs.count == 5 })
    for trial in answer.trials {
      let kept = trial.runs.allSatisfy { limits[0].verdict(on: $0) == .kept }
      #expect(trial.keeps == kept)
    }
  }

  @Test func `a second search makes no runs and has the same answer`() throws {
    let spec = TuningFixture.spec([.device: "iphone-5", .policy: "lru distance"])
    let limits = try TuningFixture.limits("blankSeconds <= 3 s")
    let first = try answers(spec, limits, precision: 1 << 22)
    let tuner = try BudgetTuner(
      SweepPlan(spec), limits: limits, precision: ByteCount(1 << 22), namesBudgets: false)
    let runner = TrialRunner(fixture.store, jobs: 2)
    let second = try #require(try tuner.answers(runner))
    #expect(runner.progress.made == 0)
    #expect(runner.progress.present == first.reduce(0) { $0 + $1.trials.count })
    #expect(second.map(\.sentence) == first.map(\.sentence))
  }

  @Test func `the store contains the answer and every run of the search`() throws {
    let spec = TuningFixture.spec([.device: "iphone-5"])
    let answer = try answers(spec, TuningFixture.limits("blankSeconds <= 3 s"), precision: 1 << 22)[
      0]
    let kept = try fixture.store.tunings()
    #expect(kept.map(\.key) == [answer.key])
    #expect(kept[0].budgetBytes == answer.smallest?.budget.bytes)
    #expect(kept[0].answer == answer.sentence)
    let trials = try fixture.store.trials(of: answer.key)
    #expect(Set(trials.map(\.run)) == Set(answer.trials.flatMap(\.runs).map(\.key)))
    #expect(try fixture.store.sweeps().isEmpty)
  }

  @Test func `the store has the same rows for any number of threads`() throws {
    let other = try TuningFixture()
    let spec = TuningFixture.spec([.device: "iphone-5", .policy: "lru distance sieve"])
    let limits = try TuningFixture.limits("blankSeconds <= 3 s")
    _ = try answers(spec, limits, precision: 1 << 22, jobs: 1)
    let tuner = try BudgetTuner(
      SweepPlan(spec), limits: limits, precision: ByteCount(1 << 22), namesBudgets: false)
    _ = try tuner.answers(TrialRunner(other.store, jobs: 4))
    let tunings = try fixture.store.tunings()
    #expect(try other.store.tunings() == tunings)
    for tuning in tunings {
      let trials = try fixture.store.trials(of: tuning.key)
      #expect(try other.store.trials(of: tuning.key) == trials)
      let keys = trials.map(\.run)
      #expect(try other.store.runs(keys) == fixture.store.runs(keys))
    }
  }

  @Test func `a loader without a cache has no smallest budget`() throws {
    let spec = TuningFixture.spec([.loader: "main-thread"])
    #expect(throws: SweepError.self) {
      try BudgetTuner(
        SweepPlan(spec), limits: TuningFixture.limits("blankSeconds <= 3 s"),
        precision: ByteCount(1),
        namesBudgets: false)
    }
  }
}
