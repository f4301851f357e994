extension Drawing {
  private static let lineHeight = 14.0

  /// A picture under its title, which is never cut: it takes as many lines as it needs.
  ///
  /// Its first line is at the height of 12; for each further one the content moves down.
  package static func titled(
    _ title: String, id: String, summary: String, width: Double, height: Double, content: Markup
  ) -> Drawing {
    let lines = TextWidth.wrapped(title, to: width, size: 11, limit: 6)
    let more = Double(max(0, lines.count - 1)) * lineHeight
    var svg = Markup()
    for (index, line) in lines.enumerated() {
      svg.label(line, x: 0, y: 12 + Double(index) * lineHeight, classes: "strong")
    }
    svg.append(content, movedDown: more)
    return Drawing(
      id: id, title: title, summary: summary, width: width, height: height + more, content: svg)
  }
}

extension Markup {
  /// Appends drawn content, moved down.
  mutating func append(_ content: Markup, movedDown distance: Double) {
    guard distance > 0 else { return append(content) }
    element("g", ["transform": "translate(0 \(Coordinate.text(distance)))"]) {
      $0.append(content)
    }
  }
}
