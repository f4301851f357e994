import ScrollPages

/// The legend of a map: its colors and hatches.
extension ResidencyDrawing {
  func drawLegend(_ svg: inout Markup) -> Double {
    for state in ResidencyState.allCases {
      if let hatch = state.hatch { define(hatch, as: "\(id)-\(hatch)", "scale(1)", &svg) }
    }
    svg.newline()
    var (x, y) = (Self.left, 24.0)
    func place(_ label: String, swatch: (Double, Double) -> Void, _ svg: inout Markup) {
      let width = TextWidth.estimate(label, size: 11) + 38
      if x > Self.left, x + width > Self.right { (x, y) = (Self.left, y + 17) }
      swatch(x, y)
      svg.label(label, x: x + 25, y: y + 9)
      x += width
    }
    for state in ResidencyState.allCases
    where !paths[state.rawValue].isEmpty || state == .blank {
      var mark = Markup()
      place(
        state.label,
        swatch: { x, y in
          let path = "M\(Coordinate.text(x)) \(Coordinate.text(y + 5))h20"
          drawStroke(path, state, width: 11 * state.height, &mark)
        }, &svg)
      svg.append(mark)
    }
    var mark = Markup()
    place(
      "edge of the viewport",
      swatch: { x, y in
        mark.element(
          "path",
          [
            "d": "M\(Coordinate.text(x)) \(Coordinate.text(y + 5))h20", "fill": "none",
            "style": "stroke:var(--ink)",
          ])
      }, &svg)
    if !map.earlyEvictions.isEmpty {
      place(
        "evicted too early (\(map.earlyEvictions.count))",
        swatch: { x, y in
          Self.drawRings("M\(Coordinate.text(x + 10)) \(Coordinate.text(y + 5))h0", &mark)
        }, &svg)
    }
    svg.append(mark)
    return y + 11
  }

  /// Lines of a state's color, and of its hatch over them.
  func drawStroke(
    _ path: String, _ state: ResidencyState, width: Double, _ svg: inout Markup
  ) {
    let width = Coordinate.text(width)
    svg.element(
      "path",
      ["d": path, "fill": "none", "style": "stroke:\(state.color);stroke-width:\(width)"])
    guard let hatch = state.hatch else { return }
    svg.element(
      "path",
      [
        "d": path, "fill": "none",
        "style": "stroke:url(#\(id)-\(hatch));stroke-width:\(width)",
      ])
  }

  /// A hatch of the background's color.
  func define(
    _ hatch: ResidencyState.Hatch, as name: String, _ transform: String, _ svg: inout Markup
  ) {
    svg.element(
      "pattern",
      [
        "id": name, "width": "5", "height": "5", "patternUnits": "userSpaceOnUse",
        "patternTransform": transform,
      ]
    ) {
      $0.element(
        "path",
        [
          "d": hatch.path,
          "style": "stroke:var(--bg);stroke-width:1.6",
        ])
    }
  }

  static func drawRings(_ path: String, _ svg: inout Markup) {
    for (color, width) in [("ink", "6.4"), ("bg", "3.8")] {
      svg.element(
        "path",
        [
          "d": path, "fill": "none", "stroke-linecap": "round",
          "style": "stroke:var(--\(color));stroke-width:\(width)",
        ])
    }
  }
}
