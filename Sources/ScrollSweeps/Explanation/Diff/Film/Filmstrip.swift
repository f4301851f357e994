import ScrollCore
package import ScrollPages

/// Two runs side by side at their most important moments, above curves of their accumulated blank
/// area.
///
/// Each frame shows the viewport as a window over the content, with three screens on either side.
/// The left lane shows what one cache holds, the right lane what the other holds. The size does not
/// depend on the trace: where there are too many items, one box represents several.
package struct Filmstrip {
  static let id = "film"
  static let margin = 22.0
  private static let width = 1100.0, stripHeight = 260.0
  private static let captionLines = 6, lineHeight = 14.0, gap = 16.0

  let diff: RunDiff
  private let title: String

  /// Creates a filmstrip of a comparison.
  /// - Parameters:
  ///   - diff: The comparison of two runs.
  ///   - title: A description of the runs, besides their two names.
  package init(_ diff: RunDiff, of title: String) {
    self.diff = diff
    self.title = title
  }

  /// The filmstrip as a drawing.
  ///
  /// - Complexity: O(entries of both logs + items).
  package var drawing: Drawing {
    let moments = FilmMoment.all(of: diff)
    let scenes = moments.map { FilmFrame($0, of: diff) }
    let heading = "\(diff.name(.a)) and \(diff.name(.b)): \(title)"
    var svg = Markup()
    FilmPatterns.define(id: Self.id, &svg)
    svg.element(
      "text",
      [
        "class": "strong", "x": Coordinate.text(Self.margin), "y": "30", "font-size": "17",
      ],
      text: TextWidth.shortened(heading, to: Self.width - 2 * Self.margin, size: 17))
    var top = 50.0
    for line in TextWidth.wrapped(
      diff.verdict, to: Self.width - 2 * Self.margin, size: 13, limit: 2)
    {
      svg.element(
        "text",
        ["x": Coordinate.text(Self.margin), "y": Coordinate.text(top), "font-size": "13"],
        text: line)
      top += 18
    }
    svg.newline()
    if !moments.isEmpty {
      FilmLegend(diff, scenes).draw(left: Self.margin, y: top + 8, &svg)
      top += 34
      drawFrames(moments, scenes, top: top, &svg)
      let strip = stripTop(width: room(of: moments) - Self.gap)
      top += 6 + strip + Self.stripHeight + Double(Self.captionLines) * Self.lineHeight
    }
    let curves = FilmCurves(
      diff, left: Self.margin + 30, right: Self.width - 190, top: top + 56)
    curves.draw(moments, &svg)
    return Drawing(
      id: Self.id, title: heading, summary: diff.sentences.joined(separator: " "),
      width: Self.width, height: curves.bottom + 8, content: svg)
  }

  /// Draws the frames one beside the other.
  private func drawFrames(
    _ moments: [FilmMoment], _ scenes: [FilmFrame], top: Double, _ svg: inout Markup
  ) {
    let room = room(of: moments)
    for (index, (moment, scene)) in zip(moments, scenes).enumerated() {
      let left = Self.margin + Double(index) * room
      draw(moment, scene, number: index + 1, left: left, width: room - Self.gap, top: top, &svg)
      svg.newline()
    }
  }

  private func draw(
    _ moment: FilmMoment, _ scene: FilmFrame, number: Int, left: Double, width: Double,
    top: Double, _ svg: inout Markup
  ) {
    Self.drawNumber(number, x: left + 8, y: top + 4, &svg)
    svg.label(ExplanationText.moment(moment.time), x: left + 22, y: top + 8, classes: "strong")
    let lane = (width - 8) / 2
    let strip = top + stripTop(width: width)
    for side in RunDiff.Side.allCases {
      let x = side == .a ? left : left + lane + 8
      drawName(of: side, left: left, width: width, above: strip, &svg)
      FilmLane(
        side: side, left: x, top: strip, width: lane, height: Self.stripHeight, id: Self.id
      ).draw(scene, &svg)
    }
    let screen = Self.stripHeight / (2 * FilmFrame.screens + 1)
    svg.element(
      "rect",
      [
        "x": Coordinate.text(left - 3),
        "y": Coordinate.text(strip + FilmFrame.screens * screen),
        "width": Coordinate.text(width + 6), "height": Coordinate.text(screen), "rx": "3",
        "style": "fill:none;stroke:var(--ink)", "stroke-width": "2",
      ])
    var y = strip + Self.stripHeight + 18
    var lines: [(text: String, classes: String)] = []
    for (index, text) in moment.caption.enumerated() {
      let room = Self.captionLines - lines.count - (moment.caption.count - index - 1)
      let classes =
        index == 0 ? moment.worse?.fill ?? "strong" : moment.worse == nil ? "" : "faint"
      lines += TextWidth.wrapped(text, to: width + 6, size: 11, limit: max(1, min(room, 3)))
        .map { ($0, classes) }
    }
    for line in lines.prefix(Self.captionLines) {
      svg.label(line.text, x: left, y: y, classes: line.classes)
      y += Self.lineHeight
    }
  }

  /// Returns the width of a frame with the gap behind it.
  private func room(of moments: [FilmMoment]) -> Double {
    (Self.width - 2 * Self.margin) / Double(max(moments.count, 4))
  }

  /// Draws the number of a moment, in a disc.
  static func drawNumber(_ number: Int, x: Double, y: Double, _ svg: inout Markup) {
    svg.element(
      "circle",
      [
        "cx": Coordinate.text(x), "cy": Coordinate.text(y), "r": "8",
        "style": "fill:var(--ink)",
      ])
    svg.element(
      "text",
      [
        "x": Coordinate.text(x), "y": Coordinate.text(y + 4), "text-anchor": "middle",
        "class": "strong", "style": "fill:var(--bg)",
      ], text: "\(number)")
  }
}

