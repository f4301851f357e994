/// Distributions as what half, nearly all and all of their values stay below.
package struct RangeChart: Sendable {
  package struct Row: Sendable {
    package var name: String
    package var style: Int?
    /// In ascending order, one for each mark; not finite for what never comes.
    package var values: [Double]

    package init(name: String, style: Int?, values: [Double]) {
      self.name = name
      self.style = style
      self.values = values
    }
  }

  private static let width = 380.0, rowHeight = 22.0
  private let id: String, title: String, summary: String
  private let axis: Axis
  private let marks: [String]
  private let rows: [Row]

  /// A chart of distributions.
  /// - Parameters:
  ///   - id: of the drawing.
  ///   - title: what it shows, and of what.
  ///   - summary: what it says, in a sentence.
  ///   - axis: of the values.
  ///   - marks: what the values of a row are, like `p50`.
  ///   - rows: from above.
  package init(
    id: String, title: String, summary: String, axis: Axis, marks: [String], rows: [Row]
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.axis = axis
    self.marks = marks
    self.rows = rows
  }

  package var drawing: Drawing {
    let names = min(150, (rows.map { TextWidth.estimate($0.name, size: 11) }.max() ?? 0) + 10)
    let bottom = 44 + Self.rowHeight * Double(rows.count)
    let frame = Frame(left: names, top: 40, right: Self.width - 58, bottom: bottom)
    let scale = axis.scale(from: frame.left, to: frame.right)
    var svg = Markup()
    drawLegend(&svg)
    frame.drawBelow(axis, hasGrid: true, &svg)
    for (row, entry) in rows.enumerated() {
      svg.newline()
      draw(entry, at: frame.top + 12 + Double(row) * Self.rowHeight, frame, scale, &svg)
    }
    return .titled(
      title, id: id, summary: summary, width: Self.width, height: bottom + 38, content: svg)
  }

  private func drawLegend(_ svg: inout Markup) {
    var x = 5.0
    for (index, mark) in marks.enumerated() {
      svg.element(
        "path", ["d": Marker(series: index).path(x: x, y: 25, radius: 3.6), "class": "on-muted"])
      svg.label(mark, x: x + 8, y: 29, classes: "faint")
      x += TextWidth.estimate(mark, size: 11) + 26
    }
  }

  private func draw(
    _ row: Row, at y: Double, _ frame: Frame, _ scale: Scale, _ svg: inout Markup
  ) {
    svg.label(
      TextWidth.shortened(row.name, to: frame.left - 8, size: 11), x: frame.left - 8, y: y + 4,
      anchor: .end)
    let finite = row.values.filter(\.isFinite)
    let places = finite.map { scale(min($0, scale.values.upperBound)) }
    let isCut = finite.count < row.values.count
    if let first = places.first, let last = isCut ? frame.right : places.last {
      svg.element(
        "path",
        [
          "class": SeriesStyle.stroke(row.style), "opacity": "0.5", "stroke-width": "3",
          "d": "M\(Coordinate.text(first)) \(Coordinate.text(y))H\(Coordinate.text(last))",
        ])
    }
    for (index, place) in places.enumerated() {
      let note = "\(row.name), \(marks[index]): \(PlainNumber.text(finite[index], decimals: 1))"
      svg.element(
        "path",
        [
          "class": SeriesStyle.fill(row.style),
          "d": Marker(series: index).path(x: place, y: y, radius: 3.6),
        ]
      ) { $0.element("title", text: note) }
    }
    if isCut { svg.label("→ never", x: frame.right + 2, y: y + 4, classes: "faint") }
  }
}
