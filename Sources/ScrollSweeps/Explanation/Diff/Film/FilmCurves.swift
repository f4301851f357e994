import ScrollCore
import ScrollPages

/// The accumulated blank area of two runs, and below it the difference of the two.
struct FilmCurves {
  let left: Double, right: Double, top: Double
  private static let height = 96.0, gap = 46.0, lower = 64.0
  private static let columns = 440

  private let diff: RunDiff
  private let time: Axis
  private let times: [Double], a: [Double], b: [Double]

  /// Creates the curves of a comparison between two sides of the drawing.
  init(_ diff: RunDiff, left: Double, right: Double, top: Double) {
    self.diff = diff
    self.left = left
    self.right = right
    self.top = top
    let end = max(diff.a.end, diff.b.end)
    let last = max(end.seconds, 1e-9)
    let ticks = NiceTicks.fromZero(covering: [last], count: 8)
    let decimals = NiceTicks.decimals(ticks)
    time = Axis(
      "seconds",
      ticks: ticks.filter { $0 <= last }.map {
        Axis.Tick($0, NumberText.fixed($0, decimals: decimals))
      })
    times = (0...Self.columns).map { last * Double($0) / Double(Self.columns) }
    a = FilmCurve(diff.shares.a, until: end).values(at: times)
    b = FilmCurve(diff.shares.b, until: end).values(at: times)
  }

  var bottom: Double { top + Self.height + Self.gap + Self.lower + 36 }

  /// Draws both curves, with a line for each moment.
  func draw(_ moments: [FilmMoment], _ svg: inout Markup) {
    let sums = Frame(left: left, top: top, right: right, bottom: top + Self.height)
    let differences = Frame(
      left: left, top: sums.bottom + Self.gap, right: right,
      bottom: sums.bottom + Self.gap + Self.lower)
    drawMoments(moments, from: sums.top, to: differences.bottom, &svg)
    drawSums(sums, &svg)
    drawDifference(differences, &svg)
  }

  private func drawSums(_ frame: Frame, _ svg: inout Markup) {
    let axis = Axis.fromZero("", covering: a + b)
    frame.drawLeft(axis, &svg)
    drawTime(Axis("", ticks: time.ticks), below: frame, &svg)
    svg.label(
      "stall so far in seconds (blank or wrong images)", x: Filmstrip.margin, y: frame.top - 32,
      classes: "faint")
    let (h, v) = (scale, axis.scale(from: frame.bottom, to: frame.top))
    for (side, values) in [(RunDiff.Side.b, b), (.a, a)] {
      let path = Self.line(zip(times, values).map { (h($0), v($1)) })
      svg.element(
        "path",
        side == .a
          ? ["class": "line s0", "d": path]
          : ["class": "line s1", "stroke-dasharray": "7 3", "d": path])
      svg.newline()
    }
    var heights = (a: v(a[a.count - 1]) + 4, b: v(b[b.count - 1]) + 4)
    if abs(heights.a - heights.b) < 14 {
      let (middle, step) = ((heights.a + heights.b) / 2, heights.a <= heights.b ? -7.0 : 7)
      heights = (middle + step, middle - step)
    }
    for side in RunDiff.Side.allCases {
      let value = side == .a ? a[a.count - 1] : b[b.count - 1]
      let text = "\(diff.name(side)) \(NumberText.fixed(value, decimals: value < 1 ? 3 : 2)) s"
      svg.label(
        TextWidth.shortened(text, to: 170, size: 11), x: h(times[times.count - 1]) + 8,
        y: side == .a ? heights.a : heights.b, classes: side.fill)
    }
  }

  private func drawDifference(_ frame: Frame, _ svg: inout Markup) {
    let values = zip(a, b).map { $0 - $1 }
    let axis = Axis.fromZero("", covering: values)
    frame.drawLeft(axis, &svg)
    drawTime(time, below: frame, &svg)
    svg.label(
      "\(TextWidth.shortened(diff.name(.a), to: 300, size: 11)) less "
        + TextWidth.shortened(diff.name(.b), to: 300, size: 11), x: Filmstrip.margin,
      y: frame.top - 10, classes: "faint halo")
    let (h, v) = (scale, axis.scale(from: frame.bottom, to: frame.top))
    let zero = v(0)
    for side in RunDiff.Side.allCases {
      let part = values.map { side == .a ? max($0, 0) : min($0, 0) }
      guard part.contains(where: { $0 != 0 }) else { continue }
      let places =
        [(h(times[0]), zero)] + zip(times, part).map { (h($0), v($1)) }
        + [(h(times[times.count - 1]), zero)]
      svg.element(
        "path", ["fill": "url(#\(Filmstrip.id)-\(side))", "d": Self.line(places) + "Z"])
      svg.newline()
    }
    let last = values[values.count - 1]
    guard abs(last) >= 0.0005 else { return }
    svg.label(
      "\(last > 0 ? "+" : "")\(NumberText.fixed(last, decimals: 3)) s",
      x: h(times[times.count - 1]) + 8, y: min(v(last) + 4, frame.bottom - 2),
      classes: (last > 0 ? RunDiff.Side.a : .b).fill)
  }

