import ScrollCore
import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the recommendations for invented runs, and of their text.
@Suite struct AdviceTests {
  private typealias Figures = SampleRows.Figures
  private static let mib = SampleRows.mib

  /// Returns two policies over a number of sessions; `saved` is the saving of the second in each.
  private func sessions(_ count: Int, saved: (Int) -> Double) -> SampleRows {
    var rows = SampleRows()
    for session in 1...count {
      let trace = "sessions:seed=1#\(session)"
      rows.add("lru", trace: trace, Figures(stalls: 10))
      rows.add("sieve", trace: trace, Figures(stalls: 10 - saved(session)))
    }
    return rows
  }

  @Test func `the report recommends a setting that is surely better than LRU`() throws {
    let found = try #require(
      sessions(25) { 1 + Double($0 % 3) / 10 }.report().recommendations.first)
    #expect(found.setting.policy == "sieve" && found.basis == .known)
    #expect(found.reference?.isCertain == true)
  }

  /// Another policy is equally good except for a small difference in few sessions, about which the
  /// report claims nothing.
  @Test func `the report recommends a gain in every session, whatever else was tried`() throws {
    var rows = SampleRows()
    for session in 1...25 {
      let trace = "sessions:seed=1#\(session)"
      let gain = 0.2 + 3 * Double(session % 5) / 5
      rows.add("lru", trace: trace, Figures(stalls: 10))
      rows.add("lru", trace: trace, prefetcher: "ring", Figures(stalls: 10 - gain))
      let tie = session == 3 ? 0.9 : session < 14 ? 0.0001 * Double(session) : 0
      rows.add("sieve", trace: trace, Figures(stalls: 10 - tie))
    }
    var report = rows.report()
    report.baseline = Baseline("lru, none", prefetcher: "none", policy: "lru")
    let found = try #require(report.recommendations.first)
    #expect(found.setting.prefetcher == "ring" && found.rival == nil)
    #expect(found.reference?.kind == .baseline && found.reference?.isCertain == true)
  }

  /// The policy saves 3 s in 9 of 25 sessions, and costs 0.9 s in the others: 0.50 s on average.
  @Test func `without a baseline a setting that may be better by chance is the best found`() throws
  {
    let report = sessions(25) { $0.isMultiple(of: 3) ? 3 : -0.9 }.report()
    let found = try #require(report.recommendations.first)
    #expect(found.setting.policy == "sieve" && found.basis == .bestFound)
    #expect(found.reference?.isCertain == false)
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("The best found is sieve") && answer.contains("It is unknown"))
  }

  @Test func `a baseline is kept if another setting may be better by chance`() throws {
    var report = sessions(25) { $0.isMultiple(of: 3) ? 3 : -0.9 }.report()
    report.baseline = Baseline("lru", policy: "lru")
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .kept && found.rival?.setting.policy == "sieve")
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains("The best found, sieve, saves") && answer.contains("It is unknown"),
      "\(answer)")
  }

  @Test func `few sessions keep the baseline and name the best found`() throws {
    var report = sessions(11) { _ in 2 }.report()
    report.baseline = Baseline("lru", policy: "lru")
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .kept && found.setting.policy == "lru")
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "Keep what you have, lru: 10.00 s of stall per session. The best found, sieve, saves "
          + "2.00 s in these 11 sessions. Other sessions may differ."),
      "\(answer)")
  }

  /// Returns two budgets over a number of sessions, in which the larger one is the baseline.
  private func budgets(
    _ count: Int, stalls: [Double] = [2, 2], hitches: [Double] = [0, 0],
    mebibytes: [Int] = [83, 281]
  ) -> SweepReport {
    var rows = SampleRows()
    for session in 1...count {
      for (place, budget) in [32, 768].enumerated() {
        rows.add(
          "lru", budget: budget * Self.mib, trace: "sessions:seed=1#\(session)",
          Figures(
            stalls: stalls[place], hitches: hitches[place],
            footprint: mebibytes[place] * Self.mib))
      }
    }
    var report = rows.report()
    report.baseline = Baseline("768MiB", budgets: .bytes(768 * Self.mib))
    return report
  }

  @Test(arguments: [1, 25]) func `less memory wins against the baseline on a tie`(count: Int) throws
  {
    let report = budgets(count)
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .lessMemory && found.setting.budgetBytes == 32 * Self.mib)
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "Take 32MiB, which saves 198 MiB of memory: 2.00 s of stall per session, with no visible "
          + "difference in blank time or hitches from your current setting (768MiB)."), "\(answer)")
    #expect(!answer.contains("No visible difference in"))
    #expect(answer.contains(ChoiceRule.line))
  }

  @Test func `as much memory keeps the baseline on a tie`() throws {
    let report = budgets(25, mebibytes: [281, 281])
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .kept && found.setting.budgetBytes == 768 * Self.mib)
    #expect(report.answer.joined().contains("Keep what you have, 768MiB."))
  }

  /// Three sessions are too few for an interval.
  @Test(arguments: [3, 25])
  func `less memory does not win with visibly more stall or hitches`(count: Int) {
    #expect(budgets(count, stalls: [2.1, 2]).recommendations.first?.basis == .kept)
    #expect(budgets(count, hitches: [1.5, 0]).recommendations.first?.basis == .kept)
    #expect(
      budgets(count, stalls: [2.01, 2], hitches: [0.5, 0]).recommendations[0].basis == .lessMemory)
  }

  @Test func `fewer changes win among settings that are known to be equally good`() throws {
    var rows = SampleRows()
    for session in 1...25 {
      for (policy, stalls) in [("lru", 4.0), ("sieve", 2)] {
        for budget in [32, 768] {
          rows.add(
            policy, budget: budget * Self.mib, trace: "sessions:seed=1#\(session)",
            Figures(stalls: stalls))
        }
      }
    }
    var report = rows.report()
    report.baseline = Baseline("lru 768MiB", policy: "lru", budgets: .bytes(768 * Self.mib))
    let found = try #require(report.recommendations.first)
    #expect(found.setting.policy == "sieve" && found.basis == .known)
    #expect(found.setting.budgetBytes == 768 * Self.mib)
  }

  @Test func `fewer hitches in every session are known to be better`() throws {
    let report = budgets(25, hitches: [1, 4], mebibytes: [281, 281])
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .known && found.setting.budgetBytes == 32 * Self.mib)
    #expect(
      report.answer.joined(separator: " ").contains(
        "no visible difference in blank time from your current setting (768MiB), but 3.0 ms/s less hitch time"
      ))
    #expect(budgets(11, hitches: [1, 4], mebibytes: [281, 281]).recommendations[0].basis == .kept)
  }

  /// A larger budget saves 0.5 of 10 s in each of 25 sessions: visible, but within a tenth.
  @Test func `without a baseline the rule chooses, however many sessions there are`() throws {
    for count in [1, 25] {
      var report = budgets(count, stalls: [10, 9.5])
      report.baseline = nil
      let found = try #require(report.recommendations.first)
      #expect(found.setting.budgetBytes == 768 * Self.mib, "\(count) sessions")
      #expect(found.basis == (count == 1 ? .bestFound : .known))
    }
  }

  /// The smaller budget stalls 2 s more or less, in turn.
  @Test func `less memory does not win if the interval has a visible loss`() throws {
    var rows = SampleRows()
    for session in 1...24 {
      for budget in [32, 768] {
        rows.add(
          "lru", budget: budget * Self.mib, trace: "sessions:seed=1#\(session)",
          Figures(
            stalls: session.isMultiple(of: 2) == (budget == 32) ? 6 : 4,
            footprint: budget * Self.mib))
      }
    }
    var report = rows.report()
    report.baseline = Baseline("768MiB", budgets: .bytes(768 * Self.mib))
    let found = try #require(report.recommendations.first)
    #expect(found.basis == .kept && found.setting.budgetBytes == 768 * Self.mib)
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "32MiB ranks first in these 24 sessions (736 MiB less memory), but it is unknown whether "
          + "that holds for other sessions."), "\(answer)")
  }

  /// Ten sessions, of which LRU stalls longer in the last.
  private var rareGain: SweepReport {
    var rows = SampleRows()
    for session in 1...10 {
      for policy in ["lru", "sieve"] {
        let stalls = session == 10 && policy == "lru" ? 10.8 : 10
        rows.add(policy, trace: "sessions:seed=1#\(session)", Figures(stalls: stalls))
      }
    }
    return rows.report()
  }

  @Test func `a gain in the 95th percentile alone keeps the baseline and is named`() throws {
    var report = rareGain
    report.baseline = Baseline("lru", policy: "lru")
    #expect(report.recommendations.first?.basis == .kept)
    let answer = report.answer.joined(separator: " ")
    let sentence =
      "Keep what you have, lru: 10.08 s of stall per session. sieve ranks first in these 10 "
      + "sessions (0.80 s less blank time at the 95th percentile), but it is unknown whether that "
      + "holds for other sessions."
    #expect(answer.contains(sentence), "\(answer)")
  }

  @Test func `a gain in the 95th percentile alone is named in the recommendation`() {
    let answer = rareGain.answer.joined(separator: " ")
    #expect(
      answer.contains(
        "The best found is sieve: 10.00 s of stall per session, with no visible difference in mean "
          + "blank time or hitches from the simplest setting (lru), but 0.80 s less "
          + "blank time at the 95th percentile"), "\(answer)")
  }

  @Test func `a setting that stalls less but hitches more is named`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2, hitches: 0))
    rows.add("sieve", Figures(stalls: 1, hitches: 20))
    let answer = rows.report().answer.joined(separator: " ")
    #expect(
      answer.contains(
        "No setting beats lru in this one session: 2.00 s of stall per session. sieve stalls less "
          + "(1.00 s less blank time, 20.0 ms/s more hitch time), but breaks the limits (half of the "
          + "app's memory, 5 ms/s of hitches) more often, so that lru ranks first."),
      "\(answer)")
  }

  @Test func `a baseline that was not run does not name the simplest setting`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("sieve", Figures(stalls: 1))
    var report = rows.report()
    report.baseline = Baseline("arc", policy: "arc")
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("less than the simplest setting (lru)"), "\(answer)")
  }

  @Test func `every policy is compared with the baseline`() {
    var report = sessions(12) { Double($0) }.report()
    #expect(report.document.differences.map(\.against) == ["lru"])
    report.baseline = Baseline("sieve", policy: "sieve")
    #expect(report.document.differences.map(\.against) == ["sieve"])
  }

  @Test func `the first requested policy is the reference without LRU`() {
    var rows = SampleRows()
    for policy in ["fifo", "arc", "sieve"] { rows.add(policy, Figures(stalls: 1)) }
    #expect(rows.report().document.differences.map(\.against) == ["fifo", "fifo"])
  }

  @Test func `the best found with few sessions applies only to these sessions`() throws {
    let report = sessions(3) { _ in 2 }.report()
    let answer = report.answer.joined(separator: " ")
    #expect(
      answer.contains("2.00 s (20 %) less than the simplest setting (lru) in these 3 sessions"),
      "\(answer)")
  }

  @Test func `LRU precedes the library's default and others among equal policies`() throws {
    func advised(_ loader: String, _ policies: [String]) throws -> String {
      var rows = SampleRows()
      for policy in policies { rows.add(policy, loader: loader) }
      let found = try #require(rows.report().recommendations.first)
      #expect(found.reference?.setting == found.setting)
      return found.setting.policy
    }
    #expect(try advised("nuke", ["arc", "lru", "nuke-clock"]) == "lru")
    #expect(try advised("nuke", ["arc", "nuke-clock"]) == "nuke-clock")
    #expect(try advised("cached", ["arc", "nuke-clock", "lru"]) == "lru")
  }

  @Test func `default settings without prefetching precede equal others`()
    throws
  {
    var rows = SampleRows()
    for (loader, prefetcher) in [
      ("cached:lanes=1", "none"), ("nuke", "neighbours"), ("nuke", "none"),
    ] {
      rows.add("lru", loader: loader, prefetcher: prefetcher)
    }
    let setting = try #require(rows.report().recommendations.first?.setting)
    #expect(setting.loader == "nuke" && setting.prefetcher == "none")
  }

  /// 128 MiB is as good as possible; 64 MiB stalls 0.3 s longer, 96 MiB makes no visible
  /// difference.
  @Test func `other budgets are compared with the recommended one`() throws {
    var rows = SampleRows()
    for (budget, stalls) in [(64, 2.3), (96, 2.005), (128, 2.0)] {
      rows.add("lru", budget: budget * Self.mib, Figures(stalls: stalls))
    }
    let answer = rows.report().answer.joined(separator: " ")
    #expect(answer.contains("The best found is 96MiB"), "\(answer)")
    #expect(
      answer.contains(
        "Other budgets: 64MiB stalls 0.29 s more; 128MiB 0.0050 s less, no visible difference."),
      "\(answer)")
  }

  @Test func `the table of budgets shows the smallest that is as good as any, by scenario`() throws
  {
    var rows = SampleRows()
    for (trace, stalls) in [("a.scroll", [4, 2, 1.999]), ("b.scroll", [1, 1, 1])] {
      for (budget, stall) in zip([16, 64, 256], stalls) {
        rows.add("lru", budget: budget * Self.mib, trace: trace, Figures(stalls: stall))
      }
    }
    let table = try #require(rows.report().exhibits.first { $0.id == "budgets" }?.table)
    #expect(
      table.rows.map { Array($0.prefix(3)) } == [["a", "lru", "64MiB"], ["b", "lru", "16MiB"]])
  }

  @Test func `a policy with an invisibly larger stall is not called the worst`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2.005, absences: ["evicted": 9]))
    rows.add("sieve", Figures(stalls: 2, absences: ["evicted": 1]))
    #expect(!rows.report().answer.joined().contains("stalls most"))
  }

  @Test func `a sweep of one policy states the limits of a single session`() {
    var rows = SampleRows()
    rows.add("lru", budget: 64 * Self.mib, Figures(stalls: 2))
    rows.add("lru", budget: 32 * Self.mib, Figures(stalls: 3))
    #expect(rows.report().answer.joined().contains("One session: the results of other sessions"))
  }

  /// Each of three budgets is as good as the next, but the smallest is not as good as the largest.
  @Test func `a budget visibly behind the best is not called as good as the recommended one`()
    throws
  {
    var rows = SampleRows()
    for (budget, stalls) in [(16, 10.18), (32, 10.09), (64, 10.0)] {
      rows.add("lru", budget: budget * Self.mib, Figures(stalls: stalls, seconds: 60))
    }
    let report = rows.report()
    #expect(report.recommendations.first?.setting.budgetBytes == 32 * Self.mib)
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("0.090 s less than the simplest setting (16MiB)."), "\(answer)")
    #expect(
      answer.contains("16MiB stalls 0.090 s more") && !answer.contains("0.090 s more, no visible"),
      "\(answer)")
    #expect(answer.contains("64MiB 0.090 s less, no visible difference"), "\(answer)")
  }

  @Test func `devices with equal advice have separate savings`() {
    var rows = SampleRows()
    for device in ["iphone-5", "iphone-8"] {
      rows.add("lru", device: device, Figures(stalls: 4))
      rows.add("sieve", device: device, Figures(stalls: device == "iphone-5" ? 3 : 2))
    }
    let answer = rows.report().answer.joined(separator: " ")
    #expect(
      answer.contains("The best found everywhere is sieve. On iphone-5 it stalls 3.00 s"),
      "\(answer)")
    #expect(answer.contains("1.00 s (25 %) less than the simplest setting (lru)"), "\(answer)")
    #expect(
      answer.contains(
        "On iphone-8 it stalls 2.00 s. That is 2.00 s (50 %) less than the simplest setting (lru)"),
      "\(answer)")
  }

  @Test func `the report names no number of sessions if none suffices`() {
    // The mean is 0.1005 s, and a difference is visible from 0.1 s on.
    let report = sessions(25) { [2.3, -1.9298][$0 % 2] }.report()
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("(it would take more than 10 000 sessions to tell)"), "\(answer)")
  }

  @Test func `policies that stall as long as the worst are named with it`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", 1.0), ("arc", 3.99), ("sieve", 4)] {
      rows.add(
        policy, Figures(stalls: stalls, absences: ["evicted": stalls, "new": 1], seconds: 60))
    }
    let answer = rows.report().answer.joined(separator: " ")
    #expect(
      answer.contains("sieve stalls most (no visible difference from arc)"), "\(answer)")
  }
}

