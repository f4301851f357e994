import ScrollCore
import ScrollPages

/// The axis of time, and what happened to the app along it.
extension ResidencyDrawing {
  func drawPauses(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    for pause in map.pauses where pause.from < pause.to {
      let (from, to) = (times(pause.from.seconds), times(pause.to.seconds))
      svg.element(
        "rect",
        [
          "x": Coordinate.text(from), "y": Coordinate.text(upper.top),
          "width": Coordinate.text(max(0.5, to - from)),
          "height": Coordinate.text(lower.bottom - upper.top), "style": "fill:var(--grid)",
        ]
      ) { $0.element("title", text: "in the background") }
      guard to - from > 60 else { continue }
      svg.label(
        "background", x: (from + to) / 2, y: upper.bottom + 14, anchor: .middle,
        classes: "faint")
    }
  }

  /// Where the app was started again, and where it was killed.
  func drawEnds(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    func line(_ time: SimTime, dashes: String) -> Double {
      let x = times(time.seconds)
      svg.element(
        "path",
        [
          "class": "line", "stroke-dasharray": dashes, "style": "stroke:var(--ink)",
          "d": "M\(Coordinate.text(x)) \(Coordinate.text(upper.top))"
            + "V\(Coordinate.text(lower.bottom))",
        ])
      return x
    }
    var free = Self.left
    /// Beside its line, unless another one's name is there.
    func name(_ text: String, at x: Double) {
      let width = TextWidth.estimate(text, size: 11)
      let isLeft = x + width + 8 > Self.right
      guard (isLeft ? x - width - 5 : x) >= free else { return }
      free = isLeft ? x : x + width + 8
      svg.label(
        text, x: isLeft ? x - 5 : x + 5, y: upper.bottom + 14, anchor: isLeft ? .end : .start,
        classes: "strong halo")
    }
    for time in map.relaunches { name("started again", at: line(time, dashes: "2 3")) }
    if let death = map.death { name("killed: \(death)", at: line(map.end, dashes: "none")) }
  }

  func drawTimes(_ upper: Frame, _ lower: Frame, _ times: Scale, _ svg: inout Markup) {
    let ticks = NiceTicks.fromZero(covering: [map.duration.seconds], count: 10)
    let decimals = NiceTicks.decimals(ticks)
    for tick in ticks where tick <= map.duration.seconds {
      let x = Coordinate.text(times(tick))
      for frame in [upper, lower] {
        svg.element("path", ["class": "axis", "d": "M\(x) \(Coordinate.text(frame.bottom))v4"])
      }
      svg.label(
        NumberText.fixed(tick, decimals: decimals), x: times(tick), y: lower.bottom + 15,
        anchor: .middle, classes: "faint")
    }
    svg.label(
      "time, s", x: (lower.left + lower.right) / 2, y: lower.bottom + 30, anchor: .middle,
      classes: "faint")
  }
}
