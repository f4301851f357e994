import ScrollPages
import Testing

@Suite struct BarGridTests {
  private func drawn(
    _ cells: [[BarGrid.Cell?]], rows: [String] = ["lru", "sieve"], columns: [String] = ["all"]
  ) -> DrawnShapes {
    DrawnShapes(drawing(cells, rows: rows, columns: columns))
  }

  private func drawing(
    _ cells: [[BarGrid.Cell?]], rows: [String], columns: [String]
  ) -> Drawing {
    BarGrid(id: "grid", title: "Grid", summary: "", rows: rows, columns: columns, cells: cells)
      .drawing
  }

  private func cell(_ value: Double, _ text: String? = nil) -> BarGrid.Cell {
    BarGrid.Cell(value: value, text: text ?? "\(value)")
  }

  @Test func `the greatest value fills its cell, and other bars are proportional`() {
    let shapes = drawn([[cell(4)], [cell(1)]])
    let (cells, bars) = (shapes.rectangles("h0"), shapes.rectangles("h2"))
    #expect(cells.map { $0["width"] } == [cells[0]["width"], cells[0]["width"]])
    #expect(bars.map { $0["width"] } == [cells[0]["width"], cells[0]["width"] / 4])
  }

  @Test func `all columns share one scale`() {
    let shapes = drawn([[cell(1), cell(2)], [cell(2), cell(1)]], columns: ["queue", "flash"])
    let widths = shapes.rectangles("h2").map { $0["width"] }
    #expect(widths == [widths[1] / 2, widths[1], widths[1], widths[1] / 2])
  }

  @Test func `an infinite value fills its cell without changing the scale`() {
    let shapes = drawn(
      [[cell(.infinity, "never"), cell(2)], [cell(2), cell(1)]], columns: ["a", "b"])
    let full = shapes.rectangles("h0")[0]["width"]
    #expect(shapes.rectangles("h2").map { $0["width"] } == [full, full, full, full / 2])
  }

  @Test func `zero has no bar, and a missing value has no cell`() {
    let shapes = drawn([[cell(0)], [nil]])
    #expect(shapes.rectangles("h2").isEmpty)
    #expect(shapes.rectangles("h0").count == 1)
  }

  @Test func `only the emphasized figure is bold`() {
    let strong = BarGrid.Cell(value: 1, text: "1", isStrong: true)
    let texts = drawn([[strong], [cell(2, "2")]]).texts
    #expect(texts.filter { $0.text == "1" }.allSatisfy { $0.classes.contains("strong") })
    #expect(!texts.filter { $0.text == "2" }.contains { $0.classes.contains("strong") })
  }

  @Test func `the title of a cell names its row, column and value`() {
    let titles = drawn([[cell(1, "1.0")], [cell(2, "2.0")]]).shapes.filter { $0.name == "title" }
    #expect(titles.map(\.text).contains("sieve, all: 2.0"))
  }

  @Test func `wide figures widen the picture`() {
    let columns = (0..<6).map { "column \($0)" }
    let row = columns.map { _ in cell(1, "1 234 567.89") }
    let drawing = drawing([row], rows: ["lru"], columns: columns)
    #expect(drawing.width > 380)
    let shapes = DrawnShapes(drawing)
    for (figure, cell) in zip(shapes.texts("1 234 567.89"), shapes.rectangles("h0")) {
      #expect(figure.span.lowerBound >= cell["x"])
      #expect(figure.span.upperBound <= cell["x"] + cell["width"])
    }
  }

  @Test func `the name of a row ends before its bars and is cut if too long`() throws {
    let name = String(repeating: "ring:ahead=1:", count: 6)
    let shapes = drawn([[cell(1)], [cell(1)]], rows: [name, "lru"])
    let label = try #require(shapes.texts.first { $0.text.hasPrefix("ring") })
    #expect(label.text.hasSuffix("…") && label.span.lowerBound >= 0)
    #expect(label.span.upperBound <= shapes.rectangles("h0")[0]["x"])
    #expect(shapes.texts("lru").count == 1)
  }
}