/// The names of the two runs over the lanes of a frame.
extension Filmstrip {
  private static let nameSize = 11.5

  /// Returns a Boolean value that indicates whether both names fit over their lanes on one line.
  private func namesShareLine(_ width: Double) -> Bool {
    RunDiff.Side.allCases.allSatisfy {
      TextWidth.estimate(diff.name($0), size: Self.nameSize) <= (width - 8) / 2
    }
  }

  /// Returns the distance from the top of a frame to its lanes.
  func stripTop(width: Double) -> Double { namesShareLine(width) ? 34 : 48 }

  /// Draws the name over a lane; if one name is wider than the lane, each name gets a line for
  /// itself, at its side.
  func drawName(
    of side: RunDiff.Side, left: Double, width: Double, above strip: Double, _ svg: inout Markup
  ) {
    let lane = (width - 8) / 2
    guard !namesShareLine(width) else {
      svg.label(
        diff.name(side), x: side == .a ? left : left + lane + 8, y: strip - 6,
        classes: side.fill)
      return
    }
    let names = RunDiff.Side.allCases.map(diff.name)
    let letters = Int(width / TextWidth.estimate("x", size: Self.nameSize))
    let name = ShortNames(names).fitting(letters)[diff.name(side)]
    svg.label(
      name ?? diff.name(side), x: side == .a ? left : left + width,
      y: strip - (side == .a ? 20 : 6),
      anchor: side == .a ? .start : .end, classes: side.fill)
  }
}

/// The stripes that distinguish the images of the two caches without color.
enum FilmPatterns {
  /// Defines stripes that fall for A and rise for B, in the colors of the two.
  static func define(id: String, _ svg: inout Markup) {
    svg.element("defs") { defs in
      for side in RunDiff.Side.allCases {
        defs.element(
          "pattern",
          [
            "id": "\(id)-\(side)", "width": "5", "height": "5",
            "patternUnits": "userSpaceOnUse",
            "patternTransform": "rotate(\(side == .a ? -45 : 45))",
          ]
        ) { pattern in
          pattern.element("rect", ["class": "f\(side.color)", "width": "5", "height": "5"])
          pattern.element(
            "rect", ["style": "fill:var(--bg)", "width": "5", "height": "1.2", "opacity": ".75"])
        }
      }
    }
    svg.newline()
  }
}

extension RunDiff.Side {
  /// The index of the side's color in the palette.
  var color: Int { self == .a ? 0 : 1 }
  /// The CSS class of the side's text.
  var fill: String { "f\(color) strong" }
}

/// The legend of a filmstrip.
struct FilmLegend {
  private enum Sign {
    case only(RunDiff.Side), both, neither, blank, wrong, evicted, viewport
  }

  private let signs: [(sign: Sign, text: String)]

  /// Collects the symbols that occur in some frames, with their meanings.
  init(_ diff: RunDiff, _ scenes: [FilmFrame]) {
    var signs: [(Sign, String)] = RunDiff.Side.allCases.map { side in
      (.only(side), "in \(TextWidth.shortened(diff.name(side), to: 130, size: 11)) only")
    }
    signs += [(.both, "in both"), (.neither, "not in memory"), (.viewport, "screen")]
    func some(_ holds: (FilmFrame.Content) -> Bool) -> Bool {
      scenes.contains { $0.boxes.contains { holds($0.a) || holds($0.b) } }
    }
    if some(\.isBlank) { signs.append((.blank, "blank on screen")) }
    if some(\.isWrong) { signs.append((.wrong, "wrong image on screen")) }
    if some(\.isEvicted) { signs.append((.evicted, "evicted just then")) }
    let items = scenes.map(\.itemsPerBox).max() ?? 1
    self.signs =
      items > 1 ? signs + [(.neither, "a box is up to \(items) items")] : signs
  }

  /// Draws the legend in a line.
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

/// One of the two strips of a filmstrip's frame: what one run holds around the viewport.
struct FilmLane {
  let side: RunDiff.Side
  /// The position and size in the drawing.
  let left: Double, top: Double, width: Double, height: Double
  /// The identifier of the drawing, for references into it.
  let id: String

  /// Draws the items of a picture, one path for each kind of item.
  func draw(_ scene: FilmFrame, _ svg: inout Markup) {
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

  /// Returns the place of a box, with a gap around it where there is space; `nil` outside of the
  /// lane.
  private func place(of box: FilmFrame.Box, in scene: FilmFrame) -> Place? {
    let scale = height / (scene.extent * (2 * FilmFrame.screens + 1))
    let middle = top + FilmFrame.screens * scene.extent * scale
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

  /// Returns the path of a box that is slightly smaller than its place, with a dot in its center.
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
