import ScrollPages
import Testing

/// Where the names of curves stand.
@Suite struct LineNameTests {
  private func chart(_ curves: [String: [Double]]) -> LineChart {
    LineChart(
      id: "lines", title: "Stalls", summary: "Curves.",
      x: Axis("budget", .linear, ticks: [1, 2, 3].map { Axis.Tick($0, "\(Int($0))") }),
      y: .fromZero("stalls, s", covering: curves.values.flatMap { $0 }), unit: "s",
      series: curves.sorted { $0.key < $1.key }.enumerated().map { style, curve in
        LineChart.Series(
          name: curve.key, style: style,
          points: curve.value.enumerated().map { .init(x: Double($0.offset + 1), y: $0.element) })
      })
  }

  @Test func `curves that end apart have their names at their ends`() {
    #expect(!chart(["lru": [9, 5, 3], "sieve": [8, 2, 1]]).needsKey)
  }

  @Test func `equal curves are one line with both names`() {
    let chart = chart(["lru": [9, 5, 3], "sieve": [9, 5, 3], "arc": [4, 2, 1]])
    #expect(!chart.needsKey)
    #expect(chart.drawing.summary.hasSuffix("Drawn as one line: lru, sieve."))
  }

  @Test func `a key names curves that end in one point`() {
    let chart = chart(["lru": [9, 8.3, 8], "sieve": [8.5, 8.5, 8], "arc": [8.2, 8.1, 8]])
    #expect(chart.needsKey)
    #expect(chart.drawing.height > self.chart(["lru": [9, 5, 3]]).drawing.height)
  }

  @Test func `a long title wraps instead of being cut`() {
    let title = "Hit rate compared with lru, photo-grid-session, iphone-8, wifi-ac, ring:ahead=0.5"
    let bars = BarChart(
      id: "bars", title: title, summary: "A bar.", axis: .fromZero("s", covering: [1]),
      bars: [.init(name: "lru", style: 0, value: 1, text: "1 s")])
    #expect(!bars.drawing.inline.text.contains("\(title)</text>"))
    #expect(bars.drawing.inline.text.contains("ring:ahead=0.5</text>"))
  }
}
