import ScrollCore
package import ScrollPages

/// Two runs side by side at the moments that matter, over the blank that adds up.
///
/// Each frame shows the viewport as a window over the content, three screens on either side of
/// it: at the left what one cache holds of it, at the right what the other does. As large as it
/// is whatever the trace: where there are too many items, a box stands for several.
package struct Filmstrip {
  static let id = "film"
  static let margin = 22.0
  private static let width = 1100.0, stripHeight = 260.0
  private static let captionLines = 6, lineHeight = 14.0, gap = 16.0

  let diff: RunDiff
  private let title: String

  /// A filmstrip of a comparison.
  /// - Parameters:
  ///   - diff: of two runs.
  ///   - title: what was run, besides the names of the two.
  package init(_ diff: RunDiff, of title: String) {
    self.diff = diff
    self.title = title
  }

  /// The picture.
  ///
  /// - Complexity: O(entries of both logs + items).
  package var drawing: Drawing {
    let moments = FilmMoment.all(of: diff)
    let scenes = moments.map { FilmScene($0, of: diff) }
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

  /// One frame beside the other.
  private func drawFrames(
    _ moments: [FilmMoment], _ scenes: [FilmScene], top: Double, _ svg: inout Markup
  ) {
    let room = room(of: moments)
    for (index, (moment, scene)) in zip(moments, scenes).enumerated() {
      let left = Self.margin + Double(index) * room
      draw(moment, scene, number: index + 1, left: left, width: room - Self.gap, top: top, &svg)
      svg.newline()
    }
  }

  private func draw(
    _ moment: FilmMoment, _ scene: FilmScene, number: Int, left: Double, width: Double,
    top: Double, _ svg: inout Markup
  ) {
    Self.drawNumber(number, x: left + 8, y: top + 4, &svg)
    svg.label(StoryText.moment(moment.time), x: left + 22, y: top + 8, classes: "strong")
    let lane = (width - 8) / 2
    let strip = top + stripTop(width: width)
    for side in RunDiff.Side.allCases {
      let x = side == .a ? left : left + lane + 8
      drawName(of: side, left: left, width: width, above: strip, &svg)
      FilmLane(
        side: side, left: x, top: strip, width: lane, height: Self.stripHeight, id: Self.id
      ).draw(scene, &svg)
    }
    let screen = Self.stripHeight / (2 * FilmScene.screens + 1)
    svg.element(
      "rect",
      [
        "x": Coordinate.text(left - 3),
        "y": Coordinate.text(strip + FilmScene.screens * screen),
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

  /// The width of a frame with the gap behind it.
  private func room(of moments: [FilmMoment]) -> Double {
    (Self.width - 2 * Self.margin) / Double(max(moments.count, 4))
  }

  /// The number of a moment, in a disc.
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
