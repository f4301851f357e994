/// A bar of several parts against a limit, with a line of text for each part.
package struct StackedBar: Sendable {
  package struct Part: Sendable, Equatable {
    /// The text of the part: its name and value.
    var text: String
    /// The length of the part, at least 0.
    var value: Double
    /// The color of the part: the name of a variable of `Palette`.
    var color: String

    package init(text: String, value: Double, color: String) {
      self.text = text
      self.value = value
      self.color = color
    }
  }

  private static let width = 380.0, barHeight = 22.0, lineHeight = 18.0
  private let id: String, title: String, summary: String
  private let parts: [Part]
  private let limit: (text: String, value: Double)

  /// Creates a bar.
  /// - Parameters:
  ///   - id: The id of the drawing.
  ///   - title: The title of the drawing.
  ///   - summary: The message in a sentence.
  ///   - parts: The parts, from the left.
  ///   - limit: The limit of the sum of the parts, above 0.
  package init(
    id: String, title: String, summary: String, parts: [Part], limit: (text: String, value: Double)
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.parts = parts
    self.limit = limit
  }

  package var drawing: Drawing {
    let whole = max(limit.value, parts.reduce(0) { $0 + $1.value })
    let scale = (Self.width - 2) / max(whole, .leastNonzeroMagnitude)
    var svg = Markup()
    let top = 38.0, bottom = top + Self.barHeight
    func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: String) {
      svg.element(
        "rect",
        [
          "x": Coordinate.text(x), "y": Coordinate.text(y), "width": Coordinate.text(width),
          "height": Coordinate.text(height), "style": "fill:var(--\(color))",
        ])
    }
    rectangle(0, top, limit.value * scale, Self.barHeight, "grid")
    var left = 0.0
    for part in parts {
      // A gap separates colors that look alike.
      rectangle(left, top, max(1, part.value * scale - 1), Self.barHeight, part.color)
      left += part.value * scale
    }
    let end = Coordinate.text(limit.value * scale)
    svg.element(
      "path",
      [
        "d": "M\(end) \(Coordinate.text(top - 6))V\(Coordinate.text(bottom + 6))",
        "style": "stroke:var(--ink);stroke-width:2",
      ])
    svg.label(
      limit.text, x: limit.value * scale, y: top - 9,
      anchor: limit.value * 2 > whole ? .end : .start)
    for (row, part) in parts.enumerated() {
      let y = bottom + 10 + Double(row) * Self.lineHeight
      rectangle(0, y, 11, 11, part.color)
      svg.label(part.text, x: 18, y: y + 10)
    }
    return .titled(
      title, id: id, summary: summary, width: Self.width,
      height: bottom + 12 + Double(parts.count) * Self.lineHeight, content: svg)
  }
}
