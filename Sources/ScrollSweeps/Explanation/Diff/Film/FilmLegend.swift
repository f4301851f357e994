import ScrollPages

/// The legend of a filmstrip.
struct FilmLegend {
  private enum Sign {
    case only(RunDiff.Side), both, neither, blank, wrong, evicted, viewport
  }

  private let signs: [(sign: Sign, text: String)]

  /// The signs that some scene has.
  init(_ diff: RunDiff, _ scenes: [FilmScene]) {
    var signs: [(Sign, String)] = RunDiff.Side.allCases.map { side in
      (.only(side), "in \(TextWidth.shortened(diff.name(side), to: 130, size: 11)) only")
    }
    signs += [(.both, "in both"), (.neither, "not in memory"), (.viewport, "screen")]
    func some(_ holds: (FilmScene.Content) -> Bool) -> Bool {
      scenes.contains { $0.boxes.contains { holds($0.a) || holds($0.b) } }
    }
    if some(\.isBlank) { signs.append((.blank, "blank on screen")) }
    if some(\.isWrong) { signs.append((.wrong, "wrong image on screen")) }
    if some(\.isEvicted) { signs.append((.evicted, "evicted just then")) }
    let items = scenes.map(\.itemsPerBox).max() ?? 1
    self.signs =
      items > 1 ? signs + [(.neither, "a box is up to \(items) items")] : signs
  }

  /// Draws it in a line.
  func draw(left: Double, y: Double, _ svg: inout Markup) {
    var x = left
    for (sign, text) in signs {
      let place = (x: x, y: y - 6, width: 16.0, height: 12.0)
      let path = FilmLane.rectangle(place)
      switch sign {
      case .only(let side):
        svg.element("path", ["fill": "url(#\(Filmstrip.id)-\(side))", "d": path])
      case .both: svg.element("path", ["class": "on-muted", "opacity": ".6", "d": path])
      case .neither: svg.element("path", ["class": "grid", "d": path])
      case .blank: FilmLane.drawBlank(FilmLane.hole(place), &svg)
      case .wrong: FilmLane.drawWrong(path, &svg)
      case .evicted: FilmLane.drawCross(FilmLane.cross(place), &svg)
      case .viewport:
        svg.element(
          "path",
          ["style": "fill:none;stroke:var(--ink)", "stroke-width": "2", "d": path])
      }
      svg.label(text, x: x + 21, y: y + 4)
      x += 21 + TextWidth.estimate(text, size: 11) + 14
    }
    svg.newline()
  }
}
