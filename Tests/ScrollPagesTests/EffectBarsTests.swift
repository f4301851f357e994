import ScrollPages
import Testing

@Suite struct EffectBarsTests {
  private func drawn(_ bars: [EffectBars.Bar]) -> DrawnShapes {
    DrawnShapes(EffectBars(id: "effects", title: "Effects", summary: "", bars: bars).drawing)
  }

  private func bar(
    _ name: String, _ group: EffectBars.Group, _ value: Double
  ) -> EffectBars.Bar {
    EffectBars.Bar(name: name, group: group, value: value, text: "\(value) s")
  }

  @Test func `settings precede conditions, each under its heading`() {
    let shapes = drawn([
      bar("device", .condition, 9), bar("policy", .lever, 1), bar("budget", .lever, 2),
    ])
    let names = shapes.texts.sorted { $0["y"] < $1["y"] }.map(\.text)
      .filter { !$0.hasSuffix(" s") && $0 != "Effects" }
    #expect(
      names == [
        "Settings of the app", "policy", "budget", "Conditions outside your control", "device",
      ])
  }

  @Test func `a group without bars has no heading`() {
    let shapes = drawn([bar("policy", .lever, 1)])
    #expect(shapes.texts("Conditions outside your control").isEmpty)
    #expect(shapes.texts("Settings of the app").count == 1)
  }

  @Test func `bars are proportional to their values across groups`() {
    let shapes = drawn([bar("policy", .lever, 1), bar("device", .condition, 4)])
    let lever = shapes.rectangles("on-ink")[0]["width"]
    #expect(abs(shapes.rectangles("on-muted")[0]["width"] - 4 * lever) < 0.05)
  }

  @Test func `an effect of zero has a visible line`() {
    let shapes = drawn([bar("policy", .lever, 0)])
    #expect(shapes.rectangles("on-ink").map { $0["width"] } == [1])
  }

  @Test func `the value follows its bar within the picture`() throws {
    let text = "12.34 s, 56 % of the mean of all"
    let bar = EffectBars.Bar(name: "policy", group: .lever, value: 1, text: text)
    let drawing = EffectBars(id: "effects", title: "Effects", summary: "", bars: [bar]).drawing
    let shapes = DrawnShapes(drawing)
    let (label, rectangle) = (
      try #require(shapes.texts(text).first), shapes.rectangles("on-ink")[0]
    )
    #expect(label.span.lowerBound >= rectangle["x"] + rectangle["width"])
    #expect(label.span.upperBound <= drawing.width)
  }
}