/// Tests of budgets that are shares of memory.
@Suite struct BudgetRuleAdviceTests {
  private static let mib = SampleRows.mib

  /// The report on two rules on a small and a large device; both have the same cap on the large
  /// one.
  private var report: SweepReport {
    var rows = SampleRows()
    for (device, budget, stalls) in [
      ("small", 100, 4.0), ("small", 200, 2), ("large", 400, 1),
    ] {
      rows.add(
        "lru", budget: budget * Self.mib, device: device, SampleRows.Figures(stalls: stalls))
    }
    var report = rows.report()
    report.rules = rows.rows.enumerated().flatMap { index, row in
      [["10%<=400MiB"], ["20%<=400MiB"], ["10%<=400MiB", "20%<=400MiB"]][index].map {
        BudgetRuleRecord(
          sweep: rows.sweep.key, rule: $0, device: row.scenario.device,
          bytes: row.run.budgetBytes ?? 0)
      }
    }
    return report
  }

  @Test func `a budget rule is one level, whatever its sizes`() throws {
    let effects = try #require(report.effects)
    let budget = try #require(effects.levers.first)
    #expect(budget.levels.map(\.name) == ["10%<=400MiB", "20%<=400MiB"])
    #expect(budget.levels.map(\.stalls) == [2.5, 1.5])
    #expect(effects.leftOut == 0)
  }

  @Test func `a recommendation names the rule and its size`() {
    let answer = report.answer.joined(separator: " ")
    #expect(answer.contains("On small the best found is 20%<=400MiB (200 MiB)"), "\(answer)")
    #expect(report.question.contains("2 budgets"), "\(report.question)")
  }
}
