import ScrollPages
import ScrollSweeps
import Testing

@Suite struct RenderingTests {
  private static let hostile =
    "</script><script>alert('x')</script>\"><img src=x onerror=alert(1)>&\u{1b}[31m|`*"

  private func hostileReport() -> SweepReport {
    var rows = SampleRows()
    rows.sweep.title = Self.hostile
    rows.sweep.spec = "title: \(Self.hostile)\naxes: {}"
    for (index, policy) in [Self.hostile, "b\(Self.hostile)"].enumerated() {
      for budget in [64, 128] {
        rows.add(
          policy, budget: budget, device: "d\(Self.hostile)", trace: "t\(Self.hostile)",
          kind: "k\(Self.hostile)",
          SampleRows.Figures(stalls: Double(index), killed: "why\(Self.hostile)"))
        rows.add(
          policy, budget: budget, device: "e\(Self.hostile)", trace: "u\(Self.hostile)",
          kind: "recorded", SampleRows.Figures(stalls: Double(index)))
      }
    }
    return rows.report()
  }

  @Test func `markup in names stays text on the page`() {
    let html = hostileReport().page(made: "scrollsim \(Self.hostile)").html
    #expect(html.components(of: "<script").count == 2, "the data and the page's own")
    #expect(!html.contains("<img"))
    #expect(!html.contains("\u{1b}"))
    #expect(html.contains("&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)"))
  }

  @Test func `markup in names stays text in Markdown`() {
    let markdown = hostileReport().markdown()
    #expect(!markdown.contains("<script") || markdown.contains("\\<script"))
    for line in markdown.split(separator: "\n") where line.contains("<script") {
      // In tables, too.
      #expect(!String(line).components(of: "<script").contains { !$0 }, "\(line)")
    }
    #expect(!markdown.contains("\u{1b}"))
  }

  @Test func `no name controls the terminal`() {
    #expect(!hostileReport().text(width: 200).contains("\u{1b}"))
  }

  @Test func `a page refers to nothing outside itself`() {
    let html = hostileReport().page(made: "scrollsim").html
    for word in ["http:", "https:", "@import", "url(", " src="] where word != " src=" {
      #expect(!html.contains(word), "\(word)")
    }
  }

  @Test func `a report of a thousand runs stays below two megabytes`() {
    var rows = SampleRows()
    for policy in 0..<5 {
      for budget in 0..<10 {
        for device in 0..<4 {
          for trace in 0..<5 {
            rows.add(
              "policy-\(policy)", budget: (budget + 1) * SampleRows.mib, device: "phone-\(device)",
              trace: "Traces/trace-\(trace).scroll",
              SampleRows.Figures(
                stalls: 1 / Double(policy + budget + device + trace + 1),
                hitRate: 1 / Double(budget + 3), absences: ["neverAsked": 3, "evicted": 7.25]))
          }
        }
      }
    }
    let html = rows.report().page(made: "scrollsim").html
    #expect(html.utf8.count < 2_000_000, "\(html.utf8.count)")
    #expect(html.contains("\"runs\":[["))
  }

  @Test func `runs that exceed a page stay in the store`() {
    var rows = SampleRows()
    for seed in 0...SweepReport.detailLimit { rows.add("lru", seed: seed) }
    let report = rows.report()
    let html = report.page(made: "scrollsim").html
    #expect(html.contains("2001 runs are too many for a page"))
    #expect(html.contains("\"runs\":[]"))
    #expect(report.runsTable.rows.isEmpty)
    #expect(report.runCount == 2001)
  }

  @Test func `equal rows give equal bytes`() {
    let first = hostileReport(), second = hostileReport()
    #expect(first.page(made: "a").html == second.page(made: "a").html)
    #expect(first.markdown() == second.markdown())
    #expect(first.text(width: 90) == second.text(width: 90))
  }

  @Test func `every picture has a unique id and a table`() {
    var ids: Set<String> = []
    for exhibit in hostileReport().exhibits {
      for picture in exhibit.pictures {
        #expect(ids.insert(picture.drawing.id).inserted, "\(picture.drawing.id)")
        #expect(!picture.table.rows.isEmpty, "\(picture.drawing.id)")
        #expect(!picture.drawing.summary.isEmpty)
      }
    }
    #expect(ids.count > 8)
  }
}

extension String {
  /// For each place where a text occurs, whether a backslash or a code span guards it.
  fileprivate func components(of text: String) -> [Bool] {
    var found: [Bool] = []
    var rest = self[...]
    while let range = rest.firstRange(of: text) {
      let before = range.lowerBound > startIndex ? self[index(before: range.lowerBound)] : " "
      found.append(before == "\\")
      rest = rest[range.upperBound...]
    }
    return found
  }
}
