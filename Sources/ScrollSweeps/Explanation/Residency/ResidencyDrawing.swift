import ScrollCore
import ScrollPages

/// Draws a residency map over the curve of the scroll offset, with one axis of time.
struct ResidencyDrawing {
  static let width = 1000.0, left = 56.0, right = 990.0
  private static let most = (columns: 900, rows: 320)
  /// The maximum size of the map's cells as text, in bytes.
  private static let mostBytes = 70_000

  let map: ResidencyMap
  let id: String
  let items: Range<Int>
  let grid: ResidencyGrid
  let paths: [String]

  /// Creates the drawing; fills fewer and larger cells if a run has too many stretches for a page.
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

  /// The drawing, and the part of it that shows items over time.
  var drawn: (drawing: Drawing, plot: Frame) {
    var svg = Markup()
    svg.label("The state of every image over time", x: 0, y: 12, classes: "strong")
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
      id: id, title: "The state of every image over time", summary: map.summary, width: Self.width,
      height: lower.bottom + 36, content: svg)
    return (drawing, upper)
  }

  func drawCells(_ frame: Frame, _ svg: inout Markup) {
    let (wide, high) = (frame.width / Double(grid.columns), frame.height / Double(grid.rows))
    func transform(_ y: Double) -> String {
      "matrix(\(Self.exact(wide)) 0 0 \(Self.exact(high)) "
        + "\(Coordinate.text(frame.left)) \(Coordinate.text(y)))"
    }
    // The least important state is drawn first, though no cell is drawn twice.
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
      // The size of the hatch depends on the page, not on the cells.
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

  /// Returns a coordinate in millionths, which is precise enough to place a thousand cells.
  static func exact(_ value: Double) -> String {
    NumberText.fixed(value, decimals: 6)
  }
}

/// The items beside a map, and their early evictions.
extension ResidencyDrawing {
  func drawItems(_ frame: Frame, _ svg: inout Markup) {
    svg.label("item", x: 0, y: frame.top - 6, classes: "faint")
    let (first, last) = (items.lowerBound, max(items.lowerBound, items.upperBound - 1))
    let round = NiceTicks.fromZero(covering: [Double(last - first)], count: 5).map { Int($0) }
    let step = max(1, round.count > 1 ? round[1] : 1)
    var ticks = [first]
    var next = (first / step + 1) * step
    while next <= last {
      if next - first >= step / 2 || first == 0 { ticks.append(next) }
      next += step
    }
    for item in ticks {
      let row = (Double(item - first) + 0.5) / Double(max(1, items.count))
      svg.label(
        NumberText.count(item), x: frame.left - 5, y: frame.top + row * frame.height + 4,
        anchor: .end, classes: "faint")
    }
    svg.element(
      "path",
      [
        "class": "axis",
        "d": "M\(Coordinate.text(frame.left)) \(Coordinate.text(frame.top))"
          + "V\(Coordinate.text(frame.bottom))H\(Coordinate.text(frame.right))",
      ])
    svg.newline()
  }

  /// Draws one ring for early evictions that lie close together.
  func drawEarlyEvictions(_ frame: Frame, _ svg: inout Markup) {
    guard !map.earlyEvictions.isEmpty else { return }
    let size = 6.0
    var seen: Set<Int> = []
    var path = ""
    for eviction in map.earlyEvictions where items.contains(eviction.item) {
      let share = Double(eviction.evicted.nanoseconds) / Double(max(1, map.duration.nanoseconds))
      let row = (Double(grid.row(of: eviction.item)) + 0.5) / Double(grid.rows)
      let (x, y) = (frame.left + share * frame.width, frame.top + row * frame.height)
      guard seen.insert(Int(x / size) * 1000 + Int(y / size)).inserted else { continue }
      path += "M\(Int(x.rounded())) \(Coordinate.text((y * 2).rounded() / 2))h0"
    }
    Self.drawRings(path, &svg)
    svg.newline()
  }
}

/// The legend of a map: its colors and hatches.
extension ResidencyDrawing {
  func drawLegend(_ svg: inout Markup) -> Double {
    for state in ResidencyState.allCases {
      if let hatch = state.hatch { define(hatch, as: "\(id)-\(hatch)", "scale(1)", &svg) }
    }
    svg.newline()
    var (x, y) = (Self.left, 24.0)
    func place(_ label: String, swatch: (Double, Double) -> Void, _ svg: inout Markup) {
      let width = TextWidth.estimate(label, size: 11) + 38
      if x > Self.left, x + width > Self.right { (x, y) = (Self.left, y + 17) }
      swatch(x, y)
      svg.label(label, x: x + 25, y: y + 9)
      x += width
    }
    for state in ResidencyState.allCases
    where !paths[state.rawValue].isEmpty || state == .blank {
      var mark = Markup()
      place(
        state.label,
        swatch: { x, y in
          let path = "M\(Coordinate.text(x)) \(Coordinate.text(y + 5))h20"
          drawStroke(path, state, width: 11 * state.height, &mark)
        }, &svg)
      svg.append(mark)
    }
    var mark = Markup()
    place(
      "edge of the viewport",
      swatch: { x, y in
        mark.element(
          "path",
          [
            "d": "M\(Coordinate.text(x)) \(Coordinate.text(y + 5))h20", "fill": "none",
            "style": "stroke:var(--ink)",
          ])
      }, &svg)
    if !map.earlyEvictions.isEmpty {
      place(
        "evicted too early (\(map.earlyEvictions.count))",
        swatch: { x, y in
          Self.drawRings("M\(Coordinate.text(x + 10)) \(Coordinate.text(y + 5))h0", &mark)
        }, &svg)
    }
    svg.append(mark)
    return y + 11
  }

