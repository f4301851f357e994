/// Bars made of parts, with a legend of the parts above them.
package struct StackedBarChart: Sendable {
  package struct Bar: Sendable {
    package var name: String
    /// One for each part, in the order of the legend.
    package var values: [Double]
    /// The sum with its unit.
    package var text: String

    package init(name: String, values: [Double], text: String) {
      self.name = name
      self.values = values
      self.text = text
    }
  }

  private static let width = 380.0, rowHeight = 20.0
  private let id: String, title: String, summary: String
  private let axis: Axis
  private let parts: [String]
  private let bars: [Bar]
  private let unit: String
  private let styles: [Int]

  /// A chart of bars made of parts.
  /// - Parameters:
  ///   - id: of the drawing.
  ///   - title: what it shows, and of what.
  ///   - summary: what it says, in a sentence.
  ///   - axis: of the sums.
  ///   - unit: of the values, for the note at each part.
  ///   - parts: their names; those after the seventh share the colors of the first, with a stripe
  ///     through them.
  ///   - bars: from above.
  ///   - styles: the color of each part; in their order if nil.
  package init(
    id: String, title: String, summary: String, axis: Axis, unit: String, parts: [String],
    bars: [Bar], styles: [Int]? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.axis = axis
    self.unit = unit
    self.parts = parts
    self.bars = bars
    self.styles = styles ?? Array(parts.indices)
  }

  package var drawing: Drawing {
    let names = min(150, (bars.map { TextWidth.estimate($0.name, size: 11) }.max() ?? 0) + 8)
    let texts = min(110, (bars.map { TextWidth.estimate($0.text, size: 11) }.max() ?? 0) + 10)
    var svg = Markup()
    let top = drawLegend(&svg)
    let bottom = top + 4 + Self.rowHeight * Double(bars.count)
    let frame = Frame(left: names, top: top, right: Self.width - texts, bottom: bottom)
    let scale = axis.scale(from: frame.left, to: frame.right)
    frame.drawBelow(axis, hasGrid: true, &svg)
    for (row, bar) in bars.enumerated() {
      svg.newline()
      draw(bar, at: top + 4 + Double(row) * Self.rowHeight, frame, scale, &svg)
    }
    return .titled(
      title, id: id, summary: summary, width: Self.width, height: bottom + 38, content: svg)
  }

  /// Draws the legend and returns where it ends.
  private func drawLegend(_ svg: inout Markup) -> Double {
    var (x, y) = (0.0, 20.0)
    for (index, part) in parts.enumerated() {
      let width = TextWidth.estimate(part, size: 11) + 24
      if x > 0, x + width > Self.width { (x, y) = (0, y + 16) }
      drawBox(index, x: x, y: y, width: 11, height: 11, note: nil, &svg)
      svg.label(part, x: x + 15, y: y + 10)
      x += width
    }
    return y + 20
  }

  private func draw(
    _ bar: Bar, at y: Double, _ frame: Frame, _ scale: Scale, _ svg: inout Markup
  ) {
    let height = Self.rowHeight - 6
    svg.label(
      TextWidth.shortened(bar.name, to: frame.left - 6, size: 11), x: frame.left - 6,
      y: y + height - 3, anchor: .end)
    var sum = 0.0
    for (index, value) in bar.values.enumerated() where value > 0 {
      let (start, end) = (scale(sum), scale(min(sum + value, scale.values.upperBound)))
      sum += value
      drawBox(
        index, x: start, y: y, width: max(0.5, end - start), height: height,
        note: "\(bar.name), \(parts[index]): \(PlainNumber.text(value, decimals: 1)) \(unit)", &svg)
    }
    svg.label(bar.text, x: scale(min(sum, scale.values.upperBound)) + 5, y: y + height - 3)
  }

  private func drawBox(
    _ part: Int, x: Double, y: Double, width: Double, height: Double, note: String?,
    _ svg: inout Markup
  ) {
    let (left, top) = (Coordinate.text(x), Coordinate.text(y))
    let (wide, high) = (Coordinate.text(width), Coordinate.text(height))
    let isStriped = styles[part] >= Palette.seriesCount
    svg.element(
      "rect",
      [
        "class": SeriesStyle.fill(styles[part]), "x": left, "y": top, "width": wide, "height": high,
      ]
    ) { box in if let note { box.element("title", text: note) } }
    guard isStriped, width > 2 else { return }
    // A white bar through the middle tells the second round of colors from the first.
    svg.element(
      "path",
      [
        "d": "M\(left) \(Coordinate.text(y + height / 2))h\(wide)",
        "style": "stroke:var(--bg);stroke-width:2",
      ])
  }
}
