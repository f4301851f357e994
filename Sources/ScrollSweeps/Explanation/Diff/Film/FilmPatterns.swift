import ScrollPages

/// The stripes that tell the images of one cache from those of the other without color.
enum FilmPatterns {
  /// Stripes that fall for A and rise for B, in the colors of the two.
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
  /// Which of the palette's series it is.
  var color: Int { self == .a ? 0 : 1 }
  /// Class of its text.
  var fill: String { "f\(color) strong" }
}
