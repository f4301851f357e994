/// A grid of values, darker for more, each with its figure in it.
package struct HeatMap: Sendable {
  package struct Cell: Sendable {
    /// How dark: 0 for not at all, 1 and above for the darkest.
    package var shade: Double
    package var text: String

    package init(shade: Double, text: String) {
      self.shade = shade
      self.text = text
    }
  }

  private static let width = 380.0, rowHeight = 22.0
  private let id: String, title: String, summary: String
  private let rows: [String], columns: [String]
  private let cells: [[Cell?]]

  /// A grid of values.
  /// - Parameters:
  ///   - id: of the drawing.
  ///   - title: what it shows, and of what.
  ///   - summary: what it says, in a sentence.
  ///   - rows: their names, from above.
  ///   - columns: their names, from the left.
  ///   - cells: one for each row and column; nil where there is nothing.
  package init(
    id: String, title: String, summary: String, rows: [String], columns: [String],
    cells: [[Cell?]]
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.rows = rows
    self.columns = columns
    self.cells = cells
  }

  package var drawing: Drawing {
    let names = min(160, (rows.map { TextWidth.estimate($0, size: 11) }.max() ?? 0) + 8)
    let column = min(90, (Self.width - names) / Double(max(1, columns.count)))
    var svg = Markup()
    svg.label(title, x: 0, y: 12, classes: "strong")
    // Names that are wider than their columns stand on two heights in turn.
    let isCrowded = columns.contains { TextWidth.estimate($0, size: 11) > column - 4 }
    let top = isCrowded ? 46.0 : 34.0
    for (index, name) in columns.enumerated() {
      let y = isCrowded && index.isMultiple(of: 2) ? top - 17 : top - 5
      svg.label(
        TextWidth.shortened(name, to: isCrowded ? 2 * column - 6 : column - 2, size: 11),
        x: names + (Double(index) + 0.5) * column, y: y, anchor: .middle, classes: "faint")
    }
    for (row, name) in rows.enumerated() {
      svg.newline()
      let y = top + Double(row) * Self.rowHeight
      svg.label(
        TextWidth.shortened(name, to: names - 6, size: 11), x: names - 6, y: y + 15, anchor: .end)
      for (index, cell) in cells[row].enumerated() {
        guard let cell else { continue }
        draw(
          cell, step: Self.step(cell.shade), x: names + Double(index) * column, y: y,
          width: column, note: "\(name), \(columns[index]): \(cell.text)", &svg)
      }
    }
    return Drawing(
      id: id, title: title, summary: summary, width: Self.width,
      height: top + Double(rows.count) * Self.rowHeight + 4, content: svg)
  }

  private func draw(
    _ cell: Cell, step: Int, x: Double, y: Double, width: Double, note: String, _ svg: inout Markup
  ) {
    svg.element(
      "rect",
      [
        "class": "h\(step)", "x": Coordinate.text(x + 1), "y": Coordinate.text(y + 1),
        "width": Coordinate.text(width - 2), "height": Coordinate.text(Self.rowHeight - 2),
      ]
    ) { $0.element("title", text: note) }
    svg.label(
      TextWidth.shortened(cell.text, to: width - 4, size: 11), x: x + width / 2, y: y + 15,
      anchor: .middle, classes: "t\(step)")
  }

  /// The step of a shade: none is the first, 1 and above the last.
  static func step(_ shade: Double) -> Int {
    guard shade < 1 else { return Palette.stepCount - 1 }
    return max(0, Int(shade * Double(Palette.stepCount)))
  }
}
