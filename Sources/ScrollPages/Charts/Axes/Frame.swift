/// The rectangle of the data in a chart, with axes on its left and below it.
package struct Frame: Sendable, Equatable {
  package let left: Double, top: Double, right: Double, bottom: Double

  package init(left: Double, top: Double, right: Double, bottom: Double) {
    self.left = left
    self.top = top
    self.right = right
    self.bottom = bottom
  }

  package var width: Double { right - left }
  package var height: Double { bottom - top }

  /// Draws the grid lines, tick labels and title of the axis at the left.
  package func drawLeft(_ axis: Axis, _ svg: inout Markup) {
    let scale = axis.scale(from: bottom, to: top)
    for tick in axis.ticks {
      let y = scale(tick.value)
      svg.element(
        "path",
        [
          "class": "grid",
          "d": "M\(Coordinate.text(left)) \(Coordinate.text(y))H\(Coordinate.text(right))",
        ])
      svg.label(tick.label, x: left - 5, y: y + 4, anchor: .end, classes: "faint")
    }
    svg.label(axis.title, x: 0, y: top - 9, classes: "faint")
  }

  /// Draws the ticks, labels and title of the axis below; labels that would touch are left out.
  package func drawBelow(_ axis: Axis, hasGrid: Bool = false, _ svg: inout Markup) {
    let scale = axis.scale(from: left, to: right)
    svg.element(
      "path",
      [
        "class": "axis",
        "d": "M\(Coordinate.text(left)) \(Coordinate.text(bottom))H\(Coordinate.text(right))",
      ])
    var free = -Double.infinity
    for tick in axis.ticks {
      let x = scale(tick.value)
      svg.element(
        "path",
        [
          "class": hasGrid ? "grid" : "axis",
          "d":
            "M\(Coordinate.text(x)) \(Coordinate.text(hasGrid ? top : bottom))V\(Coordinate.text(bottom + 4))",
        ])
      let half = TextWidth.estimate(tick.label, size: 11) / 2
      guard x - half >= free else { continue }
      svg.label(tick.label, x: x, y: bottom + 15, anchor: .middle, classes: "faint")
      free = x + half + 4
    }
    svg.label(axis.title, x: (left + right) / 2, y: bottom + 30, anchor: .middle, classes: "faint")
  }
}

/// The part of a label that is at the given position: its start, middle or end.
package enum Anchor: String, Sendable {
  case start, middle, end
}

extension Markup {
  /// Adds a line of text with its baseline at a position.
  package mutating func label(
    _ text: String, x: Double, y: Double, anchor: Anchor = .start, classes: String = ""
  ) {
    let (x, y) = (Coordinate.text(x), Coordinate.text(y))
    switch (anchor, classes.isEmpty) {
    case (.start, true): element("text", ["x": x, "y": y], text: text)
    case (.start, false): element("text", ["class": classes, "x": x, "y": y], text: text)
    case (_, true): element("text", ["x": x, "y": y, "text-anchor": anchor.rawValue], text: text)
    case (_, false):
      element(
        "text", ["class": classes, "x": x, "y": y, "text-anchor": anchor.rawValue], text: text)
    }
  }
}
