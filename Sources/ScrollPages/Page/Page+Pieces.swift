extension Markup {
  /// A table with its header, in a box that scrolls sideways where it is wider than the page.
  ///
  /// The box can have the focus, for keys to scroll it. It is a group and not a region: regions are
  /// landmarks, and its section is one already.
  ///
  /// - Parameters:
  ///   - table: what is in it.
  ///   - caption: what it shows.
  ///   - id: of the table, for filters; nil for none.
  package mutating func table(_ table: Table, caption: String, id: String? = nil) {
    element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption]) {
      $0.append(
        verbatim: "<table class=\"\(Self.classes(of: table))\"\(id.map { " id=\"\($0)\"" } ?? "")>")
      $0.element("caption", text: caption)
      $0.element("thead") { $0.element("tr") { Self.header(table, &$0) } }
      $0.newline()
      $0.element("tbody") { for row in table.rows { Self.row(row, of: table, &$0) } }
      $0.append(verbatim: "</table>")
    }
    newline()
  }

  /// A table with sentences is as narrow as the page, others are as wide as their names.
  private static func classes(of table: Table) -> String {
    table.columns.contains { $0.content == .prose } ? "sortable fitted" : "sortable"
  }

  private static func header(_ table: Table, _ row: inout Markup) {
    for column in table.columns {
      row.element(
        "th", column.alignment == .right ? ["scope": "col", "class": "n"] : ["scope": "col"],
        text: column.header.visible)
    }
  }

  private static func row(_ cells: [String], of table: Table, _ body: inout Markup) {
    body.element("tr") { row in
      for (cell, column) in zip(cells, table.columns) {
        switch (column.alignment, column.content) {
        case (.right, _): row.element("td", ["class": "n"], text: cell.visible)
        case (_, .prose): row.element("td", ["class": "prose"], text: cell.visible)
        default: row.element("td", text: cell.visible)
        }
      }
    }
    body.newline()
  }

  /// How wide a drawing becomes on a page.
  package enum FigureWidth: Sendable {
    /// A column's.
    case column
    /// So that its letters are as large as those in a column.
    case natural
    /// The page's.
    case whole
  }

  /// A drawing with what it says, and its figures as a table to unfold.
  ///
  /// What is wider than a column scrolls where the screen is narrower.
  package mutating func figure(
    _ drawing: Drawing, _ table: Table, width: FigureWidth = .column
  ) {
    func fill(_ figure: inout Markup) {
      figure.newline()
      if case .column = width {
        figure.append(drawing.inline)
      } else {
        figure.element(
          "div",
          ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": drawing.title]
        ) { $0.append(drawing.inline) }
      }
      figure.newline()
      figure.element("figcaption", text: drawing.summary)
      figure.element("details") {
        $0.element("summary", text: "Table: \(drawing.title)")
        $0.table(table, caption: drawing.title)
      }
    }
    switch width {
    case .column: element("figure", [:], fill)
    case .natural:
      element(
        "figure",
        ["class": "natural", "style": "--width:\(NumberText.fixed(drawing.width, decimals: 0))"],
        fill)
    case .whole: element("figure", ["class": "wide"], fill)
    }
    newline()
  }
}
