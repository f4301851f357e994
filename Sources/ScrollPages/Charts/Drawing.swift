/// A finished picture: SVG with a title and a sentence for readers who cannot see it.
package struct Drawing: Sendable, Equatable {
  /// Unlike that of any other drawing on the page; letters, digits and hyphens.
  package let id: String
  /// Its title.
  package let title: String
  /// Its message in a sentence.
  package let summary: String
  package let width: Double, height: Double
  /// Its elements.
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

  /// The picture as a file of its own, light or dark as the reader's system is.
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
