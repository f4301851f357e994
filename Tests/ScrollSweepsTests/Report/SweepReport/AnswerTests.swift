import ScrollPages
import ScrollSweeps
import Testing

@Suite struct AnswerTests {
  private typealias Figures = SampleRows.Figures

  private func answer(_ rows: SampleRows, asked: Int? = nil) -> String {
    rows.report(asked: asked).answer.joined(separator: " ")
  }

  @Test func `a report without runs states that no run exists`() {
    #expect(answer(SampleRows()) == "No run has been made yet.")
  }

  @Test
  func
    `the policy with the least blank screen is the best found, and the difference is in seconds`()
  {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 1.5))
    rows.add("sieve", Figures(stalls: 1.1))
    #expect(
      answer(rows).hasPrefix(
        "The best found is sieve: 1.10 s of stall per session. That is 0.40 s (27 %) less than the "
          + "simplest setting (lru) in this one session."))
  }

  @Test(arguments: [
    ("cold", "Every session begins with empty caches (--start warm begins with filled ones)."),
    (
      "warm:after=600",
      "Every session begins with images in memory and on disk from an earlier session, which made "
        + "the same scroll 600 s before."
    ),
    (
      "warm-disk:after=5",
      "Every session begins with images on disk from an earlier session, which made the same scroll "
        + "5 s before."
    ),
  ])
  func `an answer names the start of the sessions`(start: String, sentence: String) {
    var rows = SampleRows()
    rows.add("lru", start: start)
    #expect(answer(rows).contains(sentence))
  }

  @Test func `effects contain a row for the spread between sessions`() throws {
    var rows = SampleRows()
    // The second session stalls three times as long on both devices, whatever the policy.
    for (session, stalls) in [(1, 1.0), (2, 3.0)] {
      for device in ["iphone-5", "iphone-8"] {
        for policy in ["lru", "sieve"] {
          rows.add(
            policy, device: device, trace: "sessions:seed=1#\(session)",
            Figures(stalls: stalls))
        }
      }
    }
    let effect = try #require(rows.report().effects?.sessions)
    #expect(effect.levels.map(\.stalls) == [1, 3])
    // All pairs of a session and a device vary as the two sessions do.
    #expect(effect.variance == 1 && effect.matters)
  }

  @Test func `effects of a single session contain no row for sessions`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", 1.0), ("sieve", 2.0)] {
      rows.add(policy, Figures(stalls: stalls))
    }
    let report = rows.report()
    #expect(report.effects != nil && report.effects?.sessions == nil)
  }

  @Test func `a policy with too small a budget is marked, and recommended with a warning`() {
    for stalls in [0.1, 9] {
      var rows = SampleRows()
      rows.add("lru", Figures(stalls: 1.5))
      rows.add("sieve", Figures(stalls: 1.1))
      rows.add("2q", Figures(stalls: stalls, shortage: (3.14, 4)))
      let answer = answer(rows)
      let best = stalls < 1 ? "2q" : "sieve"
      #expect(answer.hasPrefix("The best found is \(best)"), "\(answer)")
      #expect(
        answer.contains("Warning: At 64MiB the cache has room for 3.1 images, but 2q needs 4")
          == (best == "2q"), "\(answer)")
      #expect(answer.contains("less than the simplest setting (lru)"))
      #expect(!answer.contains("2q stalls most"))
      #expect(answer.contains("2q needs 4 images, but its budget holds only 3.1."))
      #expect(rows.report().summaryTable(regret: false).text().contains("too small"))
      #expect(rows.report().text(width: 120).contains("budget too small in"))
    }
  }

  @Test func `a policy that needs one image is named in the singular`() {
    var rows = SampleRows()
    rows.add("lru")
    rows.add("unbounded", Figures(shortage: (0.2, 1)))
    #expect(
      answer(rows).contains(
        "unbounded needs 1 image, but its budget holds only 0.2. With too little memory a policy "
          + "does not work as intended, so these policies are ranked neither best nor "
          + "worst."))
  }

  @Test func `the only policy has a warning if its budget is too small`() {
    var rows = SampleRows()
    rows.add("lirs", Figures(shortage: (3, 100)))
    #expect(
      answer(rows).hasPrefix(
        "lirs averages 1.00 s of stall per session. Warning: At 64MiB the cache has room for 3.0 "
          + "images, but lirs needs 100. Raise the cache limit or downsample."), "\(answer(rows))")
  }

  @Test func `a single session states its uncertainty, whatever the seeds`() {
    var rows = SampleRows()
    for seed in 0..<20 {
      rows.add("lru", seed: seed, Figures(stalls: 1.5))
      rows.add("sieve", seed: seed, Figures(stalls: 1.1))
    }
    #expect(
      answer(rows).contains(
        "One session: the results of other sessions are unknown; a confidence interval needs at "
          + "least 12 (try --trace sessions:count=25:seed=1)"))
    #expect(rows.report().document.differences.first?.stallSeconds.low == nil)
  }

  /// Sessions differ by seconds, the policies by a tenth.
  private var paired: SampleRows {
    var rows = SampleRows()
    for session in 1...12 {
      let (trace, common) = ("sessions:seed=1#\(session)", Double(session))
      rows.add("lru", trace: trace, Figures(stalls: common + 0.4 + 0.01 * Double(session % 3)))
      rows.add("sieve", trace: trace, Figures(stalls: common))
    }
    return rows
  }

  @Test func `variation between sessions does not hide a difference`() throws {
    let report = paired.report()
    let difference = try #require(report.document.differences.first)
    #expect(difference.policy == "sieve" && difference.against == "lru")
    #expect(difference.sessions == 12 && difference.clusters == 12 && difference.cells == 1)
    #expect(difference.stallSeconds.verdict == "less")
    #expect(abs(difference.stallSeconds.mean + 0.41) < 1e-9)
    let found = try #require(report.recommendations.first)
    #expect(found.setting.policy == "sieve" && found.reference?.isCertain == true)
    #expect(found.worst.path == "sessions:seed=1#12")
  }

  @Test func `sessions of one source form one scenario`() {
    let report = paired.report()
    #expect(report.scenes.count == 1 && report.document.ranking.first?.cells == 1)
    #expect(report.question.contains("12 sessions"))
  }

  @Test func `an invisible difference recommends LRU`() {
    var rows = SampleRows()
    rows.add("sieve", Figures(stalls: 2))
    rows.add("lru", Figures(stalls: 2.0016))
    #expect(
      answer(rows).hasPrefix(
        "No visible difference in this one session: with each of 2 settings, 2.00 s of stall remain "
          + "per session. Keep what you have. Of these settings, lru is the simplest policy."),
      "\(answer(rows))")
    #expect(!answer(rows).contains("0.0 %"))
  }

  @Test func `equal settings keep the baseline`() {
    var rows = SampleRows()
    for policy in ["sieve", "lru", "fifo"] { rows.add(policy, Figures(stalls: 2)) }
    var report = rows.report()
    report.baseline = Baseline("fifo", policy: "fifo")
    #expect(report.answer.joined().contains("Keep what you have, fifo."))
  }

  @Test func `the smaller of two settings with an invisible difference is recommended`() throws {
    var rows = SampleRows()
    rows.add("lru", budget: 64, Figures(stalls: 1.006))
    rows.add("lru", budget: 256, Figures(stalls: 1))
    #expect(rows.report().recommendations.first?.setting.budgetBytes == 64)
  }

  @Test func `an uncertain difference states the required number of sessions`() throws {
    var rows = SampleRows()
    for session in 1...12 {
      let trace = "sessions:seed=1#\(session)"
      rows.add("lru", trace: trace, Figures(stalls: session % 2 == 0 ? 4 : 1))
      rows.add("sieve", trace: trace, Figures(stalls: 2))
    }
    let text = answer(rows)
    #expect(
      text.contains("It is unknown whether that holds for other sessions (about"), "\(text)")
    let difference = try #require(rows.report().document.differences.first)
    #expect(difference.stallSeconds.verdict == "not resolvable")
    #expect(rows.report().text(width: 80).contains("undecided"))
  }

  @Test func `a certain gain that users may not notice is called that`() {
    var rows = SampleRows()
    for session in 1...12 {
      let trace = "sessions:seed=1#\(session)"
      rows.add("lru", trace: trace, Figures(stalls: 3))
      rows.add("sieve", trace: trace, Figures(stalls: session % 2 == 0 ? 2.98 : 2.95))
    }
    let text = answer(rows)
    #expect(
      text.contains("That range is too wide to tell whether users would notice the difference"),
      "\(text)")
  }

  @Test func `a deterministic policy is compared with every seed of a random one`() throws {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    for seed in 0..<6 { rows.add("random", seed: seed, Figures(stalls: 3 + Double(seed))) }
    let difference = try #require(rows.report().document.differences.first)
    #expect(difference.policy == "random" && difference.seeds == 6)
    #expect(difference.stallSeconds.mean == 3.5)
  }

  @Test func `a comparison uses only scenarios that both policies have with every seed`() throws {
    var rows = SampleRows()
    for seed in 0..<6 {
      rows.add("lru", budget: 64, seed: seed, Figures(stalls: 2))
      rows.add("sieve", budget: 64, seed: seed, Figures(stalls: 1))
      if seed < 3 { rows.add("lru", budget: 128, seed: seed, Figures(stalls: 100)) }
      rows.add("sieve", budget: 128, seed: seed, Figures(stalls: 1))
    }
    let difference = try #require(rows.report().document.differences.first)
    #expect(difference.cells == 1 && difference.seeds == 6 && difference.sessions == 1)
    #expect(difference.stallSeconds.mean == -1)
  }

  @Test func `a policy with missing or killed runs is not the winner`() {
    var rows = SampleRows()
    for budget in [64, 128] {
      rows.add("lru", budget: budget, Figures(stalls: 2))
      rows.add("unbounded", budget: budget, Figures(stalls: 0, killed: "appLimit"))
    }
    rows.add("sieve", budget: 128, Figures(stalls: 0.5))
    #expect(rows.report().document.ranking.map(\.policy) == ["lru", "unbounded", "sieve"])
    #expect(answer(rows).contains("killed the app in 2 of 5 runs: unbounded 2."))
  }

  @Test func `a policy that exceeds its budget is named and not recommended`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("unbounded", Figures(stalls: 1, overLimit: 9))
    #expect(answer(rows).hasPrefix("Take lru"))
    #expect(
      answer(rows).contains(
        "unbounded averages only 1.00 s, but exceeds its budget for 90 % of the time"))
  }

  @Test func `a killed run is not compared`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("unbounded", Figures(stalls: 0.1, killed: "appLimit"))
    #expect(rows.report().document.differences.isEmpty)
    let front = rows.report().exhibits.first { $0.id == "front" }?.pictures.first?.table.rows
    #expect(front?.filter { $0.last == "yes" }.map(\.first) == ["lru"])
    #expect(front?.first { $0.first == "unbounded" }?.last == "killed")
  }

  @Test func `a loader without a cache does not count as a policy tried everywhere`() {
    var rows = SampleRows()
    rows.add("lru", trace: "a.scroll", Figures(stalls: 2))
    rows.add("sieve", trace: "a.scroll", Figures(stalls: 3))
    rows.add(nil, trace: "a.scroll", Figures(stalls: 4))
    #expect(answer(rows).hasPrefix("The best found is lru"))
    #expect(rows.report().question.contains("2 policies"))
  }

  @Test func `policies with equal results are reported, and none is recommended`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("fifo", Figures(stalls: 2))
    #expect(
      answer(rows).hasPrefix(
        "No visible difference in this one session: with each of 2 settings, 2.00 s of stall remain "
          + "per session. Keep what you have. Of these settings, lru is the simplest policy."))
    #expect(!answer(rows).contains("stalls most"))
    rows.add("sieve", Figures(stalls: 3))
    #expect(
      answer(rows).hasPrefix(
        "No setting beats lru in this one session: 2.00 s of stall per session."),
      "\(answer(rows))")
  }

  @Test func `policies that differ on one device are not equal`() {
    var rows = SampleRows()
    for (policy, stalls) in [("lru", [1.0, 2]), ("fifo", [2.0, 1])] {
      rows.add(policy, device: "old", Figures(stalls: stalls[0]))
      rows.add(policy, device: "new", Figures(stalls: stalls[1]))
    }
    #expect(
      answer(rows).contains("On old no setting beats lru in this one session: 1.00 s"),
      "\(answer(rows))")
    #expect(answer(rows).contains("On new the best found is fifo: 1.00 s"), "\(answer(rows))")
    #expect(!answer(rows).contains("No visible difference"))
  }

  @Test func `a shorter bar that is not the best has a reason`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 2))
    rows.add("unbounded", Figures(stalls: 1, overLimit: 9))
    rows.add("2q", Figures(stalls: 1.5, shortage: (3.14, 4)))
    let summary = rows.report().exhibits.first { $0.id == "ranking" }?.pictures.first?.drawing
      .summary
    #expect(
      summary?.hasSuffix(
        "lru is the best: unbounded stalls less, but exceeds its budget, and 1 more is excluded.")
        == true, "\(summary ?? "")")
  }

  @Test func `no budget is enough if every run is critical`() {
    var rows = SampleRows()
    for (budget, stalls) in [(16, 4.0), (64, 4.0)] {
      rows.add(
        "lru", budget: budget * SampleRows.mib, Figures(stalls: stalls, band: "critical"))
    }
    #expect(
      answer(rows).contains(
        "with each of 2 settings, 4.00 s of stall remain per session. Every run is still critical "
          + "(hitches, late frames or missing screen)."),
      "\(answer(rows))")
    #expect(rows.report().document.enough.isEmpty)
  }

  @Test func `the answer names devices with different results`() {
    var rows = SampleRows()
    rows.add("lru", device: "old", Figures(stalls: 3))
    rows.add("sieve", device: "old", Figures(stalls: 4))
    rows.add("lru", device: "new", Figures(stalls: 0.2))
    rows.add("sieve", device: "new", Figures(stalls: 0.1))
    #expect(
      answer(rows).contains(
        "On old no setting beats lru in this one session: 3.00 s of stall per session. "
          + "On new the best found is sieve: 0.10 s of stall per session. That is 0.10 s (50 %) less than "
          + "the simplest setting (lru) in this one session."),
      "\(answer(rows))")
  }

  @Test func `the smallest budget without a visibly better one is recommended`() {
    var rows = SampleRows()
    for (budget, stalls) in [(16, 4.0), (32, 1.05), (64, 1.0), (128, 0.995)] {
      rows.add("lru", budget: budget * SampleRows.mib, Figures(stalls: stalls))
    }
    #expect(answer(rows).contains("The best found is 64MiB: 1.00 s"), "\(answer(rows))")
    #expect(
      answer(rows).contains(
        "Other budgets: 16MiB stalls 3.00 s more; 32MiB 0.050 s more; 128MiB 0.0050 s less, no "
          + "visible difference."), "\(answer(rows))")
  }

  @Test func `the difference between worst and best explains the stalls`() {
    var rows = SampleRows()
    rows.add("lru", Figures(stalls: 1, absences: ["neverAsked": 50, "evicted": 5]))
    rows.add("fifo", Figures(stalls: 2, absences: ["neverAsked": 50, "evicted": 30]))
    #expect(
      answer(rows).contains(
        "fifo stalls most: 2.00 s per run. On average 80 images of a run were late or never shown. "
          + "For 30 of these the reason is: evicted after it was shown (with lru: 5)."))
  }

  @Test func `the answer for an unfinished sweep states the progress first`() {
    var rows = SampleRows()
    rows.add("lru")
    #expect(answer(rows, asked: 80).hasPrefix("So far 1 of 80 runs are finished"))
  }

  @Test func `the answer names synthetic scrolling and estimates`() {
    var rows = SampleRows()
    rows.add("lru", trace: "a.scroll", kind: "synthetic", Figures(stalls: 1))
    rows.add("sieve", trace: "a.scroll", kind: "synthetic", Figures(stalls: 2))
    #expect(
      answer(rows).contains(
        "The scrolling is synthetic, and some figures of the device are estimates"))
  }
}
