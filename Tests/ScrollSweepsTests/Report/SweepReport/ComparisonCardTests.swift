import ScrollPages
import ScrollSimulation
import ScrollSweeps
import Testing

/// Tests of the first screen: what you have beside what is advised, without single bars.
@Suite struct ComparisonCardTests {
  private typealias Figures = SampleRows.Figures

  private func rows(sessions: Int = 1, killed: String? = nil) -> SampleRows {
    var rows = SampleRows()
    for session in 0..<sessions {
      let more = Double(session)
      rows.add(
        "lru", trace: "\(session)",
        Figures(stalls: 5 + more, hitches: 6, killed: killed, footprint: 300 << 20))
      rows.add(
        "sieve", trace: "\(session)", Figures(stalls: 2 + more, hitches: 1, footprint: 200 << 20))
    }
    return rows
  }

  private func card(_ report: SweepReport) throws -> ReportCard {
    try #require(report.comparisonCards.first)
  }

  private func values(_ card: ReportCard, _ label: String) -> [String]? {
    card.rows.first { $0.label.hasPrefix(label) }?.values
  }

  @Test func `a card has the three axes of the present and the advised setting`() throws {
    var report = rows(sessions: 16).report()
    report.baseline = Baseline("lru", policy: "lru")
    let card = try card(report)
    #expect(card.columns == ["you have", "advised"])
    #expect(values(card, "policy") == ["lru", "sieve"])
    #expect(values(card, "stall s") == ["12.50, worst 20.00", "9.50, worst 17.00"])
    #expect(values(card, "hitch ms/s") == ["6.00, worst 6.00", "1.00, worst 1.00"])
    #expect(values(card, "peak MiB") == ["300, worst 300", "200, worst 200"])
    #expect(values(card, "killed") == ["no", "no"])
  }

  @Test func `a card of twenty sessions has their 95th percentile`() throws {
    let card = try card(rows(sessions: 20).report())
    #expect(values(card, "stall s")?.last == "11.50, 95 % 20.00")
  }

  @Test func `a card of a kept setting has one column for it`() throws {
    var report = rows().report()
    report.baseline = Baseline("sieve", policy: "sieve")
    let card = try card(report)
    #expect(card.columns.first == "you have: keep it")
    #expect(values(card, "policy")?.first == "sieve")
  }

  @Test func `a present setting that kills the app is in the card`() throws {
    var report = rows(sessions: 2, killed: "memory").report()
    report.baseline = Baseline("lru", policy: "lru")
    let card = try card(report)
    #expect(card.columns == ["you have", "advised"])
    #expect(values(card, "killed") == ["2 of 2", "no"])
  }

  @Test func `the page of one policy has no chart with a single bar`() {
    var one = SampleRows()
    for budget in [64, 128] { one.add("lru", budget: budget, Figures(stalls: Double(budget))) }
    let (single, several) = (one.report().page(made: "").html, rows().report().page(made: "").html)
    for id in ["ranking-bars", "effect-bars", "hitches-bands"] {
      #expect(!single.contains("id=\"\(id)-title\""), "\(id)")
    }
    #expect(several.contains("id=\"ranking-bars-title\""))
  }

  @Test func `a page unfolds the ranking and folds the details`() {
    let html = rows().report().page(made: "").html
    #expect(
      html.contains(
        "<section id=\"ranking\" aria-labelledby=\"ranking-title\"><details class=\"part\" id=\"ranking-details\" open=\"\">"
      ))
    for id in ["differences", "all-runs", "provenance"] {
      #expect(
        html.contains(
          "<section id=\"\(id)\" aria-labelledby=\"\(id)-title\"><details class=\"part\" id=\"\(id)-details\"><summary>"
        ),
        "\(id)")
    }
  }

  @Test func `a page begins with the recommendation`() throws {
    let html = rows().report().page(made: "").html
    let header = try #require(html.firstRange(of: "<header>")).upperBound
    let end = try #require(html.firstRange(of: "</header>")).lowerBound
    let advice = try #require(html[header..<end].firstRange(of: "The best found is sieve"))
    let card = try #require(html[header..<end].firstRange(of: "class=\"card\""))
    #expect(advice.upperBound < card.lowerBound)
  }
}

@Suite struct StackedBarTests {
  private func bar(_ parts: [Double], limit: Double) -> String {
    StackedBar(
      id: "bar", title: "Memory", summary: "",
      parts: parts.map { StackedBar.Part(text: "\($0)", value: $0, color: "kept") },
      limit: ("limit", limit)
    ).drawing.content.text
  }

  @Test func `the parts of a bar follow each other up to their sum`() {
    let text = bar([10, 30], limit: 80)
    #expect(text.contains("x=\"0\" y=\"38\" width=\"46.25\""), "\(text)")
    #expect(text.contains("x=\"47.25\" y=\"38\" width=\"140.75\""), "\(text)")
    #expect(text.contains("M378 32V66"), "\(text)")
  }

  @Test func `a bar beyond its limit crosses the limit`() {
    let text = bar([100], limit: 50)
    #expect(text.contains("M189 32V66") && text.contains("width=\"377\""), "\(text)")
  }
}
