/// A chart of vertical columns with their names below, for example a histogram.
package struct ColumnChart: Sendable {
  package struct Column: Sendable {
    var name: String
    var value: Double
    /// The text of the value, which is above the column.
    var text: String

    package init(name: String, value: Double, text: String) {
      self.name = name
      self.value = value
      self.text = text
    }
  }

  private static let widest = 56.0
  private let id: String, title: String, summary: String
  private let below: String
  private let y: Axis
  private let columns: [Column]
  private let size: (width: Double, height: Double)

  /// Creates a chart of columns.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - below: The title of the column names, with their unit.
  ///   - y: The axis at the left, from 0.
  ///   - columns: The columns, from the left; without columns the frame is empty.
  ///   - width: The width of the drawing.
  ///   - height: The height of the drawing.
  package init(
    id: String, title: String, summary: String, below: String, y: Axis, columns: [Column],
    width: Double, height: Double
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.below = below
    self.y = y
    self.columns = columns
    size = (width, height)
  }

  package var drawing: Drawing {
    let labels = y.ticks.map { TextWidth.estimate($0.label, size: 11) }.max() ?? 0
    let frame = Frame(
      left: labels + 8, top: 46, right: size.width - 8, bottom: size.height - 38)
    var svg = Markup()
    frame.drawLeft(y, &svg)
    let line = "M\(Coordinate.text(frame.left)) \(Coordinate.text(frame.bottom))"
    svg.element("path", ["class": "axis", "d": line + "H\(Coordinate.text(frame.right))"])
    svg.label(
      below, x: (frame.left + frame.right) / 2, y: frame.bottom + 30, anchor: .middle,
      classes: "faint")
    let up = y.scale(from: frame.bottom, to: frame.top)
    let step = frame.width / Double(max(1, columns.count))
    let width = min(step * 0.8, Self.widest)
    // Only every n-th name has room.
    let widest = columns.map { TextWidth.estimate($0.name, size: 11) }.max() ?? 0
    let every = max(1, Int(((widest + 6) / step).rounded(.up)))
    let hasTexts = columns.allSatisfy { TextWidth.estimate($0.text, size: 11) <= step }
    for (index, column) in columns.enumerated() {
      svg.newline()
      let left = frame.left + Double(index) * step
      let (top, middle) = (up(column.value), left + step / 2)
      svg.element(
        "rect",
        [
          "class": SeriesStyle.fill(0), "x": Coordinate.text(middle - width / 2),
          "y": Coordinate.text(top), "width": Coordinate.text(width),
          "height": Coordinate.text(frame.bottom - top),
        ]
      ) { $0.element("title", text: "\(column.name): \(column.text)") }
      if index.isMultiple(of: every) {
        svg.label(
          column.name, x: middle, y: frame.bottom + 15, anchor: .middle, classes: "faint")
      }
      if hasTexts, column.value > 0 {
        svg.label(column.text, x: middle, y: top - 4, anchor: .middle)
      }
    }
    return .titled(
      title, id: id, summary: summary, width: size.width, height: size.height, content: svg)
  }
}
