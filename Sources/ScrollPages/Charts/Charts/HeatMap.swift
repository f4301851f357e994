/// A grid of values with their figures, where darker cells have higher values.
package struct HeatMap: Sendable {
  package struct Cell: Sendable {
    /// The darkness of the cell: 0 is the lightest, 1 and above is the darkest.
    var shade: Double
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

  /// Creates a grid of values.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - rows: The names of the rows, from above.
  ///   - columns: The names of the columns, from the left.
  ///   - cells: The cells, one for each row and column; `nil` for an empty cell.
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
    let room = RowNames.room(rows)
    let texts = cells.joined().compactMap { $0.map { TextWidth.estimate($0.text, size: 11) + 8 } }
    let count = Double(max(1, columns.count))
    let least = max(ColumnHeads.leastWidth(columns) + 4, texts.max() ?? 0)
    let column = max(least, min(90, (Self.width - room) / count))
    let heads = ColumnHeads(columns, over: column - 2)
    var svg = Markup()
    let top = 22 + heads.height
    for index in columns.indices {
      heads.draw(
        index, x: room + (Double(index) + 0.5) * column, bottom: top - 5, anchor: .middle, &svg)
    }
    for (row, name) in rows.enumerated() {
      svg.newline()
      let y = top + Double(row) * Self.rowHeight
      RowNames.draw(name, room: room, y: y + 15, &svg)
      for (index, cell) in cells[row].enumerated() {
        guard let cell else { continue }
        draw(
          cell, step: Self.step(cell.shade), x: room + Double(index) * column, y: y,
          width: column, note: "\(name), \(columns[index]): \(cell.text)", &svg)
      }
    }
    return .titled(
      title, id: id, summary: summary, width: max(Self.width, room + count * column),
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
      cell.text, x: x + width / 2, y: y + 15, anchor: .middle, classes: "t\(step)")
  }

  /// Returns the step of a shade: 0 is the first step, 1 and above the last.
  static func step(_ shade: Double) -> Int {
    guard shade < 1 else { return Palette.stepCount - 1 }
    return max(0, Int(shade * Double(Palette.stepCount)))
  }
}

/// The names at the left of rows, aligned to the left ends of the rows.
enum RowNames {
  private static let size = 11.0, most = 160.0, gap = 6.0

  /// Returns the width of the names, with the gap behind them.
  static func room(_ names: [String]) -> Double {
    min(most, (names.map { TextWidth.estimate($0, size: size) }.max() ?? 0) + gap + 2)
  }

  /// Draws a name, cut if it is wider than the available width.
  static func draw(_ name: String, room: Double, y: Double, _ svg: inout Markup) {
    svg.label(
      TextWidth.shortened(name, to: room - gap, size: size), x: room - gap, y: y, anchor: .end)
  }
}
