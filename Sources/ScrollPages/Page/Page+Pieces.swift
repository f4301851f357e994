package import ScrollCharts

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
        verbatim: id.map { "<table class=\"sortable\" id=\"\($0)\">" }
          ?? "<table class=\"sortable\">")
      $0.element("caption", text: caption)
      $0.element("thead") { $0.element("tr") { Self.header(table, &$0) } }
      $0.newline()
      $0.element("tbody") { for row in table.rows { Self.row(row, of: table, &$0) } }
      $0.append(verbatim: "</table>")
    }
    newline()
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
        row.element("td", column.alignment == .right ? ["class": "n"] : [:], text: cell.visible)
      }
    }
    body.newline()
  }

  /// A drawing with what it says, and its figures as a table to unfold.
  package mutating func figure(_ drawing: Drawing, _ table: Table, isWide: Bool = false) {
    element("figure", isWide ? ["class": "wide"] : [:]) { figure in
      figure.newline()
      if isWide {
        figure.element(
          "div",
          ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": drawing.title]
        ) { $0.append(drawing.inline) }
      } else {
        figure.append(drawing.inline)
      }
      figure.newline()
      figure.element("figcaption", text: drawing.summary)
      figure.element("details") {
        $0.element("summary", text: "Table: \(drawing.title)")
        $0.table(table, caption: drawing.title)
      }
    }
    newline()
  }
}
