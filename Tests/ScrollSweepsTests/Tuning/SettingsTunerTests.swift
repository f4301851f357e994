import ScrollCore
import ScrollSimulation
import ScrollSweeps
import Testing

struct SettingsTunerTests {
  private let fixture: TuningFixture

  init() throws { fixture = try TuningFixture() }

  private static func axis(_ name: String, _ values: String...) -> SweepGrid.SettingAxis {
    let path = name.split(separator: ".").map(String.init)
    return .init(
      owner: path[0], setting: path[1], values: values.map { SweepValue($0, place: "test") })
  }

  private static let spec = TuningFixture.spec(
    [.policy: "distance", .device: "iphone-5", .budget: "16MiB..48MiB:+16MiB"],
    of: "tall-feed photo-grid")

  private static func tuner(
    _ space: SweepGrid.SettingAxis..., samples: Int? = nil, spec: SweepSpec = spec
  ) throws -> SettingsTuner {
    try SettingsTuner(spec, space: space, samples: samples, catalogs: SweepCatalogs())
  }

  private func answer(_ tuner: SettingsTuner, jobs: Int = 2) throws -> SettingsAnswer {
    try #require(try tuner.answer(TrialRunner(fixture.store, jobs: jobs)))
  }

  @Test func `every rung except the last uses a part of the instances`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..8:x2")))
    #expect(answer.rungs.map(\.results.count) == [4, 2])
    #expect(answer.rungs.map(\.instances) == [3, 6])
    #expect(answer.rungs.flatMap(\.results).allSatisfy { !$0.runs.isEmpty })
    #expect(answer.standard.runs.count == 6)
  }

  @Test func `the winner stalls visibly more than no setting of the last rung`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1", "32")))
    let last = try #require(answer.rungs.last)
    let least = try #require(last.results.map(\.score.mean.stallSeconds).min())
    let share = Materiality.standard.share
    #expect(answer.best.score.mean.stallSeconds * (1 - share) <= least)
    #expect(answer.best.runs.count == 6)
    let stalls = answer.best.runs.compactMap { run -> Double? in
      guard case .real(let value)? = run.figure("stall_s") else { return nil }
      return value
    }
    #expect(abs(stalls.reduce(0, +) / 6 - answer.best.score.mean.stallSeconds) < 1e-9)
  }

  @Test func `ranges, lists and words combine without duplicates`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..2:+0.5", "2.0", "1")))
    #expect(
      answer.rungs[0].results.map(\.policy)
        == ["distance", "distance:lead=1.5", "distance:lead=2"])
  }

  @Test func `a range without a step doubles, or rises in quarters from 0`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..8")))
    #expect(answer.rungs[0].results.count == 4)
    let spec = TuningFixture.spec(
      [.policy: "2q", .device: "iphone-5", .budget: "32MiB"], of: "tall-feed")
    let shares = try self.answer(Self.tuner(Self.axis("2q.inShare", "0..1"), spec: spec))
    #expect(shares.rungs[0].results.count == 5)
  }

  @Test func `equal seeds draw equal samples`() throws {
    let range = Self.axis("distance.lead", "1..8:+0.25")
    let first = try answer(Self.tuner(range, samples: 5))
    let second = try answer(Self.tuner(range, samples: 5))
    #expect(first.rungs[0].results.count == 5)
    #expect(first.rungs[0].results.map(\.policy) == second.rungs[0].results.map(\.policy))
    #expect(first.key == second.key)
  }

  @Test func `a second search makes no runs and has the same answer`() throws {
    let tuner = try Self.tuner(Self.axis("distance.lead", "1..8:x2"))
    let first = try answer(tuner)
    let runner = TrialRunner(fixture.store, jobs: 3)
    let second = try #require(try tuner.answer(runner))
    #expect(runner.progress.made == 0)
    #expect(second.sentence == first.sentence)
  }

  @Test func `the store contains every rung and its results`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..8:x2")))
    let kept = try fixture.store.tunings()
    #expect(kept.map(\.key) == [answer.key])
    #expect(kept[0].label == answer.best.policy)
    let trials = try fixture.store.trials(of: answer.key)
    #expect(trials.count { $0.step == 0 } == 4 * 3)
    #expect(trials.count { $0.step == 0 && $0.verdict == .goesOn } == 2 * 3)
    #expect(trials.count { $0.step == 1 && $0.verdict == .best } == 6)
    #expect(trials.count { $0.verdict == .standard } == 6)
  }

  @Test
  func `the answer has no best settings if the app is killed with all, and names the reason`()
    throws
  {
    let spec = try TuningFixture.spec(
      [.policy: "distance", .device: "iphone-5", .budget: "64MiB"], at: [fixture.pressedTrace()])
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..4:x2"), spec: spec))
    let reason = try #require(answer.standard.runs.first?.killed)
    #expect(!answer.hasBest)
    #expect(
      answer.sentence
        == "the app was killed with all 3 settings (\(reason)), so none is best")
    #expect(answer.rungs.last.map { rung in rung.results.allSatisfy { !rung.keeps($0) } } == true)
    #expect(try fixture.store.trials(of: answer.key).allSatisfy { $0.verdict != .best })
  }

  @Test func `settings that survive only some instances are not best`() throws {
    let spec = try TuningFixture.spec(
      [.policy: "distance", .device: "iphone-5", .budget: "64MiB"],
      at: [TuningFixture.committed("tall-feed"), fixture.pressedTrace()])
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..2:x2"), spec: spec))
    #expect(!answer.hasBest)
    #expect(
      answer.sentence.hasPrefix(
        "none of 2 settings is best: with all that were tried in every run, the app was killed in "
          + "some runs ("
      ),
      "\(answer.sentence)")
  }

  /// With this budget nothing is ever evicted, so all settings do the same.
  @Test func `the answer keeps the default if no setting is better`() throws {
    let spec = TuningFixture.spec([.policy: "distance", .device: "iphone-5", .budget: "512MiB"])
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "1..4:x2"), spec: spec))
    #expect(
      answer.sentence.hasPrefix("keep what you have (distance), the best of 3 settings: "),
      "\(answer.sentence)")
  }

  @Test func `the answer keeps the default if a better setting is not visibly better`() throws {
    let answer = try answer(Self.tuner(Self.axis("distance.lead", "2..4:x2")))
    #expect(
      answer.best.score.mean.stallSeconds < answer.standard.score.mean.stallSeconds
        && !answer.isBetter)
    #expect(
      answer.sentence.hasPrefix("keep what you have (distance): ")
        && answer.sentence.contains(
          " The best of 2 settings, distance:lead=4, stalls ")
        && answer.sentence.hasSuffix(" s, which is not better by the rule"),
      "\(answer.sentence)")
  }

  @Test(arguments: [
    (axis("lru.lead", "1"), "not a setting of 'distance'"),
    (axis("distance.led", "1"), "'distance' has no setting 'led'"),
    (axis("distance.lead", "much"), "'much'"),
    (axis("distance.lead", "8..1:x2"), "is not a range"),
    (axis("distance.lead", "1..8:y2"), "is not a range"),
    (axis("distance.lead", "0..8:x2"), "is not a range"),
    (axis("distance.lead", "0..8:+0.00001"), "is too long"),
  ])
  func `an invalid space is an error`(axis: SweepGrid.SettingAxis, says: String) throws {
    let error = #expect(throws: SweepError.self) { try Self.tuner(axis) }
    #expect(error?.description.contains(says) == true, "\(error?.description ?? "-")")
  }

  @Test func `a search over the settings of two policies is an error`() throws {
    let spec = TuningFixture.spec([.policy: "distance lru"])
    let error = #expect(throws: SweepError.self) {
      try Self.tuner(Self.axis("distance.lead", "1"), spec: spec)
    }
    #expect(error?.description.contains("expected one policy") == true)
  }
}
