/// A chart of horizontal bars, the first on top.
///
/// Names are at the left of the bars, values at the right.
package struct BarChart: Sendable {
  package struct Bar: Sendable {
    var name: String
    var style: Int?
    /// The length of the bar; not finite if there is no length to draw.
    package var value: Double
    /// The text at the right of the bar: the value with its unit, and further notes.
    var text: String
    /// The interval that is drawn over the end of the bar; `nil` for none.
    var interval: ClosedRange<Double>?

    package init(
      name: String, style: Int?, value: Double, text: String,
      interval: ClosedRange<Double>? = nil
    ) {
      self.name = name
      self.style = style
      self.value = value
      self.text = text
      self.interval = interval
    }
  }

  private static let width = 380.0, rowHeight = 20.0
  private let id: String, title: String, summary: String
  private let axis: Axis
  private let bars: [Bar]

  package init(id: String, title: String, summary: String, axis: Axis, bars: [Bar]) {
    self.id = id
    self.title = title
    self.summary = summary
    self.axis = axis
    self.bars = bars
  }

  package var drawing: Drawing {
    let names = min(150, (bars.map { TextWidth.estimate($0.name, size: 11) }.max() ?? 0) + 8)
    let texts = min(150, (bars.map { TextWidth.estimate($0.text, size: 11) }.max() ?? 0) + 10)
    let bottom = 24 + Self.rowHeight * Double(bars.count)
    let frame = Frame(left: names, top: 20, right: Self.width - texts, bottom: bottom)
    let scale = axis.scale(from: frame.left, to: frame.right)
    var svg = Markup()
    frame.drawBelow(axis, hasGrid: true, &svg)
    for (row, bar) in bars.enumerated() {
      svg.newline()
      draw(bar, at: frame.top + 4 + Double(row) * Self.rowHeight, frame, scale, &svg)
    }
    return .titled(
      title, id: id, summary: summary, width: Self.width, height: bottom + 38, content: svg)
  }

  private func draw(
    _ bar: Bar, at y: Double, _ frame: Frame, _ scale: Scale, _ svg: inout Markup
  ) {
    let height = Self.rowHeight - 6
    let baseline = y + height - 3
    let end = bar.value.isFinite ? scale(min(bar.value, scale.values.upperBound)) : frame.left
    svg.label(
      TextWidth.shortened(bar.name, to: frame.left - 6, size: 11), x: frame.left - 6, y: baseline,
      anchor: .end)
    svg.element(
      "rect",
      [
        "class": SeriesStyle.fill(bar.style), "x": Coordinate.text(frame.left),
        "y": Coordinate.text(y), "width": Coordinate.text(max(1, end - frame.left)),
        "height": Coordinate.text(height),
      ]
    ) { $0.element("title", text: "\(bar.name): \(bar.text)") }
    var textStart = end
    if let interval = bar.interval {
      let (low, high) = (
        scale(interval.lowerBound), scale(min(interval.upperBound, scale.values.upperBound))
      )
      let middle = Coordinate.text(y + height / 2)
      svg.element(
        "path",
        ["class": "axis", "d": "M\(Coordinate.text(low)) \(middle)H\(Coordinate.text(high))"])
      textStart = max(end, high)
    }
    svg.label(bar.text, x: textStart + 5, y: baseline)
  }
}
