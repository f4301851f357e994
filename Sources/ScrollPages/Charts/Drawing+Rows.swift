extension Drawing {
  /// Several pictures as one: rows below each other, the pictures of a row beside each other.
  /// - Parameters:
  ///   - rows: at least one picture in each.
  ///   - id: of the whole.
  ///   - title: of the whole; it stands above the rows.
  ///   - gap: between pictures.
  /// - Returns: as wide as its widest row; its summary is those of its parts.
  package static func rows(
    _ rows: [[Drawing]], id: String, title: String, gap: Double = 20
  ) -> Drawing {
    var (svg, top, width) = (Markup(), 34.0, 0.0)
    for row in rows {
      var left = 0.0
      for part in row {
        svg.newline()
        let place = "translate(\(Coordinate.text(left)) \(Coordinate.text(top)))"
        svg.element("g", ["transform": place, "role": "group", "aria-label": part.title]) {
          $0.append(part.content)
        }
        left += part.width + gap
      }
      width = max(width, left - gap)
      top += (row.map(\.height).max() ?? 0) + gap
    }
    return .titled(
      title, id: id, summary: rows.joined().map(\.summary).joined(separator: " "), width: width,
      height: top - gap, content: svg)
  }
}