  /// Draws lines in a state's color, with its hatch over them.
  func drawStroke(
    _ path: String, _ state: ResidencyState, width: Double, _ svg: inout Markup
  ) {
    let width = Coordinate.text(width)
    svg.element(
      "path",
      ["d": path, "fill": "none", "style": "stroke:\(state.color);stroke-width:\(width)"])
    guard let hatch = state.hatch else { return }
    svg.element(
      "path",
      [
        "d": path, "fill": "none",
        "style": "stroke:url(#\(id)-\(hatch));stroke-width:\(width)",
      ])
  }

  /// Defines a hatch in the background's color.
  func define(
    _ hatch: ResidencyState.Hatch, as name: String, _ transform: String, _ svg: inout Markup
  ) {
    svg.element(
      "pattern",
      [
        "id": name, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
        "patternTransform": transform,
      ]
    ) {
      $0.element(
        "path",
        [
          "d": hatch.path,
          "style": "stroke:var(--bg);stroke-width:1.6",
        ])
    }
  }

  static func drawRings(_ path: String, _ svg: inout Markup) {
    for (color, width) in [("ink", "6.4"), ("bg", "3.8")] {
      svg.element(
        "path",
        [
          "d": path, "fill": "none", "stroke-linecap": "round",
          "style": "stroke:var(--\(color));stroke-width:\(width)",
        ])
    }
  }
}

/// The time axis, and the events of the app along it.
extension ResidencyDrawing {
  func drawPauses(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    for pause in map.pauses where pause.from < pause.to {
      let (from, to) = (times(pause.from.seconds), times(pause.to.seconds))
      svg.element(
        "rect",
        [
          "x": Coordinate.text(from), "y": Coordinate.text(upper.top),
          "width": Coordinate.text(max(0.5, to - from)),
          "height": Coordinate.text(lower.bottom - upper.top), "style": "fill:var(--grid)",
        ]
      ) { $0.element("title", text: "in the background") }
      guard to - from > 60 else { continue }
      svg.label(
        "background", x: (from + to) / 2, y: upper.bottom + 14, anchor: .middle,
        classes: "faint")
    }
  }

  /// Draws the lines where the app was relaunched, and where it was killed.
  func drawEnds(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    func line(_ time: SimTime, dashes: String) -> Double {
      let x = times(time.seconds)
      svg.element(
        "path",
        [
          "class": "line", "stroke-dasharray": dashes, "style": "stroke:var(--ink)",
          "d": "M\(Coordinate.text(x)) \(Coordinate.text(upper.top))"
            + "V\(Coordinate.text(lower.bottom))",
        ])
      return x
    }
    var free = Self.left
    /// Writes a name beside its line, unless another name is there.
    func name(_ text: String, at x: Double) {
      let width = TextWidth.estimate(text, size: 11)
      let isLeft = x + width + 8 > Self.right
      guard (isLeft ? x - width - 5 : x) >= free else { return }
      free = isLeft ? x : x + width + 8
      svg.label(
        text, x: isLeft ? x - 5 : x + 5, y: upper.bottom + 14, anchor: isLeft ? .end : .start,
        classes: "strong halo")
    }
    for time in map.relaunches { name("started again", at: line(time, dashes: "2 3")) }
    if let death = map.death { name("killed: \(death)", at: line(map.end, dashes: "none")) }
  }

  func drawTimes(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    let ticks = NiceTicks.fromZero(covering: [map.duration.seconds], count: 10)
    let decimals = NiceTicks.decimals(ticks)
    for tick in ticks where tick <= map.duration.seconds {
      let x = Coordinate.text(times(tick))
      for frame in [upper, lower] {
        svg.element("path", ["class": "axis", "d": "M\(x) \(Coordinate.text(frame.bottom))v4"])
      }
      svg.label(
        NumberText.fixed(tick, decimals: decimals), x: times(tick), y: lower.bottom + 15,
        anchor: .middle, classes: "faint")
    }
    svg.label(
      "time, s", x: (lower.left + lower.right) / 2, y: lower.bottom + 30, anchor: .middle,
      classes: "faint")
  }
}
