import ScrollPages

/// One of the two strips of a filmstrip's frame: what one run holds around the viewport.
struct FilmLane {
  let side: RunDiff.Side
  /// In the drawing.
  let left: Double, top: Double, width: Double, height: Double
  /// Of the drawing, for what it refers to.
  let id: String

  /// Draws the items of a scene, one path for each kind of them.
  func draw(_ scene: FilmScene, _ svg: inout Markup) {
    var paths: [Kind: String] = [:]
    var crosses = "", blanks = "", wrongs = ""
    for box in scene.boxes {
      guard let place = place(of: box, in: scene) else { continue }
      let (own, other) = (box[side], box[side.other])
      let kind: Kind =
        own.isResident ? (other.isResident ? .both : .own) : .absent
      paths[kind, default: ""] += Self.rectangle(place)
      if own.isEvicted { crosses += Self.cross(place) }
      if own.isBlank { blanks += Self.hole(place) }
      if own.isWrong { wrongs += Self.rectangle(place) }
    }
    for kind in Kind.allCases {
      guard let path = paths[kind] else { continue }
      switch kind {
      case .absent: svg.element("path", ["class": "grid", "d": path])
      case .both: svg.element("path", ["class": "on-muted", "opacity": ".6", "d": path])
      case .own: svg.element("path", ["fill": "url(#\(id)-\(side))", "d": path])
      }
    }
    if !blanks.isEmpty { Self.drawBlank(blanks, &svg) }
    if !wrongs.isEmpty { Self.drawWrong(wrongs, &svg) }
    if !crosses.isEmpty { Self.drawCross(crosses, &svg) }
  }

  /// The caches that hold an item.
  private enum Kind: CaseIterable {
    case absent, both, own
  }

  typealias Place = (x: Double, y: Double, width: Double, height: Double)

  static func drawBlank(_ path: String, _ svg: inout Markup) {
    svg.element(
      "path",
      [
        "style": "fill:var(--missing);stroke:var(--missing)", "fill-opacity": ".16",
        "stroke-width": "1.4", "d": path,
      ])
  }

  static func drawWrong(_ path: String, _ svg: inout Markup) {
    svg.element(
      "path",
      ["style": "stroke:var(--missing)", "fill": "none", "stroke-width": "2.5", "d": path])
  }

  static func drawCross(_ path: String, _ svg: inout Markup) {
    svg.element("path", ["style": "stroke:var(--bg)", "stroke-width": "4", "d": path])
    svg.element("path", ["style": "stroke:var(--ink)", "stroke-width": "1.6", "d": path])
  }

  /// Where a box is drawn, with a gap around it where there is room; nil outside of the lane.
  private func place(of box: FilmScene.Box, in scene: FilmScene) -> Place? {
    let scale = height / (scene.extent * (2 * FilmScene.screens + 1))
    let middle = top + FilmScene.screens * scene.extent * scale
    let (start, end) = (
      max(top, middle + box.top * scale), min(top + height, middle + box.bottom * scale)
    )
    let (x, breadth) = (left + box.x * width, box.width * width)
    guard end > start, breadth > 0 else { return nil }
    let (acrossGap, alongGap) = (breadth > 4 ? 0.6 : 0, end - start > 4 ? 0.6 : 0)
    return (x + acrossGap, start + alongGap, breadth - 2 * acrossGap, end - start - 2 * alongGap)
  }

  static func rectangle(_ place: Place) -> String {
    let width = Coordinate.text(place.width)
    return "M\(point(place.x, place.y))h\(width)v\(Coordinate.text(place.height))"
      + "h-\(width)z"
  }

  /// A box somewhat smaller than its place, with a dot in it.
  static func hole(_ place: Place) -> String {
    let inset = min(0.8, place.width / 4, place.height / 4)
    let dot = min(1.2, place.width / 6, place.height / 6)
    let (x, y) = (place.x + place.width / 2, place.y + place.height / 2)
    return rectangle(
      (
        place.x + inset, place.y + inset, place.width - 2 * inset, place.height - 2 * inset
      )) + rectangle((x - dot, y - dot, 2 * dot, 2 * dot))
  }

  static func cross(_ place: Place) -> String {
    let half = max(2.5, min(place.width, place.height, 14) / 2 - 1)
    let (x, y) = (place.x + place.width / 2, place.y + place.height / 2)
    return "M\(point(x - half, y - half))L\(point(x + half, y + half))"
      + "M\(point(x - half, y + half))L\(point(x + half, y - half))"
  }

  private static func point(_ x: Double, _ y: Double) -> String {
    "\(Coordinate.text(x)) \(Coordinate.text(y))"
  }
}
