import ScrollCore
import ScrollPages
import Testing

/// The positions of the names of curves, and of titles.
@Suite struct LineNamesTests {
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

  private static let budgets = [16.0, 32, 64, 128, 256, 512]

  private func drawn(_ curves: [(name: String, values: [Double])]) -> DrawnShapes {
    let series = curves.enumerated().map { style, curve in
      LineChart.Series(
        name: curve.name, style: style,
        points: zip(Self.budgets, curve.values).map { LineChart.Point(x: $0, y: $1) })
    }
    return DrawnShapes(
      LineChart(
        id: "lines", title: "", summary: "",
        x: Axis("MiB", .logarithmic, ticks: Self.budgets.map { Axis.Tick($0, "\(Int($0))") }),
        y: .fromZero("s", covering: curves.flatMap(\.values)), unit: "s", series: series
      ).drawing)
  }

  /// Returns the shape of a curve's name.
  private func name(_ text: String, in shapes: DrawnShapes) throws -> DrawnShapes.Shape {
    try #require(shapes.texts(text).first, "no name '\(text)'")
  }

  /// Returns the corners of the curves.
  private func lines(_ shapes: DrawnShapes) -> [[(x: Double, y: Double)]] {
    shapes.shapes.filter { $0.classes.contains("line") }.map(\.points)
  }

  @Test func `names follow the ends of curves that end apart`() throws {
    let shapes = drawn([("lru", [4, 4, 4, 4, 4, 4]), ("sieve", [1, 1, 1, 1, 1, 1])])
    let names = try ["lru", "sieve"].map { try name($0, in: shapes) }
    let ends = lines(shapes).flatMap { $0 }.filter { point in
      point.x == lines(shapes)[0].map(\.x).max()
    }
    #expect(names.allSatisfy { name in ends.contains { abs($0.y + 4 - name["y"]) < 0.02 } })
    #expect(names.allSatisfy { name in ends.allSatisfy { $0.x < name.span.lowerBound } })
  }

  @Test func `curves that end together have their names where they are apart`() throws {
    let shapes = drawn([("lru", [4, 3.9, 3, 1, 1, 1]), ("sieve", [2, 1.4, 1.2, 1, 1, 1])])
    for text in ["lru", "sieve"] {
      let name = try name(text, in: shapes)
      #expect(name.classes.contains("halo"), "\(text) is in the column")
      #expect(name.span.upperBound < lines(shapes)[0].map(\.x)[3], "\(text) is at \(name.span)")
    }
  }

  @Test func `indistinguishable curves are one line with all names`() throws {
    let values = [4.0, 3, 2, 1, 1, 1]
    let shapes = drawn([("lru", values), ("sieve", values)])
    #expect(lines(shapes).count == 1)
    #expect(shapes.texts("lru, sieve").count == 1)
  }

  @Test func `a line with too many names counts the omitted ones`() throws {
    let values = [4.0, 3, 2, 1, 1, 1]
    let shapes = drawn((0..<9).map { ("policy-\($0)", values) })
    #expect(shapes.texts("policy-0 +8").count == 1, "\(shapes.texts.map(\.text))")
  }

  @Test func `names in the column are apart, and a line connects each to its curve`() throws {
    let names = (0..<5).map { "policy-\($0)" }
    let shapes = drawn(
      names.enumerated().map { ($1, Array(repeating: 1 + 0.05 * Double($0), count: 6)) })
    let heights = try names.map { try name($0, in: shapes)["y"] }.sorted()
    #expect(zip(heights, heights.dropFirst()).allSatisfy { $1 - $0 >= 12.98 }, "\(heights)")
    #expect(shapes.shapes.count { $0.attributes["opacity"] == "0.5" } == 5)
  }

  @Test(arguments: 0..<60)
  func `a name among the curves touches no other name and no curve`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let curves = (0..<5).map { policy in
      (
        name: "policy-\(policy)",
        values: Self.budgets.indices.map { $0 < 4 ? Double(random.below(100)) : 10 }
      )
    }
    let shapes = drawn(curves)
    let names = shapes.texts.filter { $0.text.hasPrefix("policy-") && $0.classes.contains("halo") }
    for (index, name) in names.enumerated() {
      let (left, right) = (name.span.lowerBound, name.span.upperBound)
      let (top, bottom) = (name["y"] - 9, name["y"] + 3)
      for other in names[..<index] where abs(other["y"] - name["y"]) < 12 {
        #expect(!name.span.overlaps(other.span), "seed \(seed): \(name.text), \(other.text)")
      }
      for line in lines(shapes) {
        for (start, end) in zip(line, line.dropFirst()) {
          for share in stride(from: 0.0, through: 1, by: 0.01) {
            let x = start.x + share * (end.x - start.x), y = start.y + share * (end.y - start.y)
            let isInside = x > left + 0.1 && x < right - 0.1 && y > top + 0.1 && y < bottom - 0.1
            #expect(!isInside, "seed \(seed): a curve crosses \(name.text) at \(x), \(y)")
          }
        }
      }
    }
  }
}
