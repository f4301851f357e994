import ScrollSweeps
import TestSupport
import Testing
import scrollsim_lab

/// Whole searches, tiny ones.
@Suite struct EvolutionTests {
  @Test func `the search opens sealed scenarios once, after it names the formulas`() throws {
    let tiny = try TinyStore()
    let spec = try TinyContest.spec(TinyContest.text)
    let answer = try #require(try tiny.search(spec).answer)
    let opening = try #require(answer.sealed).opening
    // Not one run of a sealed session was there when the names were written down.
    #expect(opening.isFirst)
    #expect(opening.formula == answer.winner.policy)
    #expect(opening.opponent == answer.opponent.rival.policy)
    #expect(try tiny.store.openings() == [opening])

    // The same again is the same opening, and no run is made.
    let again = try tiny.search(spec, jobs: 1)
    #expect(again.made == 0)
    #expect(again.answer?.sealed?.opening == opening)
    #expect(again.answer?.sealed?.gain == answer.sealed?.gain)
    #expect(again.answer?.best.map(\.policy) == answer.best.map(\.policy))

    // Another search opens them a second time, and certifies nothing.
    var other = spec
    other.search.seed = 2
    let second = try #require(try tiny.search(other).answer)
    #expect(second.sealed?.opening.number == 2)
    #expect(
      second.objections.contains { $0.contains("opened before in this store: this is opening 2") })
    #expect(!second.isCertified)
  }

  @Test func `an excluded policy runs on sealed scenarios but gets no certificate`() throws {
    let tiny = try TinyStore()
    let excluded = ["viewed-first", "distance-lead", "distance"]
    let text = TinyContest.text + "without: [\(excluded.joined(separator: ", "))]\n"
    let answer = try #require(try tiny.search(TinyContest.spec(text)).answer)
    let sealed = try #require(answer.sealed)
    #expect(Set(sealed.excluded.map(\.policy)) == Set(excluded))
    let rivals = sealed.excluded.filter { !$0.gain.isCertain }.map(\.policy)
    #expect(!rivals.isEmpty)
    let reason = try #require(answer.reasons.first { $0.contains("which the spec excludes") })
    #expect(rivals.allSatisfy { reason.contains($0) })
    #expect(
      answer.objections.last
        == "the spec excludes 3 built-in policies: viewed-first, distance-lead, distance")
    let all = try TinyContest.found.get().answer
    #expect(answer.opponent.among == all.opponent.among - 3)
    #expect(all.sealed?.excluded.isEmpty == true && all.objections == all.reasons)
  }

  @Test func `an independent audit confirms the sealed runs`() throws {
    let answer = try TinyContest.found.get().answer
    let audit = try #require(answer.sealed).audit
    #expect(audit.findings.isEmpty, "\(audit.findings)")
    #expect(audit.runs == 2 * 12)
  }

  @Test func `earlier runs of sealed sessions are an objection`() throws {
    let tiny = try TinyStore()
    let spec = try TinyContest.spec(TinyContest.text)
    var grid = try #require(spec.scenes[.sealed]?.first)
    grid.axes[.policy] = [SweepValue("fifo", place: "here")]
    let plan = try SweepPlan(SweepSpec(base: grid))
    _ = try TrialRunner(tiny.store, jobs: 1).runs(of: plan, regret: [])
    let answer = try #require(try tiny.search(spec).answer)
    let opening = try #require(answer.sealed).opening
    #expect(opening.number == 1 && opening.earlierRuns == plan.runs.count)
    #expect(answer.objections.contains { $0.contains("\(plan.runs.count) runs") })
  }

  @Test(.enabled(if: isNightly, "a whole search"))
  func `sibling scenarios determine the headroom of sealed ones`() throws {
    let tiny = try TinyStore()
    let text = TinyContest.text.replacing(
      "sealed:\n", with: "sealed:\n  - trace: recorded/page-turning.scroll\n")
    let answer = try #require(try tiny.search(TinyContest.spec(text)).answer)
    for scene in answer.scenes {
      let isSealed = scene.part == .sealed
      #expect((scene.headroom == nil) == scene.isRecorded, "\(scene.name)")
      #expect(scene.headroom.map { $0.isOfSiblings == isSealed } ?? true, "\(scene.name)")
      #expect((scene.share == nil) == (scene.headroom?.isEnough == false), "\(scene.name)")
    }
  }

  @Test(.enabled(if: isNightly, "a whole search"))
  func `the weights omit scenarios without headroom`() throws {
    let tiny = try TinyStore()
    let text = TinyContest.text.replacing(
      TinyContest.third, with: TinyContest.third + "\n" + TinyContest.idle("16MiB"))
    let answer = try #require(try tiny.search(TinyContest.spec(text)).answer)
    let idle = try #require(answer.scenes.first { $0.name.contains("doom-scroll") })
    #expect(idle.share == nil && idle.headroom?.isEnough == false)
    let rest = answer.scenes.filter { $0.part == .training && $0.share != nil }
    #expect(abs(rest.reduce(0) { $0 + ($1.share ?? 0) } - 1) < 1e-9)
  }

  @Test func `a contest without headroom is an error`() throws {
    let tiny = try TinyStore()
    let validation = try #require(TinyContest.text.firstRange(of: "validation:"))
    let text = """
      axes: {device: iphone-5, loader: cached}
      training:
      \(TinyContest.idle("16MiB, 24MiB, 32MiB"))
      \(TinyContest.text[validation.lowerBound...])
      """
    #expect(throws: EvolveFailure.self) { try tiny.search(TinyContest.spec(text)) }
    #expect(try tiny.store.openings().isEmpty)
  }

  @Test func `an interrupted search has no answer and resumes later`() throws {
    let tiny = try TinyStore()
    let spec = try TinyContest.spec(TinyContest.text)
    let runner = TrialRunner(tiny.store, jobs: 1)
    let evolution = try Evolution(spec, SweepCatalogs())
    let stopped = try evolution.answer(runner, tiny.store) { stage in
      if case .validation = stage { _ = try? runner.interrupt() }
    }
    #expect(stopped == nil)
    #expect(try tiny.store.openings().isEmpty)
    let resumed = try tiny.search(spec)
    let whole = try TinyContest.found.get()
    #expect(resumed.made < whole.made)
    #expect(resumed.answer?.sealed?.gain == whole.answer.sealed?.gain)
    #expect(resumed.answer?.winner.policy == whole.answer.winner.policy)
  }

  @Test func `the winner is the best on the validation scenarios`() throws {
    let answer = try TinyContest.found.get().answer
    let losses = answer.best.map(\.validation)
    #expect(losses == losses.sorted())
    #expect(answer.best.count <= 10 && answer.best.allSatisfy { $0.sealed != nil })
    #expect(Set(answer.best.map(\.policy)).count == answer.best.count)
  }
}
