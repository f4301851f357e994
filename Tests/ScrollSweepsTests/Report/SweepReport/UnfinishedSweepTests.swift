import ScrollCore
import ScrollPages
import ScrollSweeps
import Testing

/// Tests of the report of a sweep with missing runs.
@Suite struct UnfinishedSweepTests {
  private typealias Figures = SampleRows.Figures

  /// The report on one policy on an old phone, and another one on a new phone.
  private var unlike: SweepReport {
    var rows = SampleRows()
    for budget in [16, 32, 64] {
      rows.add("s3fifo", budget: budget, device: "iphone-5", Figures(stalls: 7.77))
    }
    rows.add("distance", budget: 64, device: "iphone-8", Figures(stalls: 0.29))
    return rows.report(asked: 80)
  }

  @Test func `policies with runs on different devices are not ranked`() {
    #expect(unlike.document.ranking.isEmpty)
    #expect(unlike.document.differences.isEmpty)
    #expect(unlike.recommendations.isEmpty)
    #expect(unlike.exhibits.isEmpty)
  }

  @Test func `every format states only that nothing compares`() {
    let sentence =
      "So far 4 of 80 runs are finished. No comparison is possible yet: no two policies have "
      + "run in the same scenario with the same budget."
    #expect(unlike.answer == [sentence])
    let html = unlike.page(made: "scrollsim").html
    #expect(html.contains(sentence) && !html.contains("id=\"ranking\"") && !html.contains("7.77 s"))
    #expect(unlike.markdown().contains(sentence) && !unlike.markdown().contains("## Ranking"))
    #expect(!unlike.text(width: 100).contains("Ranking"))
  }

  @Test func `runs that do not compare are listed with their devices`() {
    #expect(
      unlike.runsTable.rows.map { Array($0.prefix(2)) }
        == Array(repeating: ["iphone-5", "s3fifo"], count: 3) + [["iphone-8", "distance"]])
  }

  @Test func `means cover only the combinations that all policies have`() throws {
    var rows = SampleRows()
    rows.add("lru", device: "iphone-8", Figures(stalls: 0.4))
    rows.add("distance", device: "iphone-8", Figures(stalls: 0.29))
    rows.add("distance", device: "iphone-5", Figures(stalls: 7.77))
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.policy) == ["distance", "lru"])
    #expect(report.document.ranking.map(\.stallSeconds) == [0.29, 0.4])
    #expect(
      report.answer.first
        == "So far 3 of 80 runs are finished; the answer may change. It compares both policies, "
        + "on the 1 of 2 combinations of scenario and budget that all of them have.")
  }

  @Test func `the report omits a policy with few runs`() {
    var rows = SampleRows()
    for budget in [16, 32, 64, 128] {
      rows.add("lru", budget: budget, Figures(stalls: 2))
      rows.add("sieve", budget: budget, Figures(stalls: 1))
    }
    rows.add("arc", budget: 128, Figures(stalls: 0.1))
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.policy) == ["sieve", "lru"])
    #expect(
      report.answer[0].hasSuffix(
        "It compares 2 of 3 policies, on the 4 of 4 combinations of scenario and budget that "
          + "all of them have."), "\(report.answer[0])")
  }

  @Test func `the report omits sessions that only some policies have`() {
    var rows = SampleRows()
    for session in 1...3 {
      let trace = "sessions:seed=1#\(session)"
      rows.add("lru", trace: trace, Figures(stalls: session == 3 ? 100 : 2))
      if session < 3 { rows.add("sieve", trace: trace, Figures(stalls: 3)) }
    }
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.stallSeconds) == [2, 3])
    #expect(
      report.answer[0].contains("on the 2 of 3 combinations of scenario, session and budget"))
  }

  @Test func `a deterministic policy has all seeds, and a random one needs every seed`() {
    var rows = SampleRows()
    for budget in [32, 64, 128] {
      rows.add("lru", budget: budget, Figures(stalls: 1))
      let isWhole = budget < 128
      for seed in 0..<4 {
        rows.add("random", budget: budget, seed: seed, Figures(stalls: isWhole ? 2 : 50))
        guard isWhole || seed < 2 else { continue }
        rows.add("lottery", budget: budget, seed: seed, Figures(stalls: isWhole ? 3 : 100))
      }
    }
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.policy) == ["lru", "random", "lottery"])
    #expect(report.document.ranking.map(\.stallSeconds) == [1, 2, 3])
  }

  @Test func `an equal number of seeds does not make seeds equal`() {
    var rows = SampleRows()
    for seed in 0..<4 {
      rows.add("random", seed: seed)
      rows.add("lottery", seed: 4 + seed)
    }
    #expect(rows.report(asked: 80).document.ranking.isEmpty)
  }

  @Test func `a loader without a cache is compared at every budget of its scenario`() {
    var rows = SampleRows()
    rows.add(nil, Figures(stalls: 4))
    for budget in [64, 128] { rows.add("lru", budget: budget, Figures(stalls: 2)) }
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.policy) == ["lru", "no cache"])
    #expect(report.document.ranking.map(\.stallSeconds) == [2, 4])
  }

  @Test func `a sweep of one policy uses all its runs`() {
    var rows = SampleRows()
    for budget in [64, 128] { rows.add("lru", budget: budget) }
    let report = rows.report(asked: 80)
    #expect(report.document.ranking.map(\.cells) == [2])
    #expect(report.answer[0] == "So far 2 of 80 runs are finished; the answer may change.")
  }

  @Test func `every ranked policy has every combination, whatever is missing`() {
    for seed in 0..<200 {
      var random = SeededRandom(seed: UInt64(seed))
      let density = 1 + random.below(9)
      var rows = SampleRows()
      for policy in ["lru", "sieve", "arc", "fifo"] {
        for device in ["a", "b", "c"] {
          for budget in [16, 32, 64] where random.below(10) < density {
            rows.add(policy, budget: budget, device: device)
          }
        }
      }
      let ranking = rows.report(asked: 1000).document.ranking
      #expect(ranking.allSatisfy { $0.cells == $0.allCells }, "seed \(seed): \(ranking)")
      #expect(ranking.count != 1 || Set(rows.rows.map(\.run.label)).count == 1, "seed \(seed)")
    }
  }

  @Test func `an unfinished sweep has no recommendation`() {
    var rows = SampleRows()
    for device in ["iphone-5", "iphone-8"] {
      rows.add("lru", device: device, SampleRows.Figures(stalls: 2))
      rows.add("sieve", device: device, SampleRows.Figures(stalls: 1))
    }
    #expect(rows.report().recommendations.count == 2)
    let report = rows.report(asked: 5)
    #expect(report.recommendations.isEmpty)
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("The recommendation follows when all runs are finished."), "\(answer)")
    #expect(!answer.contains("Take ") && !answer.contains(" is enough"), "\(answer)")
  }
}
