import ScrollCore
import ScrollPages

/// Draws a residency map over the curve of the scroll offset, with one axis of time.
struct ResidencyDrawing {
  static let width = 1000.0, left = 56.0, right = 990.0
  private static let most = (columns: 900, rows: 320)
  /// The most that the cells of a map take as text.
  private static let mostBytes = 70_000

  let map: ResidencyMap
  let id: String
  let items: Range<Int>
  let grid: ResidencyGrid
  let paths: [String]

  /// Fills the cells, in fewer and larger ones where a run has too many stretches for a page.
  init(_ map: ResidencyMap, id: String) {
    self.map = map
    self.id = id
    items = map.itemsConcerned
    var (columns, rows) = (Self.most.columns, Self.most.rows)
    var grid = ResidencyGrid(map, items: items, columns: columns, rows: rows)
    var paths = grid.paths
    while paths.reduce(0, { $0 + $1.utf8.count }) > Self.mostBytes, columns > 30 {
      (columns, rows) = (columns * 3 / 4, rows * 3 / 4)
      grid = ResidencyGrid(map, items: items, columns: columns, rows: rows)
      paths = grid.paths
    }
    self.grid = grid
    self.paths = paths
  }

  var drawing: Drawing { drawn.drawing }

  /// The drawing, and the part of it in which items lie over time.
  var drawn: (drawing: Drawing, plot: Frame) {
    var svg = Markup()
    svg.label("Where every image was", x: 0, y: 12, classes: "strong")
    let top = drawLegend(&svg) + 18
    let height = min(288, max(60, Double(grid.rows) * 14))
    let upper = Frame(left: Self.left, top: top, right: Self.right, bottom: top + height)
    let lower = Frame(
      left: Self.left, top: upper.bottom + 44, right: Self.right, bottom: upper.bottom + 136)
    let times = Scale(0...max(1e-9, map.duration.seconds), from: Self.left, to: Self.right)
    svg.newline()
    drawPauses(upper, lower, times, &svg)
    drawCells(upper, &svg)
    drawItems(upper, &svg)
    drawEarlyEvictions(upper, &svg)
    OffsetPanel(map).draw(in: lower, times, &svg)
    drawEnds(upper, lower, times, &svg)
    drawTimes(upper, lower, times, &svg)
    let drawing = Drawing(
      id: id, title: "Where every image was", summary: map.summary, width: Self.width,
      height: lower.bottom + 36, content: svg)
    return (drawing, upper)
  }

  func drawCells(_ frame: Frame, _ svg: inout Markup) {
    let (wide, high) = (frame.width / Double(grid.columns), frame.height / Double(grid.rows))
    func transform(_ y: Double) -> String {
      "matrix(\(Self.exact(wide)) 0 0 \(Self.exact(high)) "
        + "\(Coordinate.text(frame.left)) \(Coordinate.text(y)))"
    }
    // The least important is drawn first, though no cell is drawn twice.
    for state in ResidencyState.allCases.reversed() where !paths[state.rawValue].isEmpty {
      let path = paths[state.rawValue]
      svg.element(
        "path",
        [
          "id": "\(id)-\(state)", "d": path, "fill": "none",
          "transform": transform(frame.top + high / 2),
          "style":
            "stroke:\(state.color);stroke-width:\(Coordinate.text(high < 3 ? 1 : state.height))",
        ])
      svg.newline()
      guard let hatch = state.hatch else { continue }
      // The hatch is of the page's size, whatever that of the cells.
      let name = "\(id)-\(hatch)-cells"
      define(hatch, as: name, "scale(\(Self.exact(1 / wide)) \(Self.exact(1 / high)))", &svg)
      svg.element(
        "path",
        [
          "d": path, "fill": "none", "transform": transform(frame.top + high / 2),
          "style": "stroke:url(#\(name));stroke-width:1",
        ])
      svg.newline()
    }
    svg.element(
      "path",
      [
        "d": grid.outline, "fill": "none", "transform": transform(frame.top),
        "style": "stroke:var(--ink);stroke-width:.7;vector-effect:non-scaling-stroke",
      ])
    svg.newline()
  }

  /// Millionths are enough to place a thousand cells.
  static func exact(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 6)
  }
}