  /// Draws the time axis up to the end of the longer run.
  private func drawTime(_ axis: Axis, below frame: Frame, _ svg: inout Markup) {
    let last = scale(axis.ticks[axis.ticks.count - 1].value)
    svg.element(
      "path",
      [
        "class": "axis",
        "d": "M\(Coordinate.text(last)) \(Coordinate.text(frame.bottom))"
          + "H\(Coordinate.text(frame.right))",
      ])
    Frame(left: frame.left, top: frame.top, right: last, bottom: frame.bottom)
      .drawBelow(axis, &svg)
  }

  /// Draws a line for each moment under its number; numbers that would touch are moved apart.
  private func drawMoments(
    _ moments: [FilmMoment], from top: Double, to bottom: Double, _ svg: inout Markup
  ) {
    let gap = 19.0
    var places = moments.map { scale($0.time.seconds) }
    for index in places.indices.dropFirst() {
      places[index] = max(places[index], places[index - 1] + gap)
    }
    var end = right + 8
    for index in places.indices.reversed() {
      places[index] = min(places[index], end)
      end = places[index] - gap
    }
    for (index, (moment, place)) in zip(moments, places).enumerated() {
      let x = scale(moment.time.seconds)
      svg.element(
        "path",
        [
          "class": "axis", "stroke-dasharray": "2 3",
          "d": "M\(Coordinate.text(place)) \(Coordinate.text(top - 6))"
            + "L\(Coordinate.text(x)) \(Coordinate.text(top + 4))V\(Coordinate.text(bottom))",
        ])
      Filmstrip.drawNumber(index + 1, x: place, y: top - 15, &svg)
    }
    svg.newline()
  }

  private var scale: Scale { Scale(0...times[times.count - 1], from: left, to: right) }

  /// Returns straight lines between places; a place on the line between its neighbors is left out.
  private static func line(_ places: [(x: Double, y: Double)]) -> String {
    var kept: [(x: Double, y: Double)] = []
    for place in places {
      if kept.count > 1 {
        let (one, two) = (kept[kept.count - 2], kept[kept.count - 1])
        let slope = (two.y - one.y) * (place.x - two.x) - (place.y - two.y) * (two.x - one.x)
        if abs(slope) < 1e-6 { kept.removeLast() }
      }
      kept.append(place)
    }
    return kept.enumerated().map { index, place in
      "\(index == 0 ? "M" : "L")\(Coordinate.text(place.x)) \(Coordinate.text(place.y))"
    }.joined()
  }
}

/// The accumulated blank and wrong area of a run over time.
struct FilmCurve {
  /// The points in seconds and screen-seconds, ascending.
  private(set) var points: [(time: Double, sum: Double)] = [(0, 0)]

  /// Accumulates the frames that stall; between them the curve is flat.
  init(_ shares: StallShares, until end: SimTime) {
    var sum = 0.0
    for span in shares.spans {
      points.append((span.from.seconds, sum))
      sum += span.share * span.seconds
      points.append((max(span.from, span.to).seconds, sum))
    }
    points.append((max(end.seconds, points[points.count - 1].time), sum))
  }

  /// Returns the values at ascending times.
  ///
  /// - Complexity: O(points + times).
  func values(at times: [Double]) -> [Double] {
    var index = 0
    return times.map { time in
      while index + 1 < points.count, points[index + 1].time <= time { index += 1 }
      guard index + 1 < points.count else { return points[index].sum }
      let (from, to) = (points[index], points[index + 1])
      guard to.time > from.time else { return to.sum }
      return from.sum + (to.sum - from.sum) * max(0, time - from.time) / (to.time - from.time)
    }
  }
}
