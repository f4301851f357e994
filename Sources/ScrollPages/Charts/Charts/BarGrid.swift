/// A table whose cells are bars with their figures on them, all in one unit and on one scale.
///
/// Each column can be read from top to bottom without a legend, and one color is enough: as in
/// `HeatMap`, blue shows an amount.
package struct BarGrid: Sendable {
  package struct Cell: Sendable, Equatable {
    /// The value, at least 0; a value that is not finite fills its cell.
    var value: Double
    package var text: String
    /// A Boolean value that indicates whether the figure is emphasized among those of its column.
    var isStrong: Bool

    package init(value: Double, text: String, isStrong: Bool = false) {
      self.value = value
      self.text = text
      self.isStrong = isStrong
    }
  }

  private static let width = 380.0, rowHeight = 20.0
  private static let narrowest = 52.0, widest = 150.0
  private let id: String, title: String, summary: String
  private let rows: [String], columns: [String]
  private let cells: [[Cell?]]

  /// Creates a table of bars.
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
    let texts = cells.joined().compactMap { $0.map { TextWidth.estimate($0.text, size: 11) + 12 } }
    let room = RowNames.room(rows)
    let least = max(
      Self.narrowest, ColumnHeads.leastWidth(columns) + 8, texts.max() ?? 0)
    let count = Double(max(1, columns.count))
    let column = max(least, min(Self.widest, (Self.width - room) / count))
    let heads = ColumnHeads(columns, over: column - 6)
    var svg = Markup()
    let top = 22 + heads.height
    for index in columns.indices {
      heads.draw(
        index, x: room + Double(index + 1) * column - 5, bottom: top - 5, anchor: .end, &svg)
    }
    let most = cells.joined().compactMap { $0?.value }.filter(\.isFinite).max() ?? 0
    for (row, name) in rows.enumerated() {
      svg.newline()
      let y = top + Double(row) * Self.rowHeight
      RowNames.draw(name, room: room, y: y + 14, &svg)
      for (index, cell) in cells[row].enumerated() {
        guard let cell else { continue }
        let share = cell.value.isFinite ? (most > 0 ? cell.value / most : 0) : 1
        draw(
          cell, share: share, x: room + Double(index) * column, y: y, width: column,
          note: "\(name), \(columns[index]): \(cell.text)", &svg)
      }
    }
    return .titled(
      title, id: id, summary: summary, width: max(Self.width, room + count * column),
      height: top + Double(rows.count) * Self.rowHeight + 4, content: svg)
  }

  private func draw(
    _ cell: Cell, share: Double, x: Double, y: Double, width: Double, note: String,
    _ svg: inout Markup
  ) {
    let (top, height) = (Coordinate.text(y + 1), Coordinate.text(Self.rowHeight - 3))
    svg.element(
      "rect",
      [
        "class": "h0", "x": Coordinate.text(x + 2), "y": top, "width": Coordinate.text(width - 4),
        "height": height,
      ]
    ) { $0.element("title", text: note) }
    if share > 0 {
      svg.element(
        "rect",
        [
          "class": "h2", "x": Coordinate.text(x + 2), "y": top,
          "width": Coordinate.text(max(1, share * (width - 4))), "height": height,
        ])
    }
    svg.label(
      cell.text, x: x + width - 6, y: y + 14, anchor: .end,
      classes: cell.isStrong ? "strong" : "")
  }
}

/// The names above the columns of a grid, broken into lines that end at one height.
///
/// A name may break between words and after hyphens. So `iphone-13-pro` takes two lines over a
/// narrow column, and all names are beside each other.
package struct ColumnHeads: Sendable {
  private static let size = 11.0, lineHeight = 13.0
  private static let mostLines = 4

  private let lines: [[String]]

  /// Creates names over columns of a width, in the units of the drawing.
  package init(_ names: [String], over width: Double) {
    lines = names.map { Self.lines($0, width: width) }
  }

  /// Returns the least width at which no part of a name is cut.
  package static func leastWidth(_ names: [String]) -> Double {
    names.flatMap(pieces).map { TextWidth.estimate(trimmed($0), size: size) }.max() ?? 0
  }

  /// The height of the names.
  package var height: Double { Double(lines.map(\.count).max() ?? 0) * Self.lineHeight }

  /// Draws the name of a column with its last line at a height.
  package func draw(
    _ column: Int, x: Double, bottom: Double, anchor: Anchor, _ svg: inout Markup
  ) {
    let texts = lines[column]
    for (index, text) in texts.enumerated() {
      let y = bottom - Double(texts.count - 1 - index) * Self.lineHeight
      svg.label(text, x: x, y: y, anchor: anchor, classes: "faint")
    }
  }

  private static func lines(_ name: String, width: Double) -> [String] {
    var lines: [String] = []
    for piece in pieces(name) {
      if let last = lines.last,
        lines.count == mostLines || TextWidth.estimate(trimmed(last + piece), size: size) <= width
      {
        lines[lines.count - 1] = last + piece
      } else {
        lines.append(piece)
      }
    }
    return lines.map { TextWidth.shortened(trimmed($0), to: width, size: size) }
  }

  /// Returns the pieces of a name.
  ///
  /// The name may break between them, and each has its final space or hyphen.
  private static func pieces(_ name: String) -> [String] {
    var pieces = [""]
    for character in name {
      pieces[pieces.count - 1].append(character)
      if character == " " || character == "-" { pieces.append("") }
    }
    return pieces.filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: String) -> String {
    text.last == " " ? String(text.dropLast()) : text
  }
}
