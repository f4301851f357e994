/// A finished picture: an SVG drawing, with a title and a sentence for readers who cannot see it.
package struct Drawing: Sendable, Equatable {
  /// The id, unique among the drawings of a page; letters, digits and hyphens.
  package let id: String
  /// The title.
  package let title: String
  /// The message in a sentence.
  package let summary: String
  package let width: Double, height: Double
  /// The elements of the drawing.
  package let content: Markup

  package init(
    id: String, title: String, summary: String, width: Double, height: Double, content: Markup
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.width = width
    self.height = height
    self.content = content
  }

  /// The picture for a page that has the rules of `Palette`.
  package var inline: Markup { markup(isStandalone: false) }

  /// The picture as a separate file, light or dark according to the reader's system.
  package var file: String { markup(isStandalone: true).text + "\n" }

  private func markup(isStandalone: Bool) -> Markup {
    var svg = Markup()
    let box = "0 0 \(Coordinate.text(width)) \(Coordinate.text(height))"
    func fill(_ svg: inout Markup) {
      svg.element("title", ["id": "\(id)-title"], text: title)
      svg.element("desc", ["id": "\(id)-desc"], text: summary)
      if isStandalone {
        svg.element("style") { $0.append(verbatim: Palette.variables + "\n" + Palette.rules) }
        svg.element("rect", ["width": "100%", "height": "100%", "style": "fill:var(--bg)"])
      }
      svg.newline()
      svg.append(content)
    }
    if isStandalone {
      svg.element(
        "svg",
        [
          "xmlns": "http://www.w3.org/2000/svg", "class": "chart", "viewBox": box,
          "width": Coordinate.text(width), "height": Coordinate.text(height), "role": "img",
          "aria-labelledby": "\(id)-title \(id)-desc",
        ], fill)
    } else {
      svg.element(
        "svg",
        [
          "class": "chart", "viewBox": box, "role": "img",
          "aria-labelledby": "\(id)-title \(id)-desc",
        ], fill)
    }
    return svg
  }
}

extension Drawing {
  /// Combines several pictures in rows.
  /// - Parameters:
  ///   - rows: The pictures of each row, at least one in each.
  ///   - id: The id of the whole drawing.
  ///   - title: The title of the whole drawing, above the rows.
  ///   - gap: The distance between pictures.
  /// - Returns: A drawing as wide as its widest row. Its summary consists of the summaries of the
  ///   pictures.
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

extension Drawing {
  private static let lineHeight = 14.0

  /// Returns a picture under its title, which takes as many lines as it needs and is never cut.
  ///
  /// The first line of the title is at a height of 12. Each further line moves the content down.
  static func titled(
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
