import ScrollSweeps
import Testing

struct SweepTargetTests {
  @Test(arguments: ["±5 %", "5%", "5 %", "+-5%", "+/-5 %"])
  func `a target accepts several spellings`(text: String) {
    #expect(SweepTarget(parsing: text)?.description == "±5 %")
  }

  @Test(arguments: ["", "5", "±", "±0 %", "-5 %", "100 %", "five %", "±5 s"])
  func `an invalid target is an error`(text: String) {
    #expect(SweepTarget(parsing: text) == nil)
  }

  @Test func `a printed spec contains its target`() throws {
    let spec = try SweepSpec.parse(
      "until: 2.5%\naxes: {trace: 'sessions:seed=1', policy: lru}", file: "spec.yml")
    #expect(spec.text.contains("until: \"±2.5 %\""))
    #expect(try SweepSpec.parse(spec.text, file: "spec.yml").until == spec.until)
  }

  @Test func `drawing doubles the sessions for each look, six times at most`() throws {
    var drawing = try #require(
      SessionDrawing(
        SweepSpec.parse("axes: {trace: 'sessions:seed=3', policy: lru}", file: "spec.yml")))
    var counts = [drawing.count]
    while drawing.next() { counts.append(drawing.count) }
    #expect(counts == [24, 48, 96, 192, 384, 768])
    #expect(drawing.spec.base.axes[.trace]?[0].text == "sessions:seed=3:count=768")
  }

  @Test func `files cannot be drawn`() throws {
    let spec = try SweepSpec.parse("axes: {trace: a.scroll, policy: lru}", file: "spec.yml")
    #expect(SessionDrawing(spec) == nil)
  }

  @Test func `intervals over several looks are longer than over one`() throws {
    func widest(_ spec: String) -> Double? {
      var rows = SampleRows()
      rows.sweep.spec = spec
      for session in 1...30 {
        let trace = "sessions:seed=1#\(session)"
        rows.add("lru", trace: trace, .init(stalls: 10))
        rows.add("sieve", trace: trace, .init(stalls: 10 - Double(session % 7) / 10))
      }
      return rows.report().widestInterval
    }
    let one = try #require(widest("axes: {}")), several = try #require(widest("until: \"±5 %\""))
    #expect(several > one * 1.1 && one > 0)
  }
}
